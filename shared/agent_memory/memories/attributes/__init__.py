"""Single-valued attributes: what a user has only one of at a time, so that another value retires the old one.

Precision comes first. A false attribute would retire a true memory, so a statement is recognised only when a rule
fits all of it: no plans, no past, no negations, no other people, no lists, and no second fact beside the first.
"""

from agent_memory.memories.attributes.agreement import agreement, compatible
from agent_memory.memories.attributes.model import Agreement, Attribute
from agent_memory.memories.attributes.recognise import single_valued

__all__ = ["Agreement", "Attribute", "agreement", "compatible", "single_valued"]
