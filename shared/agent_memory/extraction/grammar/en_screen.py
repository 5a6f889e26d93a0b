"""English: what is not a statement about the user. Questions, hypotheses, guesses, hearsay."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.grammar import en_repairs

QUESTION: Final = re.compile(
    r"^(?:so |and |but |also |then |ok |okay |well |hey |hi |now |just curious,? )*(?:what|what's|where|when(?! i\b"
    r"| we\b| it\b| my\b)|who|whose|whom|why|how|which|do|does|did|is|are|am|was|were|can(?!'t)|could|should|would"
    r"|will|shall|has|any|don't you|doesn't|isn't|aren't|wouldn't|couldn't|won't|can't (?:you|i|we)|have (?:you|i|we"
    r"|they)|may i|might)\b(?! (?:i say|i need))"
    r"|,? right$|,? isn't it$|,? correct$"
)
UNREAL: Final = re.compile(
    r"\b(?:if(?! (?:possible|you (?:can|could|don't mind|want|like|need|must know)|that helps|that matters|needed"
    r"|necessary|applicable|it (?:helps|matters)|i(?:'m| am) honest))|unless(?! i say)|suppose|supposing|imagine"
    r"|assuming|assume|pretend|what if|let's say|lets say|say i|hypothetically|in case|whether|as though|had i|were i"
    r"|even if|if only|provided that|in theory|wish i|wish we|wish my)\b|\bcould have\b|\bwould have\b|\bshould have\b"
)
WOULD: Final = re.compile(
    r"\b(?:i|we) (?:would|could)\b(?! (?:like (?:your|you to|shorter|longer|more|all|the answers)|rather|prefer|much rather|love to (?:learn|visit|travel)|describe|consider my"
    r"|say i|never))"
)
GUESS: Final = re.compile(
    r"\b(?:maybe|perhaps|might|probably|possibly|presumably|i think|i guess|i suppose|i believe|i assume|i suspect"
    r"|i feel like|i'd say|not sure|unsure|not certain|don't know (?:if|whether|what|how|why|where|when|which)|no idea"
    r"|wondering|wonder|thinking (?:about|of)|considering|debating|could be|may be|seems?|apparently|undecided"
    r"|torn between|should i|leaning towards?|one day i|eventually i|tempted|kind of want|or something)\b"
    r"|\bmay (?!\d|[ptf])(?=[a-z]+ (?!\d))|\b(?:i|we) may\b"
)
HEARSAY: Final = re.compile(
    r"\b(?:he|she|they|someone|somebody|people|everyone|folks|(?:my|our|the|a|an|this|that) (?:[\w']+ )?(?:friend"
    r"|buddy|boss|manager|colleague|coworker|co-worker|teammate|roommate|neighbou?r|client|customer|guy|woman|man|lady"
    r"|girl|teacher|professor|wife|husband|mom|mum|mother|dad|father|sister|brother|son|daughter|kid|partner"
    r"|girlfriend|boyfriend|article|book|report|news|website|post|review|study|interviewer|recruiter|landlord"
    r"|candidate|user|author|speaker))s? (?:just |always |also |recently |once |often |keeps? )?(?:said|says|saying"
    r"|tell|tells|told|thinks?|thought|claims?|claimed|mentioned|mentions|asks?|asked|believes?|suggested|insists?"
    r"|wrote|writes|argues|replied|announced|complains?)\b"
    r"|\b(?:i (?:heard|read|saw|was told|hear)|rumou?r|according to|they say|supposedly|allegedly|reportedly|quote"
    r"|for example|for instance|e\.g\.|such as when)\b|^(?:[a-z]+) (?:said|says|told me)\b"
)
DOCTOR: Final = re.compile(r"\b(?:doctor|physician|dermatologist|cardiologist|therapist)\b")
YOU: Final = re.compile(r"\b(?:you|your|yours|yourself)\b")
YOU_IDIOMS: Final = re.compile(
    r"\b(?:as you (?:know|can see|may know)|you know|just so you know|fyi|let you know|you see|thank you|if you (?:can"
    r"|could|don't mind|want|like|must know|need)|i(?:'ll| will| can)? tell you|to tell you the truth"
    r"|believe it or not|you should know(?: that)?)\b,?"
)
HERE_AND_NOW: Final = re.compile(
    r"\b(?:error|bug|stack ?trace|the (?:script|link|file|page|code|image|screenshot|attachment|answer|document"
    r"|spreadsheet|function|query|output|result|snippet|prompt|button|formula|chart|table|paragraph|sentence|step"
    r"|invoice|output)|my (?:code|script|query|function|question|point|message|prompt|previous|last message|screen"
    r"|homework|essay|draft|request)|option [a-z\d]|step \d|version \d|second (?:one|version|option|point|step"
    r"|approach)|first (?:one|version|option|point|step|approach)|this (?:one|answer|approach|version|idea|solution"
    r"|error|method|place|project|text|code|file|problem|article|function|library|tool|restaurant|hotel)|kidding"
    r"|joking|in a (?:minute|second|sec|moment)|be right back|brb|a question|an issue|a problem|trouble)\b"
    r"|\bi(?: am|'m)? (?:so |very |really |a bit |a little |kind of |pretty |just |feeling |getting )*(?:hungry|tired"
    r"|sleepy|thirsty|bored|confused|lost|stuck|sorry|back|here|done|late|busy (?:now|today|right)|excited|happy|sad"
    r"|glad|angry|upset|worried|frustrated|exhausted|ready|sure|curious|impressed|amazed|surprised|afraid (?:that|i|so"
    r"|not)|stressed)\b(?! (?:of|in|at being)\b)"
)
LEADS: Final = re.compile(
    r"(?:[^\w\"“'‘«(\[<$£€+@&%]+|\d{1,2}[.)]\s|(?:(?:hi|hello|hey|hiya|yo)(?: there| everyone| all| guys| team| again)?"
    r"|oh|ah|um+|uh+|hmm+|well|ok|okay|yes|yeah|yep|no|nope|nah|sure|right|so|and|but|also|plus|then|because|since"
    r"|as(?= i\b| my\b| we\b)|while|although|though|whereas|yet|however|anyway|anyways|actually|honestly|frankly"
    r"|seriously|basically|personally|in fact|to be honest|tbh|truth be told|to be clear|fyi|for context|for reference"
    r"|for the record|for your information|by the way|btw|oh and|in general|in addition|additionally|besides|lol|haha+"
    r"|wait|sorry|my bad|oops|correction|scratch that|just so you know|as you know|you know|you see|i mean|look|listen"
    r"|quick (?:intro|update|note|question|correction)|update|note|a bit about me|about me|first(?:ly)?|second(?:ly)?"
    r"|finally|lastly|unfortunately|luckily|fortunately|sadly|thankfully|good morning|good evening|good afternoon"
    r"|dear \w+|thanks|thank you|please(?= note| remember)|i misspoke|let me (?:correct|clarify|add)(?: that| myself)?"
    r"|to clarify|one more thing|another thing|also note|that said|having said that|of course|obviously|apparently not"
    r"|funny enough|believe it or not|turns out|it turns out(?: that)?|the thing is(?: that)?|given that|seeing as"
    r"|considering(?: that)?|to introduce myself|let me introduce myself|i should (?:mention|add|note)(?: that)?"
    r"|i forgot to (?:mention|say)(?: that)?|keep in mind(?= i| my| we)(?: that)?|that means|which means|if it helps"
    rf"|i(?: would)? say|that|in case it matters|{en_repairs.LEADS})(?=[\s,.!:;\-—–]|$))",
)


AWAY: Final = re.compile(
    r"\b(?:business trip|on a trip|vacation|holiday|visiting|visited|travel(?:l)?ing|conference|offsite|training course|trade fair|honeymoon)\b"
)


def asks(view: str) -> bool:
    """Whether a clause asks."""
    return QUESTION.search(view) is not None


def unreal(view: str) -> bool:
    """Whether a clause opens a hypothesis or hands on what others say, to the end of its sentence."""
    if UNREAL.search(view) or WOULD.search(view):
        return True
    m = HEARSAY.search(view)
    return m is not None and not DOCTOR.search(view[: m.end()])


def passing(view: str) -> bool:
    """Whether a clause is about this conversation or this minute, or speaks to the assistant."""
    return HERE_AND_NOW.search(view) is not None or YOU.search(YOU_IDIOMS.sub("", view)) is not None
