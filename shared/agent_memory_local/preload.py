"""Run once by the fork server: load the offline embedder and the tokenizer, so that no environment has to.

The embedder's small module is the one piece of our own code that environments inherit; restart the stack to change it.
"""

import os
import sys
from pathlib import Path

import tiktoken

ROOT = Path(__file__).resolve().parents[2]

if not (os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_KEY")):
    sys.path.insert(0, str(ROOT / "functions"))
    from agent_memory.platform.models.offline.embedder import OfflineEmbedder

    OfflineEmbedder().embed(["warm"])
    sys.path.pop(0)
os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(ROOT / ".cache" / "tokenizer"))
tiktoken.get_encoding("o200k_base").encode("warm")
