"""English rules: plans and wishes, and what has happened."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.memories.model import Kind

_PLAN: Final = Kind.INTENT
_FACT: Final = Kind.FACT
_NOT_PLAN: Final = (
    rf"{THIS}|\b(?:it|them)\b(?! (?:is|was))|^make (?:it|my)|^(?:try|test|use it|ask|know|see|check|say|thank"
    r"|go (?:with|ahead)|do (?:it|so)|get (?:back|some (?:help|advice))|let|be (?:able|honest|clear|sure)|understand"
    r"|make sure|have (?:a look|a question|you|lunch)|look|talk|add|change|send|share|start by|begin by|stick|follow"
    r"|think|sleep|eat|grab|order|book (?:a|an|two|the) (?:table|room|flight|ticket|hotel)|find|sort|merge|convert"
    r"|write|create (?:a|an|some)|generate|print|parse|call (?:it|you)|wait|need|take a (?:look|break|nap|shower)"
    r"|give|set up|implement|fix|update|install|run (?:it|the)|build (?:a|an|the) (?:script|function|website|page"
    r"|app that)|copy|keep|avoid)\b"
)
_GERUNDS: Final = (
    "travel(?:l)?ing|flying|going|moving|visiting|getting|starting|attending|leaving|taking|meeting|having|running"
    "|hosting|buying|selling|retiring|relocating|training|hiking|driving|heading|returning|launching|joining|switching"
    "|changing|giving|presenting|competing|performing|adopting|expecting|renovating|marrying|graduating|celebrating"
    "|throwing|opening|quitting|applying|planning|organi[sz]ing|speaking|interviewing|studying|working|coming|staying"
    "|spending|having surgery|undergoing|participating"
)
_DONE: Final = (
    "graduated|got married|got engaged|got divorced|got my|got a|got the|bought|sold|launched|finished|completed|won"
    "|passed|started|broke|adopted|quit|retired|published|signed|visited|went to|went on|flew to|travelled to"
    "|traveled to|moved|ran|climbed|released|opened|closed on|gave birth|became|lost|hired|raised|earned|received"
    "|attended|hiked|switched|celebrated|took up|joined|founded|shipped|deployed|renewed|paid off|ran my"
    "|came back from|returned from|had (?:a|our|my|an) (?:baby|son|daughter|surgery|operation|accident|wedding)|met my"
    "|planted|built|renovated|learned|took my|did my|quit my|was promoted|was born|saw|performed|competed|presented"
    "|spoke at|defended|submitted"
)

# fmt: off
PLANS: Final[tuple[Rule, ...]] = (
    row("plans to", "plan planning intend intending aim aiming",
        r"(?:plan to|plan on|plans to|plans on|(?:am|is|are) planning (?:to|on)|intend to|intends to|(?:am|is"
        r"|are) intending to|aim to|(?:am|is|are) aiming to|(?:am|is|are) hoping to|hope to|hopes to|(?:am|is"
        r"|are) looking to|(?:am|is|are) set to|(?:am|is|are) about to|(?:am|is|are) determined to|(?:am|is"
        r"|are) saving (?:up )?to) (?P<v>[^X]+)",
        _PLAN, 3, 0.85, "{s} {plans} {base}", never={"v": _NOT_PLAN}),
    row("plans a thing", "planning preparing training saving organizing",
        r"(?:(?:am|is|are) (?:currently |now |also )?(?:planning|preparing for|training for|saving (?:up )?for"
        r"|organi[sz]ing|studying for|working towards?))(?P<v> [^X]+)",
        _PLAN, 3, 0.8, never={"v": rf"{THIS}|\b(?:it|them)\b|^ to |^ an? (?:few|lot|bit)~?$|^ (?:on|for) (?:it|that)"}),
    row("has decided", "decided resolved committed",
        r"(?:(?:have|has) )?(?:finally |just |recently )?(?:decided|resolved|committed|vowed|promised myself) (?:to"
        r"|that i will|that i'm going to) (?P<v>[^X]+)",
        _PLAN, 3, 0.85, "{s} has decided to {base}", never={"v": _NOT_PLAN}),
    row("going to", "going_to",
        r"(?:am|is|are) going to (?P<v>(?:[a-z]+)\b[^X]*)",
        _PLAN, 3, 0.8, "{s} {plan} to {base}",
        never={
            "v": rf"{_NOT_PLAN}|^(?:the|a|an|my|work|bed|sleep|school|lunch|dinner|be|need|love|hate|fail|die|cry)\b",
        }),
    row("going there", "going_to",
        r"(?:am|is|are) going to (?P<v>(?:the |a |an |my )?[^X]+)",
        _PLAN, 3, 0.8, "{s} {plan} to go to {v}", only={"p": "[TF]"},
        never={
            "v": rf"{THIS}|^(?:try|make|be|have|get|do|see|take|need|start|check|keep|use|bed|sleep|work|lunch"
                r"|the (?:store|bathroom|gym|supermarket|toilet|kitchen))\b",
        }),
    row("will", "will",
        r"will (?P<v>(?:be |have |go|move|travel|fly|visit|start|attend|leave|take|meet|run|host|buy|sell|retire|get"
        r"|join|turn|graduate|marry|give birth|undergo|present|speak|compete|launch|open|return|celebrate|study|finish"
        r"|renovate|drive|stay)\b[^X]*)",
        _PLAN, 3, 0.8, "{s} {will}", only={"p": "[TF]"}, never={"v": _NOT_PLAN}),
    row("doing soon", "ing",
        rf"(?:am|is|are) (?:also |finally |actually |now )?(?P<v>(?:{_GERUNDS})\b[^X]*)",
        _PLAN, 3, 0.85, "{s} {plan} to {base}", only={"p": "[TF]"},
        never={
            "v": rf"{THIS}|^(?:going (?:through|crazy|with|over)|having (?:trouble|issues|problems|a hard|fun|lunch)"
                r"|getting (?:an? error|the error|better|tired|started)|running (?:into|late|out|the)"
                r"|taking (?:a break|care)|working|coming back|planning)\b",
            "p": r"R|T+ ?[^F]*$(?<!F)",
        }),
    row("married soon", "getting_married",
        r"(?:am|is|are) (?P<v>getting married\b[^X]*)",
        _PLAN, 4, 0.85, "{s} {plan} to {base}"),
    row("booked", "booked signed_up registered enrolled scheduled reserved",
        r"(?:(?:have|has|have already) )?(?:just |already |finally |recently )?(?:booked|signed up for|registered for"
        r"|enrolled in|scheduled|reserved|signed up to|got tickets (?:to|for)|bought tickets (?:to|for))(?P<v> [^X]+)",
        _PLAN, 3, 0.85, never={"v": THIS}),
    row("has an event", "have has",
        r"(?:have|has|have got)(?P<v> (?:an?|my|our|his|her|the|two|three|some)(?: [\w'-]+){0,4}? ?(?:interview|exam"
        r"|test|appointment|surgery|meeting|flight|wedding|conference|trip|vacation|presentation|performance|recital"
        r"|race|marathon|concert|deadline|party|reunion|date|checkup|procedure|game|match|tournament|birthday"
        r"|anniversary|baby shower|finals|midterms|audition|gig|review|demo|hearing|move|launch|camp)\b[^X]*)",
        _PLAN, 3, 0.85, only={"p": "[TF]"}, never={"v": THIS, "p": "R"}),
    row("wants to", "want like hope dream wish trying_to need_to have_to",
        r"(?:am trying to|have been trying to|need to|want to|wants to|would like to|would love to|really want to"
        r"|have always wanted to|dream of|hope to|wish to) (?P<v>(?:learn|move|become|get (?:better|fit|in shape|a new"
        r"|into|certified|promoted|married|a (?:dog|cat|job))|lose|gain|save|buy|start (?:a|my|an|running|investing"
        r"|exercising|learning)|travel|visit|study|quit|change (?:careers|jobs)|retire|cut (?:down|back)|get (?:rid"
        r"|out) of|stop (?:smoking|drinking)|sleep (?:more|better)|drink (?:more|less)|write (?:a|my) (?:book|novel)"
        r"|run a|climb|improve|build (?:a house|muscle|my)|open|own|adopt|have (?:kids|children|a baby)|read more"
        r"|eat (?:less|more|healthier)|exercise|practice|master|publish|launch|go (?:back to|to \w+ (?:in|next))"
        r"|switch|grow|reduce|cut down|teach|volunteer|pursue|earn)\b[^X]*)",
        _PLAN, 3, 0.75, "{s} {did} {v}",
        never={
            "v": rf"{THIS}|\b(?:it|them)\b|how to|learn (?:about|more)|buy (?:a|an|some) (?:ticket|gift|present)"
                r"|\b(?:suggest|recommend)",
        }),
)

EVENTS: Final[tuple[Rule, ...]] = (
    row("happened", "P",
        rf"(?:(?:have|has) )?(?:finally |just |recently |successfully )?(?P<v>(?:{_DONE})\b[^X]*)",
        _FACT, 3, 0.8, who="any", only={"p": "P"},
        never={"v": rf"{THIS}|\b(?:error|bug|step|message|email|answer|link|file)\b", "p": "R"}),
    row("has just", "just finally recently have has got bought adopted",
        rf"(?:(?:have|has) )?(?P<v>(?:{_DONE})\b[^X]*)",
        _FACT, 3, 0.65,
        only={
            "p": r"\b(?:just|finally|recently|have|has)\b",
            "v": r"house|home|car|degree|license|marri|engaged|divorc|baby|marathon|exam|certif|job|company|book|dog"
                r"|cat|puppy|kitten|retire|promot|award|prize|visa|citizenship|mortgage|loan|surgery|half marathon"
                r"|championship|tesla|phd|thesis",
        }, never={"v": rf"{THIS}|\b(?:error|bug|step)\b"}),
)
# fmt: on
