"""English rules: health, allergies, limits, family, pets."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import COUNT, THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT
_RULE: Final = Kind.CONSTRAINT
_KIN: Final = Kind.RELATIONSHIP
_LASTING: Final = 730
"""An allergy does not lapse with the month that constraints live."""

# fmt: off
HEALTH: Final[tuple[Rule, ...]] = (
    row("allergic", "allergic",
        r"(?:(?:am|is|are|became|have been) )?(?:also |very |severely |highly |deathly |mildly |extremely |terribly "
        r"|a bit |really )*(?P<v>allergic to (?P<what>[^X]+?))~",
        _RULE, 5, 0.95, "{s} {be} {v}", ttl_days=_LASTING, entities="what:other",
        never={"what": "you|this|that|work$|bullshit|mondays"}),
    row("not allergic", "allergic",
        r"(?:am|is|are|was)(?: actually| really| in fact)? (?P<v>(?:not|no longer)(?: actually| really)? allergic to (?P<what>[^X]+?))~",
        _RULE, 5, 0.95, "{s} {be} {v}", ttl_days=_LASTING, entities="what:other",
        never={"what": "you|this|that|work$|bullshit|mondays"}),
    row("has an allergy", "allergy allergies epipen",
        r"(?:have|has|got|suffer from|suffers from|developed|carry|carries)(?P<v> [^X]*?(?:allerg(?:y|ies)|epipen"
        r"|epi-pen)\b[^X]*)",
        _RULE, 5, 0.95, ttl_days=_LASTING),
    row("intolerant", "intolerant intolerance celiac coeliac sensitive",
        r"(?:am|is|are|have|has)(?: an?| severely| mildly| also| very)* ?(?P<v>(?:[\w-]+ )?(?:intolerant|intolerance"
        r"|celiac(?: disease)?|coeliac(?: disease)?)(?: to [^X]+)?)~",
        _RULE, 5, 0.95, "{s} {did} {v}", ttl_days=_LASTING),
    row("reacts", "makes_me make_me gives_me give_me break_out hives upsets",
        r"(?P<v>[\w -]{2,30}? (?:makes? me|gives? me|causes? me to|upsets? my)\b[^X]+)",
        _RULE, 5, 0.85, "{V}", who="self", ttl_days=_LASTING,
        only={
            "v": r"hives|rash|itch|sick|break out|vomit|swell|throw up|stomach|migraine|headache|nause|bloat|sneeze"
                r"|drowsy|dizzy",
        }, never={"v": r"^(?:this|that|it|you)\b"}),
    row("has a disease", "have has suffer diagnosed live_with living_with struggle deal_with recovering been",
        r"(?:have|has|have got|suffer from|suffers from|(?:was|were|am|is|have been|has been|got)(?: recently"
        r"| just)? diagnosed with|live with|lives with|am living with|struggle with|struggles with|deal with"
        r"|am recovering from|is recovering from|developed|battle)(?: an?| some| a bit of| severe| mild"
        r"| pretty bad)?(?P<v> (?:<d:DISEASE>)(?![\w-])[^X]*)",
        _FACT, 4, 0.9,
        never={"v": r"^ (?:a |an )?(?:back|bad|high)\b(?! (?:pain|problem|injur|back|knee|blood|cholesterol))(?! ?$)"}),
    row("a bad part", "bad sore weak",
        r"(?:have|has|got|have got)(?P<v> (?:an? |really |very )?(?:bad|sore|weak|injured|broken|torn|sprained"
        r"|messed[- ]up|artificial|herniated|dodgy|fused) (?:back|knees?|shoulder|hip|ankle|wrist|neck|eyesight|eyes"
        r"|hearing|heart|stomach|leg|arm|foot|acl|disc|elbow|memory)\b[^X]*)",
        _FACT, 4, 0.9),
    row("hurt", "hurt broke injured tore sprained surgery operation",
        r"(?:(?:have|has) )?(?:recently |just )?(?:hurt|broke|injured|tore|sprained|fractured|dislocated"
        r"|had (?:[\w-]+ ){0,2}(?:surgery|an operation)|underwent)(?P<v>[^X]*)",
        _FACT, 4, 0.85,
        only={
            "p": r"back|knee|shoulder|hip|ankle|wrist|neck|leg|arm|foot|acl|disc|elbow|rib|finger|toe|hand|surgery"
                r"|operation|collarbone",
        }),
    row("pregnant", "pregnant expecting due",
        r"(?:am|is|are)(?: currently| now)?(?: \w+ (?:weeks|months))?(?: D+)? ?(?P<v>(?:pregnant|expecting (?:an?|our"
        r"|my|twins|their)\b|due in|due on)[^X]*)",
        _FACT, 4, 0.9, never={"v": r"delivery|package|call|reply|answer"}),
    row("uses aid", "wheelchair hearing_aid hearing_aids cane crutches prosthetic glasses insulin cpap pacemaker",
        r"(?:use|uses|wear|wears|take|takes|need|needs|have|has|am on|is on|rely on)(?P<v> (?:an? "
        r"|my )?(?:[\w-]+ )?(?:wheelchair|hearing aids?|cane|crutches|prosthetic \w+|prosthesis|glasses|contacts"
        r"|insulin|cpap|pacemaker|inhaler|service dog|guide dog|screen reader|walker|braces)\b[^X]*)",
        _FACT, 4, 0.85),
    row("takes medicine", "take medication pills",
        r"(?:take|takes|am on|is on|am taking|is taking)(?P<v> [^X]*?(?:medication|meds|pills|insulin|statins"
        r"|antidepressants|blood thinners|metformin|ibuprofen|antihistamines|supplements|beta blockers)\b[^X]*)",
        _FACT, 4, 0.85),
    row("cannot do", "can't cannot unable not_able not_allowed not_supposed shouldn't",
        r"(?:can't|cannot|can not|am unable to|am not able to|am not allowed to|am not supposed to|shouldn't"
        r"|is not allowed to|is unable to|can no longer)(?: really| easily| safely)? (?P<v>(?:eat|drink|stay up"
        r"|have (?:dairy|gluten|sugar|nuts|alcohol|caffeine|any)|run|walk|lift|climb|stand|sit|drive|fly|see|hear|swim"
        r"|exercise|digest|tolerate|handle|work|travel|bend|kneel|type|read|sleep|spend|use|take|jump|ski|carry"
        r"|do)\b[^X]*)",
        _RULE, 4, 0.8, ttl_days=365,
        only={
            "v": r"eat|drink|stay up|dairy|gluten|run|walk|lift|climb|stand for|sit for|drive|fly|hear|swim|exercis"
                r"|digest|tolerate|heavy|work (?:on|after|before|past|R)|travel|bend|kneel|sleep|spend|more than|R"
                r"|jump|ski|carry|stairs|high-impact",
        },
        never={
            "v": rf"{THIS}|\b(?:link|file|page|error|image|see what|install|open)\b|^see\b|^do\b|use (?:it|this)"
                r"|^work (?:it|this|out)",
        }),
    row("doctor says", "doctor physician dermatologist cardiologist",
        r"doctor (?P<w>told|said|says|advised|recommended|diagnosed|suggested|warned|wants|tells)(?: me"
        r"| us)?(?: that)?(?: to)? (?P<v>i have [^X]+|i am [^X]+|i should[^X]+|i need[^X]+|i can't [^X]+)",
        _FACT, 4, 0.85, "The user's doctor {w} {them} {v}", who="self"),
    row("bodily facts", "tall weigh cm feet inches foot am_4' am_5' am_6' is_5' is_6'",
        r"(?:am|is)(?P<v> (?:[\d. ]+ ?(?:cm|ft|feet|inches|m|tall|foot)\b[^X]*|\d'\d{1,2}\"?[^X]*))|(?:weigh"
        r"|weighs)(?P<w> [^X]+)",
        _FACT, 3, 0.9, sets="body"),
    row("sober", "sober smoke-free clean",
        r"(?:am|have been|has been|is)(?P<v> (?:sober|smoke-free|alcohol-free|in recovery)[^X]*)",
        _FACT, 4, 0.85),
    row("swore off", "quit gave_up stopped",
        r"(?:(?:have|has) )?(?:recently |just )?(?:quit|gave up|stopped|given up)(?P<v> (?:smoking|drinking|alcohol"
        r"|sugar|caffeine|coffee|vaping|meat|gambling|social media|cigarettes)\b[^X]*)",
        Kind.PREFERENCE, 4, 0.85),
)

FAMILY: Final[tuple[Rule, ...]] = (
    row("has relatives", "have has raise raising",
        rf"(?:have|has|have got|am raising|are raising|raise)(?: also)?(?P<v> (?:(?:{COUNT}|no|my own|twin|grown|adult"
        r"|both|identical) )+(?:(?:[\w-]+ ){0,3}?)(?P<rel>(?:<r:FAMILY>)|\d+[- ]year[- ]olds?|\w+[- ]year[- ]olds?"
        r"|\d+[- ]month[- ]olds?|boys?|girls?)(?![\w])[^X]*)",
        _KIN, 4, 0.9, who="self", introduces="rel", never={"v": THIS}),
    row("has relatives, dated", "D", r"(?:have|has|have got)(?P<v> (?:an? )?D+ old[^X]*)", _KIN, 4, 0.85, who="self"),
    row("parent of", "mom mother father dad parent grandmother grandfather grandma grandpa uncle aunt guardian",
        r"(?:am|is)(?: now| also)?(?P<v> (?:an?|the) (?:(?:[\w-]+) ){0,4}?(?:mom|mum|mother|father|dad|parent"
        r"|grandmother|grandfather|grandma|grandpa|uncle|aunt|guardian|stepmom|stepdad|dad-to-be|mom-to-be)(?: (?:of"
        r"|to|with)\b[^X]*)?)~",
        _KIN, 4, 0.9, who="self"),
    row("keeps pets", "have has own adopted got rescued foster",
        r"(?:have|has|have got|own|owns|adopted|just adopted|got|rescued|foster|fosters|keep"
        rf"|are getting)(?P<v> (?:(?:{COUNT}|my|our|some"
        r"|both) )(?:[\w-]+ ){0,3}?(?P<pet>(?:<p:PET>))(?![\w-])(?:,? (?:named|called"
        r"|whose name is) (?P<name>[^X,]+))?[^X]*)",
        _KIN, 4, 0.9, who="self", introduces="pet", entities="name:person",
        never={"v": rf"{THIS}|\b(?:food|video|person)\b"}),
    row("expecting", "expecting",
        r"(?:am|is|are) (?P<v>expecting (?:an?|our|my|twins|their|the)\b[^X]*)",
        _KIN, 4, 0.9, only={"v": r"baby|child|twins|kid|boy|girl|son|daughter|grandchild"}),
    row("adopted", "only_child eldest youngest middle_child twin",
        r"(?:am|is)(?P<v> (?:an?|the) (?:only child|eldest|oldest|youngest|middle child|twin|firstborn)\b[^X]*)",
        _KIN, 3, 0.85),
    row("relation is", "is are",
        r"(?:is|are)(?: also| now| currently)? (?P<v>an? [^X]+)",
        _KIN, 3, 0.7, who="family", never={"v": rf"{THIS}|\b(?:bit|little|lot|problem|question|mess)\b"}),
    row("family state", "retired died passed away born works lives teaches",
        r"(?:is |was |has |have |are )?(?P<v>(?:retired|died|passed away|was born|were born|lives? with|live with"
        r"|lives? in|has passed)\b[^X]*)",
        _KIN, 4, 0.85, who="family"),
)

LIMITS: Final[tuple[Rule, ...]] = (
    row("must by", "have_to need_to must due deadline",
        r"(?:have to|need to|must|has to|needs to|am supposed to|are supposed to)(?P<v> (?:submit|finish|deliver"
        r"|complete|hand in|ship|launch|turn in|file|pay|renew|send|present|publish|release|return|move out|decide"
        r"|register|apply|be (?:done|ready|finished|delivered|submitted|shipped|completed|launched|in))\b[^X]*)",
        _RULE, 4, 0.85, who="owner", only={"v": "[TF]"}, never={"v": THIS}),
    row("cannot spend", "can't_spend cannot_spend spend budget afford",
        r"(?:can't|cannot|can only|can not|don't want to|want to|can)(?: afford to)? (?P<v>(?:spend|afford|pay|go over"
        r"|exceed)\b[^X]*\d[^X]*)",
        _RULE, 4, 0.85, who="any"),
    row("allowed only", "only_allowed allowed required must",
        r"(?:(?:am|are|is) (?:only allowed to|not allowed to|required to|obligated to|not permitted to"
        r"|only permitted to|contractually \w+ to))(?P<v> [^X]+)",
        _RULE, 4, 0.85, who="any", ttl_days=180, never={"v": THIS}),
    row("no work at", "don't can't never won't unavailable off",
        r"(?:don't|do not|never|won't|can't|cannot|do no) (?P<v>(?:work|take (?:meetings|calls)|answer|check|do"
        r"|schedule|travel|accept|have|attend|respond|pick up|read)\b[^X]*(?:R|before|after|on (?:weekends|sundays"
        r"|saturdays|fridays|mondays)|past|during)[^X]*)",
        _RULE, 4, 0.8, ttl_days=180, never={"v": THIS}),
    row("is off", "off unavailable available busy free",
        r"(?:am|is|are)(?P<v> (?:off|unavailable|busy|not available|only available|free|out of office|never available"
        r"|in meetings)\b[^X]*)",
        _RULE, 3, 0.8, ttl_days=180, only={"p": "R"}),
)
# fmt: on
