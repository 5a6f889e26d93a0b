"""English verb forms, as far as statements need them."""

from __future__ import annotations

import re
from typing import Final

BASE_FORMS: Final = frozenset(
    """am are have do go don't haven't aren't live work love like hate prefer use enjoy speak play drive drink eat study teach run own manage lead
    sleep wake carry read write code cook travel need want plan hope avoid dislike skip keep take make get come hail reside rent call call
    attend hold earn specialize specialise sell export import manufacture build provide offer produce develop serve employ ship rely track
    store host deploy edit draw program ride know understand practice practise adore cherish appreciate loathe detest despise resent fear
    trust believe tolerate care consume touch smoke follow stick abstain steer stay suffer struggle deal wear weigh raise foster intend aim dream
    wish commute bike walk cycle swim exercise meditate listen bake nap train journal visit volunteer hike climb ski surf garden paint shop
    order fly book buy start finish fast stretch lift jog row dance sing knit fish camp pray relax unwind spend pick drop tutor coach check block
    choose opt pay tip save invest donate collect support handle oversee supervise head freelance turn bring pack find feel think see tend
    answer accept schedule respond leave join move return hold celebrate join give put set open close watch share belong tell ask look wait
    mind crave favor favour value admire respect worry suffer cough major minor subscribe sponsor moderate mentor review design test maintain run
    ferment brew grow sew forage stream game blog vlog photograph film record rehearse perform compete coach compost recycle thrift identify""".split()
)
"""Verbs that take an -s in the third person. A past tense is not here and stays as it is."""

_IRREGULAR: Final = {
    "am": "is", "are": "is", "have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't", "aren't": "isn't",
}  # fmt: skip
_GERUNDS: Final = {
    "traveling": "travel", "travelling": "travel", "getting": "get", "running": "run", "having": "have", "taking": "take",
    "moving": "move", "leaving": "leave", "driving": "drive", "hiking": "hike", "retiring": "retire", "relocating": "relocate",
    "giving": "give", "competing": "compete", "renovating": "renovate", "graduating": "graduate", "celebrating": "celebrate",
    "quitting": "quit", "coming": "come", "organizing": "organize", "organising": "organise", "participating": "participate",
    "changing": "change", "flying": "fly", "marrying": "marry", "applying": "apply", "studying": "study", "buying": "buy",
    "undergoing": "undergo", "going": "go", "being": "be", "writing": "write", "making": "make", "using": "use", "cutting": "cut",
    "swimming": "swim", "sitting": "sit", "putting": "put", "planning": "plan", "becoming": "become", "living": "live",
    "starting": "start", "dancing": "dance", "baking": "bake", "skiing": "ski", "seeing": "see", "doing": "do", "losing": "lose",
}  # fmt: skip


def conjugate(verb: str) -> str:
    """The third person singular of a verb in its base form."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def is_third_person(word: str) -> bool:
    """Whether a word can only follow "he" or "she" ("works"), not "I"."""
    return word in _THIRD_PERSON


def base_of(phrase: str) -> str:
    """A phrase that may begin with a gerund, in the base form: "traveling to Tokyo" is "travel to Tokyo"."""
    first, _, rest = phrase.partition(" ")
    low = first.lower()
    if low in _GERUNDS:
        first = _GERUNDS[low]
    elif low.endswith("ing") and len(low) > 5:
        first = low[:-3]
    return f"{first} {rest}".strip()


_THIRD_PERSON: Final = frozenset(conjugate(verb) for verb in BASE_FORMS)
