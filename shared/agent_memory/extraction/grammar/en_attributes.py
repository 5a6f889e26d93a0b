"""English rules: "my X is Y" for the attributes that are worth keeping."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.memories.model import Kind

NAME_NOUNS: Final = (
    "(?:full |first |last |middle |legal |real |given |family |user ?|maiden |pen |chinese |english )?name|nickname"
    "|surname|initials"
)
BIRTH_NOUNS: Final = "birthday|birth date|date of birth|birthdate|wedding anniversary|anniversary"
IDENTITY_NOUNS: Final = (
    "job title|job|title|role|position|occupation|profession|nationality|native language|mother tongue|first language"
    "|gender|pronouns|hometown|home town|age|employer|religion|ethnicity"
)
LIMIT_NOUNS: Final = (
    "(?:\\w+ ){0,2}budget|rent|salary|income|spending limit|credit limit|price range|price limit|mortgage"
)
MEETING_NOUNS: Final = "(?:\\w+ )?(?:meeting|standup|stand-up|flight|appointment|interview|wedding|trip|launch|call|review|party|exam|surgery|release)"
DEADLINE_NOUNS: Final = "(?:\\w+ ){0,2}(?:deadline|due date|submission date|launch date|release date|delivery date)"
CODE_NOUNS: Final = (
    "(?:\\w+ ){0,2}(?:license plate|plate number|employee (?:number|id)|member(?:ship)? (?:number|id)"
    "|customer (?:number|id)|account (?:number|id|name)|order number|vendor id|tax id|vat number|wifi(?: name"
    "| network)?|wi-fi name|email(?: address)?|phone number|address|zip code|postal code|postcode|username|handle"
    "|github|website|domain|student id|locker number|gate code(?: hint)?|employee id|booking reference"
    "|confirmation number|frequent flyer number|serial number|room number|seat)"
)
HOME_NOUNS: Final = "home|house|apartment|flat|place"
OTHER_NOUNS: Final = (
    "number|home|house|apartment|flat|"
    "favou?rite [\\w' -]{2,30}?|go-to [\\w -]{2,20}?|preferred [\\w -]{2,20}?|usual [\\w -]{2,20}?"
    "|ideal [\\w -]{2,20}?|hobb(?:y|ies)|passions?|interests|pastime|phone|laptop|car|computer|camera|bike"
    "|operating system|browser|editor|ide|daily driver|blood type|shoe size|height|weight|time ?zone"
    "|working hours|work hours|office hours|schedule|commute|shift|goal|dream|main goal|goals|resolution|major|degree"
    "|diet|visa|passport|contract|lease|insurance|subscription|flight|wedding|interview|surgery|exam|appointment"
    "|due date|vacation|fiscal year|accountant|team size|meeting|weekly meeting|next meeting|trip|conference"
    "|team meeting|standup|stand-up|dentist|team|graduation|thesis|moving date|start date|last day|first day"
    "|emergency contact|(?:main |biggest |key |target )?(?:customers|clients|suppliers|market|audience)|(?:spoken "
    "|written )?(?:english|spanish|french|german|chinese|mandarin|japanese)|handwriting|eyesight|sister company"
    "|specialty|specialization|area of expertise|biggest fear|weakness|star sign|zodiac sign|lucky number|native city"
    "|alma mater"
)
NOUNS: Final = "|".join((DEADLINE_NOUNS, LIMIT_NOUNS, CODE_NOUNS, NAME_NOUNS, BIRTH_NOUNS, IDENTITY_NOUNS, OTHER_NOUNS))
BARE_NOUNS: Final = "|".join(
    (
        DEADLINE_NOUNS,
        "(?:\\w+ ){0,2}budget",
        (
            "(?:report|paper|project|proposal|thesis|meeting|flight|launch|presentation|assignment|wedding|interview"
            "|surgery|appointment|invoice|delivery|application)"
        ),
        "gate code(?: hint)?|vendor id|fiscal year",
    )
)

_FACT: Final = Kind.FACT
_RULE: Final = Kind.CONSTRAINT
_IS: Final = (
    r"(?:is|are|was|has been|have been|starts|ends|expires)(?: currently| now| actually| about| around| roughly| only"
    r"| set (?:to|for)| capped at| going to be| always| just| still| scheduled (?:for|on)| moved to| on)*"
)

# fmt: off
ATTRIBUTES: Final[tuple[Rule, ...]] = (
    row("home is in", "in",
        r"(?:is|are)(?: now| currently)? in (?P<place>[^X]+?)~",
        _FACT, 5, 0.9, "{s} is in {place}", who="attribute", entities="place:location", sets="home", only={"s": f"^(?:{HOME_NOUNS})$"},
        never={"place": rf"{THIS}|^ ?(?:a |an |good|bad|the (?:middle|process)|disarray|escrow|order|trouble)"}),
    row("number", "is",
        r"is(?: now)? (?P<v>\+?[\d(][\d ()-]{6,18}\d)~",
        _FACT, 4, 0.9, "The user's phone number is {v}", who="attribute", sets="s", only={"s": "^number$"}),
    row("name", "is",
        r"is(?: actually| now)? <name:NAME>(?:,? (?:but|by the way|not)\b[^X]*)?~",
        _FACT, 5, 0.95, "{s} is {name}", who="attribute", entities="name:person", sets="s",
        only={"s": f"^(?:{NAME_NOUNS})$"}),
    row("birthday", "is falls",
        r"(?:is|falls)(?: actually)?(?: on| in)? (?P<v>[^X]+)",
        _FACT, 5, 0.95, who="attribute", keep_dates=True, sets="s", only={"s": f"^(?:{BIRTH_NOUNS})$"}),
    row("changed", "changed moved raised increased went got bumped cut lowered reduced dropped pushed extended postponed delayed rose grew slipped to until",
        r"(?:(?:has|have|was|were|is|are|got|had)(?: been| just| now| recently)* )?(?:(?:changed|moved|raised|increased|upped|bumped|went|gone|go|cut|lowered"
        r"|reduced|dropped|decreased|pushed|extended|postponed|delayed|rescheduled|shifted|brought|rose|risen|grew|grown|slipped|jumped|updated|switched"
        r"|adjusted) )?(?:up |back |down |forward |out |over )?(?:from <old> )?(?:to|until|till) (?P<v>[^X]+?)(?: (?:because|since|so|due)\b[^X]*)?~",
        _FACT, 4, 0.9, "{s} is now {v}", who="attribute", sets="s", never={"s": "^[?]", "v": rf"{THIS}|^(?:be|do|get|go|make|have)\b"}),
    row("deadline", "is was",
        rf"{_IS}(?: by)?(?P<v> [^X]+)",
        _RULE, 4, 0.95, who="attribute", sets="s",
        only={"s": f"(?:{DEADLINE_NOUNS})$", "p": r"[TF]|\d|end of|friday|monday|tuesday|wednesday|thursday|the"},
        never={"v": r"^ (?:approaching|close|near|coming|tight|unrealistic|too|not)\b"}),
    row("limit", "is went increased dropped capped",
        r"(?:is|are|was|went|has been|increased|dropped|has increased|can't exceed|cannot exceed|shouldn't exceed"
        r"|must not exceed|tops out)(?P<v>[^X]*\d[^X]*)",
        _RULE, 4, 0.95, who="attribute", sets="s", only={"s": f"(?:{LIMIT_NOUNS})$"}),
    row("identity", "is are",
        rf"{_IS}(?P<v> [^X]+)",
        _FACT, 5, 0.9, who="attribute", sets="s", only={"s": f"^(?:{IDENTITY_NOUNS})$"},
        never={"v": rf"{THIS}|^ (?:killing|hard|great|good|boring|stressful|to |so|too|not|very|really|driving)\b"}),
    row("must by", "must due has needs",
        r"(?:is due|are due|must be|has to be|have to be|needs to be|need to be|must|has to|needs to)(?P<v> [^X]+)",
        _RULE, 4, 0.9, who="attribute", sets="s", only={"v": "[TF]"}),
    row("goal", "is",
        r"is(?: to)?(?P<v> [^X]+)",
        Kind.INTENT, 3, 0.9, who="attribute", sets="s", ttl_days=180, only={"s": r"goals?$|dream$|resolution$"},
        never={"v": rf"{THIS}|^ to (?:get this|fix|make (?:this|the)|understand)"}),
    row("happens on", "is was starts begins takes has leaves departs arrives ends expires",
        rf"(?:{_IS}|takes place|has been moved to|got moved to|was moved to|begins|start|starts|departs|leaves"
        r"|arrives)(?P<v>[^X]*[TFR][^X]*)",
        _FACT, 3, 0.9, who="attribute", sets="s", never={"s": "^[?]", "v": THIS}),
    row("code", "is",
        r"is(?P<v> [^X]+)",
        _FACT, 4, 0.9, who="attribute", sets="s", only={"s": f"(?:{CODE_NOUNS})$"},
        never={"v": rf"{THIS}|^ (?:broken|down|slow|not|wrong|full|invalid)\b"}),
    row("unknown attribute", "is are",
        rf"{_IS}(?P<v> [^X]+)",
        _FACT, 3, 0.6, who="attribute", sets="s", only={"s": "^[?]"},
        never={
            "v": rf"{THIS}|^ (?:broken|down|slow|not|wrong|full|dead|ok|okay|fine|good|great|bad|very|really|so|too"
                r"|almost|here|there|at risk|empty|late|delayed|over|done|going|getting|being|what|how|to|if|a bit"
                r"|kind|about|on|in|that|because|due to|\w+ing)\b",
        }),
    row("language level", "is isn't",
        r"(?:isn't|is not|is)(?P<v> [^X]+)",
        Kind.KNOWLEDGE, 3, 0.8, who="attribute",
        only={"s": r"(?:english|spanish|french|german|chinese|mandarin|japanese|handwriting|eyesight)$"}),
    row("attribute", "is are starts ends expires",
        rf"{_IS}(?P<v> [^X]+)",
        _FACT, 3, 0.85, who="attribute", sets="s",
        never={
            "v": rf"{THIS}|^ (?:broken|down|slow|not|wrong|full|dead|ok|okay|fine|good|great|bad|very|really|so|too"
                r"|almost|here|there|at risk|empty|late|delayed|over|done)\b",
            "s": rf"team$|meeting$|^[?]|^number$|^(?:{HOME_NOUNS})$",
        }),
)

CONTACTS: Final[tuple[Rule, ...]] = (
    row("contact called", "is named called",
        r"(?:is|'s)(?: now)?(?: called| named|'s name is)? <name:NAME>~",
        Kind.RELATIONSHIP, 3, 0.85, "{s} is called {name}", who="contact", entities="name:person",
        never={
            "name": r"^(?:an?|the|not|so|very|my|on|in|at|from|great|good|bad|nice|moving|leaving|coming|going|always"
                r"|really|happy|angry|mad|sick|new|here|away|asking|pushing|strict|demanding|out|late)\b",
        }),
)
# fmt: on
