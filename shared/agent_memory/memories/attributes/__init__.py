"""Single-valued attributes: what a user has only one of at a time, so that another value retires the old one.

Precision comes first. A false attribute would retire a true memory, so a statement is recognised only when a rule
fits all of it: no plans, no past, no negations, no other people, no lists, and no second fact beside the first.
"""

from agent_memory.memories.attributes.agreement import agreement, compatible, outdates
from agent_memory.memories.attributes.model import DENIED, Agreement, Attribute
from agent_memory.memories.attributes.recognise import single_valued

__all__ = ["DENIED", "Agreement", "Attribute", "agreement", "compatible", "outdates", "single_valued"]
