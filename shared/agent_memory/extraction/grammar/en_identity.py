"""English rules: names, age, origin, home, education."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.vocabulary_en import LANGUAGES
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT
_NOT_NAME: Final = (
    r"^(?:a|an|the|not|so|very|too|just|on|in|at|from|here|back|sorry|sure|going|trying|looking|happy|glad|done|good"
    r"|fine|ok|okay|new|still|also|always|into|about|using|working|getting|having|it|this|that)\b"
)
_NOT_PLACE: Final = (
    r"^(?:the (?:moment|past|present|future|office|middle|process)|my|a meeting|fear|peace|constant|denial|hope|it"
    r"|this|that|here|there|their|with|by|off|on|under)\b|(?:^| )(?:if|would)\b"
)
_NOT_HOME_TOWN: Final = (
    r"^(?:work|home|the office|my phone|mobile|a|an|time|now|scratch|here|there|it|this|that|you|your|what|experience"
    r"|memory)\b"
)

# fmt: off
NAMES: Final[tuple[Rule, ...]] = (
    row("called", "call",
        r"(?:am |is )?called <name:NAME>~",
        _FACT, 5, 0.9, "{s} is called {name}", who="named", entities="name:person", sets="name",
        never={"name": _NOT_NAME}),
    row("goes by", "go_by goes_by",
        r"goe?s? by <name:NAME>~",
        _FACT, 5, 0.9, "{s} goes by {name}", entities="name:person", sets="nickname", never={"name": _NOT_NAME}),
    row("named", "named",
        r"(?:am|is|was) named <name:NAME>~",
        _FACT, 5, 0.9, "{s} is named {name}", who="named", entities="name:person", sets="name",
        never={"name": _NOT_NAME}),
)

SELF_NAMED: Final[tuple[Rule, ...]] = (
    row("is the name", "am",
        r"am <name:NAME>(?:,? (?:by the way|here))?~",
        _FACT, 5, 0.75, "{s} is called {name}", who="self", entities="name:person", sets="name",
        never={"name": _NOT_NAME + r"|\b(?:a|an|the|of|to|for|in|on|at|than|from)\b"}),
    row("here", "here",
        r"<name:NAME> here~",
        _FACT, 5, 0.8, "{s} is called {name}", who="self", entities="name:person", sets="name",
        never={"name": r"^(?:i|we|it|all|new|right|still|over|up|down|back|around|from|same)\b"}),
)

PERSONAL: Final[tuple[Rule, ...]] = (
    row("age", "year turned turning old",
        r"(?:am|is|are|turned|turn|just turned) (?P<n>\d{1,3}|[a-z]+(?:-[a-z]+)?)(?: years? old| years? of age)~",
        _FACT, 5, 0.95, "{s} is {n} years old", sets="age"),
    row("turned", "turned", r"(?:just |recently )?turned (?P<n>[1-9]\d|\d)(?: (?:on |in )?[PT]+)?~", _FACT, 5, 0.9, "{s} is {n} years old", sets="age"),
    row("age in figures", "am is are",
        r"(?:am|is|are)(?: actually| now| already| only)? (?P<n>[1-9]\d|[1-9])~",
        _FACT, 5, 0.85, "{s} is {n} years old", sets="age"),
    row("age in words", "am is are",
        r"(?:am|is|are) (?P<n>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
        r"|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one"
        r"|two|three|four|five|six|seven|eight|nine))?)~",
        _FACT, 5, 0.85, "{s} is {n} years old", sets="age"),
    row("bare age", "years_old", r"(?P<n>\d{1,3}) years old~", _FACT, 5, 0.85, "{s} is {n} years old", sets="age"),
    row("decade of life", "in_my",
        r"am in my (?:early |mid |mid-|late )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|\d0s)~",
        _FACT, 4, 0.9),
    row("born", "born",
        r"(?:was|were|am|is) born (?:on |in |at )*(?P<v>[^,X]+.*)",
        _FACT, 5, 0.95, sets="birth", never={"v": THIS}),
    row("from", "from",
        r"(?:am|is|are|come|comes|hail|hails)(?: \w+ly)? from <place>~",
        _FACT, 4, 0.9, entities="place:location", sets="origin", never={"place": _NOT_HOME_TOWN}),
    row("grew up", "grew_up raised",
        r"(?:grew up|(?:was|were) raised|(?:was|were) brought up)(?P<v> (?:in|on|near|speaking|with)\b[^X]+)",
        _FACT, 3, 0.9),
    row("native speaker", "native_speaker native first_language mother_tongue",
        rf"(?:am|is) a native (?P<v>(?:{LANGUAGES})(?: speaker)?)~",
        _FACT, 5, 0.95),
    row(
        "nationality",
        "american british canadian chinese indian german french citizen australian irish scottish mexican brazilian "
        "japanese korean dutch italian spanish polish russian ukrainian turkish swedish norwegian danish finnish "
        "greek portuguese nigerian kenyan egyptian immigrant expat",
        r"(?:am|is|are)(?: an?| half| originally| a proud)? ?(?P<v>(?:american|british|canadian|chinese|indian|german"
        r"|french|australian|irish|scottish|welsh|english|mexican|brazilian|japanese|korean|dutch|italian|spanish"
        r"|polish|russian|ukrainian|turkish|swedish|norwegian|danish|finnish|greek|portuguese|nigerian|kenyan|egyptian"
        r"|vietnamese|thai|filipino|indonesian|[a-z]+ citizen|(?:[a-z]+ )?(?:immigrant"
        r"|expat)(?: [^,]{0,30})?)(?:-\w+)?)~",
        _FACT, 5, 0.85, sets="nationality"),
    row("gender", "man woman male female non-binary trans",
        r"(?:am|is) (?:an? )?(?P<v>(?:trans |cis )?(?:man|woman|male|female|non-?binary|guy|girl|lady))~",
        _FACT, 5, 0.85, sets="gender"),
    row("marital", "married single divorced widowed engaged separated",
        r"(?:(?:am|is|are|got|get|have been|has been|just got) )?(?:recently |happily |newly )?(?P<v>(?:married"
        r"|single(?! \w*(?:point|page|threaded|most))|divorced|widowed|engaged|separated)(?: (?:to|with|for|since|in"
        r"|last|and)\b[^X]*| dad| mom| mother| father| parent| [PTF]+)?)~",
        _FACT, 4, 0.9, sets="marital state", never={"v": r"\b(?:the|with the|in the) (?:project|conversation|issue)"}),
    row("relationship", "in_a relationship dating",
        r"(?:am|is) (?:in a (?P<v>[\w -]*relationship)|dating [^X]+)",
        _FACT, 3, 0.8),
    row("faith", "muslim christian catholic jewish buddhist hindu atheist mormon sikh religious kosher halal",
        r"(?:am|is|are)(?: an?| a practicing| a devout| not)? ?(?P<v>(?:muslim|christian|catholic|jewish|buddhist"
        r"|hindu|atheist|agnostic|mormon|sikh|orthodox|protestant|religious))~",
        _FACT, 4, 0.85),
    row(
        "personality",
        "introvert extrovert introverted extroverted perfectionist intj infp infj enfp intp entp left-handed "
        "colorblind colourblind color-blind night_owl early_bird morning_person minimalist sleeper eater learner "
        "reader people_person",
        r"(?:am|is)(?: an?| the| very| quite| pretty| rather| fairly| somewhat| really"
        r"| a bit of an?)* ?(?P<v>(?:(?:light|heavy|deep|restless) sleeper|picky eater|slow (?:eater|reader|learner)"
        r"|fast (?:reader|learner)|quick learner|people person|team player|introvert(?:ed)?|extrovert(?:ed)?|ambivert"
        r"|perfectionist|[ei][ns][tf][jp](?:-[at])?|left-handed|colou?r-?blind|night owl|early bird|early riser"
        r"|morning person|minimalist|visual learner|deaf|blind|hard of hearing|hearing impaired|dyslexic|autistic"
        r"|neurodivergent)[^X]{0,30})~",
        _FACT, 4, 0.85),
)

HOMES: Final[tuple[Rule, ...]] = (
    row("lives no more", "no_longer anymore any_more don't",
        r"(?:no longer (?:live|reside)|do not live|don't live)s? (?:in|at|near) <old>~",
        _FACT, 3, 0.9, ends="home"),
    row("used to live", "used_to",
        r"used to (?P<v>(?:live|work|be|study|own|run|teach|smoke|drink|play)\b[^X]+)",
        _FACT, 3, 0.85, never={"v": THIS}),
    row("is in now", "in",
        r"(?:am|is|are)(?: now| currently| living| based| back)* in <place>(?: now)?~",
        _FACT, 4, 0.8, "{s} lives in {place}", entities="place:location", sets="home", after_end=True,
        never={"place": r"^(?:a|an|the (?:middle|process)|my|trouble|love|bed|charge)\b"}),
    row("moves from", "moved relocated move",
        r"(?:moved|relocated|just moved)(?P<back> back| over| out| up| down)? from <old> to <place>(?: (?:for|because"
        r"|with|when|so|after) [^X]*)?~",
        _FACT, 5, 0.95, entities="place:location", sets="home"),
    row("moves", "moved relocated",
        r"(?:(?:have|has) )?(?:recently |just )?(?:moved|relocated)(?: back| over| out| up"
        r"| down)? to <place>(?: (?:for|because|with|when|so|after) [^X]*)?~",
        _FACT, 5, 0.95, entities="place:location", sets="home",
        never={
            "place": r"^(?:the (?:next|second|other)|a new (?:role|team|job|position|server|host|provider|plan)|using"
                r"|option|\w+ing\b)",
        }),
    row("lives", "live living reside",
        r"(?:live|lives|reside|resides|have lived|has lived|have been living|has been living|(?:am|is"
        r"|are) (?:currently |now )?(?:living|residing|settled)|living|residing)(?: full[- ]time| alone| together"
        r"| abroad)? (?P<where>(?:in|at|near|on|outside|around|close to|just outside|by|next to|with|between|up"
        r"|down)\b[^X]+)",
        _FACT, 5, 0.95, "{s} {did} {where}", entities="where:location", sets="home",
        never={"where": r"^(?:in|at|on) (?:the (?:moment|past|present|future)|constant|fear|peace|it|this|that)\b"}),
    row("based", "based",
        r"(?:(?:am|is|are) )?(?:currently |now )?based (?P<where>(?:in|out of|near|at)\b[^X]+)",
        _FACT, 5, 0.95, "{s} is based {where}", entities="where:location", sets="home", never={"where": r"^on"}),
    row("rents or buys", "rent bought own",
        r"(?:rent|own|bought|purchased|am renting|are renting|just bought|got)s? (?P<v>(?:an?|our|my|this"
        r"|the)(?: [\w-]+){0,4} (?:apartment|flat|house|condo|studio|cottage|townhouse|place|room|home|farm|loft"
        r"|duplex|cabin)\b[^X]*)",
        _FACT, 4, 0.85),
    row("home is", "home", r"(?:call|calls) <place> home~", _FACT, 5, 0.85, entities="place:location", sets="home"),
)

STUDIES: Final[tuple[Rule, ...]] = (
    row("graduated", "graduated",
        r"(?:(?:have|has) )?(?:recently |just )?graduated(?P<v>(?: (?:from|with|in|at|as|last|cum|top|high|PPP|on"
        r"|[PTF]))[^X]*)",
        _FACT, 4, 0.95),
    row("transferred", "transferred",
        r"(?:(?:have|has) )?(?:recently |just )?transferred(?: from <old>)? to (?P<v>[^X]*?(?:university|college|school|institute|academy)[^X]*?"
        r"|mit|stanford|harvard|yale|oxford|cambridge|[a-z]+ state|uc [a-z]+)(?: (?:in |on )?[PT]+)?~",
        _FACT, 4, 0.9, "{s} transferred to {v}"),
    row("studied", "studied majored minored",
        r"(?:studied|majored in|minored in|double majored in)(?P<v> [^X]+)",
        _FACT, 4, 0.85, never={"v": THIS + r"|^ (?:hard|a lot|all|for|and|with|the (?:whole|entire))\b"}),
    row("studies", "study studying major majoring",
        r"(?:(?:am|is|are) (?:currently |now )?(?:studying|majoring in)|study|studies|major in|majors in"
        r"|studying) (?P<v>[^X]+)",
        _FACT, 4, 0.85, "{s} is studying {v}", never={"v": THIS + r"|^for (?:an?|the|my) (?:exam|test|quiz|final)"}),
    row("doing a degree", "phd masters master's degree mba bachelor's doctorate thesis",
        r"(?:(?:am|is) )?(?:currently )?(?:doing|pursuing|finishing|working on|getting|completing|starting|writing"
        r"|in the middle of) (?P<v>(?:my|a|an|his|her|the)(?: [\w'-]+){0,2} ?(?:phd|ph\.d\.?|master'?s?|mba"
        r"|bachelor'?s?|doctorate|degree|thesis|dissertation|postdoc)\b[^X]*)",
        _FACT, 4, 0.9),
    row("has a degree", "degree phd master's masters mba bachelor's diploma certificate certification",
        r"(?:have|has|hold|holds|got|earned|did|completed|finished) (?P<v>(?:an?|my|his|her"
        r"|two)(?: [\w'-]+){0,3} ?(?:degree|phd|ph\.d\.?|master'?s?|mba|bachelor'?s?|diploma|doctorate|license"
        r"|certificat(?:e|ion))\b[^X]*)",
        _FACT, 4, 0.85, never={"v": THIS}),
    row("is a student", "student sophomore freshman junior senior undergrad grade kindergarten",
        r"(?:am|is|are) (?:currently )?(?P<v>(?:an? |in |a first-year |a second-year |a third-year "
        r"|a final-year )(?:[\w-]+ ){0,4}?(?:student|sophomore|freshman|undergrad(?:uate)?|grader|grade|kindergarten"
        r"|high school|middle school|elementary school|college|university|med school|law school|grad school)\b[^X]*)",
        _FACT, 4, 0.85),
    row("goes to school", "go_to goes_to attend attends went_to starts start",
        r"(?:go to|goes to|attend|attends|went to|attended|start|starts|is starting"
        r"|started) (?P<v>(?:[\w'.&-]+ ){0,5}?(?:university|college|school|high school|kindergarten|preschool|daycare"
        r"|academy|institute|mit|stanford|harvard|yale|oxford|cambridge)\b[^X]*)",
        _FACT, 4, 0.8, never={"v": r"^(?:pick|drop|the school to)|bus"}),
)
# fmt: on
