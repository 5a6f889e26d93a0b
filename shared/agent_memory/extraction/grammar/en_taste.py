"""English rules: likes, dislikes, favourites, habits, food and drink."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import HERE, THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.memories.model import Kind

_LIKE: Final = Kind.PREFERENCE
_RULE: Final = Kind.CONSTRAINT
_NOT_TASTE: Final = (
    rf"{HERE}|^(?:to (?:know|ask|see|hear|thank|say|understand|get|have (?:a|an|the|you)|book|order|check|add|find|try"
    r"|use (?:it|this|that)|make sure|point out|share|discuss|talk|schedule|confirm|start|be able)\b|how\b|where you"
    r"|when you|that (?!i\b)|for you|if\b|one\b|more\b|about\b)"
    rf"|{THIS}(?! (?:kind|type|sort)s?)"
)
_DEED: Final = (
    r"(?:go|goes|get|gets|wake|wakes|eat|eats|drink|drinks|have|has|take|takes|run|runs|swim|swims|bike|bikes|cycle"
    r"|cycles|walk|walks|work out|works out|exercise|exercises|meditate|meditates|read|reads|watch|watches|listen"
    r"|listens|cook|cooks|bake|bakes|sleep|sleeps|nap|naps|train|trains|practice|practices|practise|journal|journals"
    r"|write|writes|play|plays|travel|travels|visit|visits|call|calls|volunteer|volunteers|hike|hikes|climb|climbs|ski"
    r"|skis|surf|surfs|garden|gardens|paint|paints|draw|draws|shop|shops|order|orders|fly|flies|book|books|stay|stays"
    r"|buy|buys|start|starts|finish|finishes|commute|commutes|attend|attends|do|does|wear|wears|use|uses|pack|packs"
    r"|carry|carries|bring|brings|fast|fasts|stretch|lift|lifts|jog|jogs|row|rows|dance|dances|sing|sings|knit|knits"
    r"|fish|fishes|camp|camps|pray|prays|study|studies|relax|relaxes|unwind|unwinds|spend|spends|drive|drives|pick"
    r"|picks|drop|drops|host|hosts|teach|teaches|tutor|coach|check|checks|block|blocks|avoid|avoids|skip|skips|prefer"
    r"|choose|chooses|opt|opts|pay|pays|tip|tips|save|saves|invest|invests|donate|donates|make|makes|keep|keeps|live"
    r"|am in bed|off)"
)

# fmt: off
LIKES: Final[tuple[Rule, ...]] = (
    row("would rather", "rather",
        r"would (?:much )?rather (?P<v>[^X]+)",
        _LIKE, 3, 0.85, never={"v": rf"{_NOT_TASTE}|^not say|you\b"}),
    row("would prefer", "would_prefer",
        r"would prefer (?P<v>[^X]+)",
        _LIKE, 3, 0.8, "{s} prefers {v}", never={"v": rf"{_NOT_TASTE}|^if\b"}),
    row("prefers", "prefer",
        r"(?:(?:do|does) )?(?:strongly |really |much |generally |usually |always |definitely "
        r"|heavily )?prefers?(?P<v> [^X]+)",
        _LIKE, 3, 0.95,
        never={
            "v": r"^ (?:the|this|that|your) (?:first|second|third|last|former|latter|other|previous|original|new"
                r"|shorter|longer|one|version|option|draft|title|answer|approach|solution)|\b(?:option"
                r"|version) [a-d\d]|this one|that one|your (?:first|second|version|idea)",
        }),
    row("dislikes", "don't do_not doesn't never not dislike",
        r"(?:(?:don't|do not|doesn't|does not|never|didn't|no longer)(?: really| particularly| especially| even"
        r"| usually| much| also| actually)? (?:like|love|enjoy|care for|appreciate|trust|believe in|tolerate)s?"
        r"|dislikes?|strongly dislikes?|am not (?:really |much )?into|am not interested in|is not into"
        r"|have no interest in|have no (?:patience|tolerance|desire) for)(?P<v> [^X]+)",
        _LIKE, 3, 0.9,
        never={
            "v": r"^ (?:it|this|that|them|these|those|your|you|the (?:first|second|new|idea|answer|result|way|look"
                r"|title))\b|^ to (?:be (?:rude|a bother)|know|talk about|bother|miss|lose|use it|spend (?:too|any)"
                rf"|pay)|{THIS}",
        }),
    row(
        "hates",
        "hate loathe detest despise dislike distaste objection phobia disdain can't_stand cannot_stand can't_bear "
        "can't_tolerate afraid scared terrified fear phobia allergic_to_the annoy annoyed stress squeamish aversion "
        "averse",
        r"(?:(?:really |absolutely |truly |just |kind of )?(?:hate|hates|loathe|loathes|detest|detests|despise"
        r"|despises|resent|can't stand|cannot stand|can't bear|cannot bear|can't tolerate|can't deal with|can't handle"
        r"|fear|fears)|(?:am|is|are)(?: really| very| so| quite| deathly| absolutely| extremely| a bit"
        r"| severely)* (?:afraid of|scared of|terrified of|frightened of|squeamish about|annoyed by|averse to"
        r"|bothered by|claustrophobic|uncomfortable (?:with|in|around)|sensitive to|sick of|intolerant of"
        r"|not comfortable)|(?:have|has) (?:an?|such an?)(?: [\w-]+){0,4} (?:fear of|phobia (?:of|about)"
        r"|objections? to|aversion to|aversion towards?|dislike of|dislike for|hatred of|hatred for|distaste for"
        r"|sensitivity to|intolerance (?:to|for)|disdain for))(?P<v>(?: [^X]+)?)",
        _LIKE, 3, 0.9,
        never={
            "v": r"^ (?:it(?! when)|this|that|them|your|you)\b|^ to (?:say|ask|bother|admit|interrupt|be (?:that|rude"
                rf"|a))|^ (?:the (?:first|second|answer))|^ (?:i|we|he|she) |{THIS}",
        }),
    row("fan of", "fan enthusiast lover addict buff geek nerd junkie person aficionado supporter",
        r"(?:am|is|are|have been|has been)(?: always)?(?: not)?(?: really| definitely| such| quite| more of"
        r"| a bit of)*(?: an?| the)? ?(?:big |huge |massive |lifelong |die-?hard |avid |real |total |true |complete "
        r"|self-confessed |proud |passionate |serious |keen )*(?P<v>(?:fan (?:of|when)\b[^X]+"
        r"|[\w -]{2,30}(?:enthusiast|lover|addict|buff|geek|nerd|junkie|aficionado|supporter|fanatic|hobbyist"
        r"|collector|hiker|runner|cyclist|reader|gamer|gardener|traveler|traveller|baker|cook|climber|swimmer|skier"
        r"|surfer|photographer|birdwatcher|moviegoer|foodie|homebody)(?:s)?(?: [^X]{0,40})?|(?:[\w-]+ )?(?:dog|cat"
        r"|coffee|tea|morning|night|beach|mountain|people|city|outdoors|book|car|sports|wine|beer"
        r"|video game) person\b[^X]{0,20}|(?:enthusiast|foodie|gamer|bookworm|homebody|cinephile|audiophile"
        r"|collector)\b[^X]{0,30}))~",
        _LIKE, 3, 0.9, never={"v": THIS}),
    row(
        "likes",
        "love like enjoy adore into passionate fond keen obsessed fascinated interested appreciate passion devoted "
        "hooked",
        r"(?:(?:do|does) )?(?:(?:really |absolutely |truly |just |also |still |always |especially |particularly "
        r"|generally |genuinely |usually |very much )*(?:love|loves|like|likes|enjoy|enjoys|adore|adores|cherish"
        r"|appreciate|appreciates|have always loved|has always loved|fell in love with|have loved|love love)|(?:am|is"
        r"|are)(?: really| very| so| quite| also| absolutely| super| totally| big| deeply| especially| particularly"
        r"| a)* (?:into|passionate about|fond of|keen on|obsessed with|fascinated by|interested in|crazy about"
        r"|addicted to|hooked on|partial to|drawn to|devoted to|enthusiastic about|all about)|(?:have|has) (?:an?"
        r"|such an?|always had an?)(?: [\w-]+){0,3} (?:passion for|love for|love of|interest in|fondness for"
        r"|soft spot for|weakness for|preference for|obsession with|fascination with|appreciation for|sweet tooth"
        r"|taste for))(?P<v>(?: [^X]+)?)~",
        _LIKE, 3, 0.9,
        never={
            "v": r"^ (?:it|this|that|them|these|those|your|you|how you|what you|the (?:idea|thought|concept|first"
                r"|second|new (?:one|version|title)|answer|way you|sound of (?:it|that)|tone|second))\b|^ to (?:know"
                r"|ask|see (?:if|how|what)|hear (?:more|your|about)|get (?:some|your|a)|learn (?:more|how)|have (?:a"
                r"|your|some)|think|point|say|discuss|order|book|schedule|add|change|thank)|^ the (?:following"
                r"|recommendation|suggestion|help|advice|offer|support|feedback|reminder|quick|tips)|^ (?:our|their"
                r"|his|her) (?:friendship|help|work|support|advice|time)|^ (?:all )?the (?:help|support|love)"
                rf"|^ some (?:help|advice|suggestions|feedback|tips|ideas)|option|version|{THIS}",
        }),
)

FAVOURITES: Final[tuple[Rule, ...]] = (
    row("hobby", "is are include",
        r"(?:is|are|include|includes)(?P<v> [^X]+)",
        _LIKE, 3, 0.95, "{s} {p}", who="attribute", only={"s": r"hobb|passion|pastime|interest"}),
    row("favourite", "is are",
        r"(?:is|are|has to be|would be|will always be|must be|was)(?: probably| definitely| always| by far"
        r"| still)*(?P<v> [^X]+)",
        _LIKE, 3, 0.95, who="attribute", sets="s", only={"s": r"favou?rite|go-to|usual|ideal|preferred|all-time"},
        never={"v": rf"{THIS}|^ (?:what|which)"}),
)

FOOD: Final[tuple[Rule, ...]] = (
    row(
        "diet",
        "vegan vegetarian pescatarian gluten keto paleo kosher halal plant-based dairy-free low-carb fasting "
        "flexitarian diet carnivore",
        r"(?:(?:am|is|are|have been|has been|became|went|turned|eat|eats|keep|keeps|follow|follows|stick to|do|on"
        r"|am on|is on|try to eat|only eat|eat only)(?: strictly| mostly| an?| the| currently| now| a strict| strict"
        r"| fully| almost| lifelong| proud| also| trying to be)* )?(?P<v>(?:[\w-]+ )?(?:vegan|vegetarian|pescatarian"
        r"|flexitarian|gluten-free|gluten free|keto(?:genic)?|paleo|kosher|halal|plant-based|plant based|dairy-free"
        r"|dairy free|sugar-free|low-carb|low carb|low-sodium|low sodium|low-fodmap|mediterranean|intermittent fasting"
        r"|carnivore|raw food|omad)(?: [^X]{0,60})?)~",
        _LIKE, 4, 0.9, "{s} {did} {v}",
        never={
            "v": r"\b(?:recipes?|restaurants?|options?|ideas?|cookbook|festival)\b|" + THIS,
            "p": "^(?:do|does) (?:not )?know",
        }),
    row(
        "eats no",
        "don't do_not doesn't never can't cannot haven't no not avoid avoids stopped quit gave_up stay_away cut "
        "skip",
        r"(?:(?:don't|do not|doesn't|never|can't|cannot|won't|haven't|hasn't|have not|am not able to|try not to"
        r"|no longer)(?: really| usually| ever)? (?:eat|eats|drink|drinks|touch|touches|consume|have|do|tolerate"
        r"|digest|eaten|drunk|smoke|smokes|had|cook with)(?: or \w+)?|avoids?|steer clear of|stays? away from"
        r"|have stopped (?:eating|drinking)|stopped (?:eating|drinking)|gave up|have given up|cut out|have cut out"
        r"|quit|skip|abstain from|strictly avoid|tend to avoid|always avoid|try to avoid|quit drinking)(?P<v> [^X]+)",
        _LIKE, 4, 0.9,
        only={
            "v": r"meat|pork|beef|chicken|fish|seafood|shellfish|shrimp|dairy|milk|cheese|egg|gluten|wheat|bread|sugar"
                r"|alcohol|coffee|caffeine|tea|soda|spicy|nuts?\b|peanut|soy|mushroom|onion|garlic|cilantro|red meat"
                r"|lactose|carbs|fast food|processed|fried|sweets|chocolate|dessert|breakfast|smok|cigarette|wine"
                r"|beer|drugs|gelatin|honey|lamb|raw|rice|corn|tomato|pepper|street food|junk|snack|food|eat|drink"
                r"|product|meal|crowd|tourist|chain|flight|hotel|plastic|travel|driv|restaurant|movie|game|app|brand"
                r"|book|news|social media|fashion|leather|fur|cruise|resort|bus|event|place|activit|subscription"
                r"|cable|synthetic|fragrance|perfume|makeup|ingredient|animal",
        }, never={"v": THIS}),
    row("avoids", "avoid refuse steer opposed against object shy_away stay_away adhere",
        r"(?:(?:strictly |always |generally |usually |actively |tend to |try to |prefer to |like to |want to |need to "
        r"|have to |make sure to )*(?:avoid|avoids|steer clear of|shy away from|stay away from|stays away from)"
        r"|(?:refuse|refuses|will not|won't ever) to|(?:am|is|are)(?: strongly| completely| totally"
        r"| firmly)? (?:opposed to|against)|(?:strictly )?(?:adhere|adheres|stick|sticks) to)(?P<v> [^X]+)",
        _LIKE, 4, 0.85,
        never={
            "v": rf"{THIS}|^ (?:repetition|confusion|(?:this|the) (?:error|issue|problem|bug)|any (?:confusion|errors"
                r"|issues))",
        }),
    row("takes coffee", "take have drink like",
        r"(?:take|takes|have|has|drink|drinks|like|likes)(?P<v> (?:my|his|her|their) (?:coffee|tea|steak|eggs)\b[^X]*)",
        _LIKE, 3, 0.9),
    row("drinks", "drink eat",
        r"(?:only |mostly |usually )?(?:drink|drinks|eat|eats)(?P<v> [^X]+)",
        _LIKE, 3, 0.8, only={"p": r"R|only|mostly|usually|always|often|lots? of|too much|a lot"}, never={"v": THIS}),
    row("does not drink", "drink smoke vape gamble cook drive dance swim exercise fly ski ride",
        r"(?:don't|do not|doesn't|never|no longer)(?: usually| really)? (?:drink|smoke|vape|gamble|cook|drive|dance"
        r"|swim|exercise|fly|ski|ride)s?~",
        _LIKE, 3, 0.85, "{s} {p}", never={"p": r"P|T"}),
)

HABITS: Final[tuple[Rule, ...]] = (
    row("only does", "only",
        rf"(?:can )?only (?P<v>(?:consume|accept|support|feed|{_DEED})\b[^X]+)",
        _LIKE, 3, 0.8, only={"p": "only"}, never={"v": THIS, "p": r"\bonly (?:have|has) (?:one|a|two|\d)"}),
    row("never does", "never",
        rf"never (?P<v>{_DEED}\b[^X]*|work|works|answer\b[^X]*|take\b[^X]*|been\b[^X]*)",
        _LIKE, 3, 0.8, never={"v": rf"{THIS}|^been able"}),
    row("always does", "always usually normally typically generally tend often mostly rarely regularly",
        rf"(?:tend to )?(?P<v>{_DEED}\b[^X]*)",
        _LIKE, 3, 0.75,
        only={"p": r"\b(?:always|usually|normally|typically|generally|tend to|often|mostly|rarely|regularly)\b"},
        never={"v": rf"{THIS}|\b(?:error|wrong|bug)\b|^(?:get|gets|have) (?:the |an? )?(?:error|issue|problem)"}),
    row("habit", "R",
        rf"(?P<v>{_DEED}\b[^X]*)",
        _LIKE, 3, 0.75, only={"p": "R"}, never={"v": rf"{THIS}|\b(?:error|bug)\b", "p": "F|P"}),
    row("used to it", "used_to accustomed habit",
        r"(?:am|is|are) (?:used to|accustomed to|in the habit of)(?P<v> [^X]+)",
        _LIKE, 3, 0.8, never={"v": THIS}),
    row("before after habit", "before after",
        r"(?P<v>(?:go|goes|take|have|drink|read|walk|meditate|stretch|exercise|work out|run|swim"
        r"|cook)\b[^X]* (?:before|after) (?:work|breakfast|lunch|dinner|bed|school|sleep|waking)[^X]*)",
        _LIKE, 3, 0.75, never={"v": THIS}),
    row("spends time", "spend",
        r"(?:spend|spends)(?P<v> [^X]*?(?:time|weekends?|mornings?|evenings?|holidays|summers?|R)\b[^X]*)",
        _LIKE, 3, 0.8, never={"v": THIS}),
    row("collects", "collect",
        r"(?:collect|collects)(?P<v> [^X]+)",
        _LIKE, 3, 0.85, never={"v": THIS + r"|data|information|feedback"}),
)
# fmt: on
