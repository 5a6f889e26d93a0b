"""Runs ministack with a shorter nap between two looks at a queue. A script of its own, started by `queue_service.py`.

ministack looks for new messages ten times a second; a person who waits for an answer would feel that at every hop.
Its own module stays as it is but for the `asyncio.sleep` that its queue code sees; if that ever moves, the nap is
simply the old one.
"""

import asyncio
import importlib
import types

LONGEST_NAP_SECONDS = 0.02


async def nap(seconds: float) -> None:
    await asyncio.sleep(min(seconds, LONGEST_NAP_SECONDS))


if __name__ == "__main__":
    impatient = types.ModuleType("asyncio")
    impatient.__dict__.update(vars(asyncio), sleep=nap)
    importlib.import_module("ministack.services.sqs").__dict__["asyncio"] = impatient
    importlib.import_module("ministack.app").main()
