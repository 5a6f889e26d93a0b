"""English rules: occupation, employer, company, tools, devices, skills."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import COUNT, THIS, row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.vocabulary_en import LANGUAGES, PRODUCTS
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT
_KNOWLEDGE: Final = Kind.KNOWLEDGE
_ORG: Final = "org:organization"
_PRODUCT: Final = "tool:product"
_NOT_ORG: Final = (
    rf"{THIS}|^(?:home|the moment|a loss|night|nights|all|once|first|least|risk|work|it|the same|the project"
    r"|an? (?:project|problem|bug|feature|report|presentation|assignment|solution|draft|script|essay|paper|document"
    r"|article))\b"
)
_NOT_TOOL: Final = (
    rf"{THIS}|^(?:the (?:command|code|script|method|approach|snippet|function|same|following|first|second|one|option"
    r"|template|formula|word|term|default)|an? (?:lot|bit|combination|similar|different|loop|function|regex|variable)"
    r"|to\b|my |them|something|anything|one\b|some|more|what|which|up\b|as\b)"
)
_DEVICES: Final = (
    r"phone|laptop|computer|pc|desktop|tablet|camera|car|bike|bicycle|motorcycle|watch|headphones|keyboard|monitor|os"
    r"|operating system|browser|editor|ide|daily driver|workstation|setup|machine"
)

# fmt: off
JOBS: Final[tuple[Rule, ...]] = (
    row("works no more", "no_longer anymore don't",
        r"(?:no longer work|do not work|don't work)s? (?:at|for|with|in) <old>~|(?:am|is|are) no longer (?:at|with) (?P<old2>[^,X]{2,40}?)~",
        _FACT, 4, 0.9, ends="employer"),
    row("is no longer a", "no_longer anymore any_more",
        r"(?:(?:am|is|are) no longer (?:an? |the )<old:JOB>|(?:am|is|are) not (?:an? |the )(?P<old2>[\w -]{2,40}?) any ?more)~",
        _FACT, 4, 0.85, "{s} is no longer a {old}{old2}", ends="job"),
    row("works at as", "work",
        r"(?:work|works|(?:am|is|are) (?:currently |now )?(?:working|employed)|working|worked|have worked"
        r"|have been working|has worked|has been working)(?: part[- ]time| full[- ]time| remotely| mostly"
        r"| mainly)? (?P<where>(?:as|at|for|with|in|on the|out of|from|within)\b [^X]+)",
        _FACT, 5, 0.9, "{s} {did} {where}", sets="job",
        never={
            "where": rf"{THIS}|^with (?!(?:an?|the|our|my|kids|people|children|clients|patients|students|adults|animals"
                r"|seniors|teens)\b)|^from home|^on (?:R|mondays|fridays)|^(?:in|at|on|from) (?:the (?:moment"
                r"|morning|evening|afternoon|meantime|end|dark)|progress|it|night|once|first)\b|^(?:for|with) (?:me"
                r"|us|now|everyone|both)\b|^on the (?:\w+ )?(?:assignment|essay|report|bug|issue|problem|document"
                r"|draft|slides|paper|presentation)|^at (?:a|an) (?:solution|problem)",
        }),
    row("works the hours", "work",
        r"(?:work|works)(?P<v> (?:[RTD]|night|day|evening|from home|remotely|shifts?|part[- ]time|full[- ]time"
        r"|weekends|\d|nine|long hours|on weekends|the night|four|mondays)[^X]*)",
        _FACT, 3, 0.85, never={"v": THIS}),
    row("is a", "am is are",
        r"(?:am|is|are)(?: now| currently| also| actually| just| both)?(?: still)? (?P<job>(?:an? |the |our "
        r"|one of the |both an? )?(?:<job_:JOB>)(?: (?:at|for|in|with|from|of|on|by|who|specializing|working|focused"
        r"|focusing|based|and|turned|here|-|,)\b[^X]*)?)~",
        _FACT, 5, 0.9, "{s} is {job}", sets="job", entities="job_:other",
        only={"job": r"^(?:an? |the |our |one of |self)"},
        never={
            "job": r"\b(?:same|only one|right|good|bad|huge|big|great|lucky|happy|terrible|total|first|last"
                r"|new)\b (?:\w+ )?(?:guide|head|lead|judge|server|model|agent)|^the (?:agent|server|head|lead"
                r"|driver)$|fan\b",
        }),
    row("apposition", "a an",
        r"(?P<job>an? <job_:JOB>(?: (?:at|for|in|with|from|of|by)\b[^X]*)?)~",
        _FACT, 5, 0.8, "{s} is {job}", sets="job", entities="job_:other"),
    row("as a", "as",
        r"as (?:an? )(?P<job>(?:<job_:JOB>)(?: (?:at|for|in|with)\b[^X]*)?)~",
        _FACT, 5, 0.9, "{s} is a {job}", sets="job", entities="job_:other", who="self"),
    row("self-employed", "self-employed freelance freelancer unemployed retired between_jobs freelancing",
        r"(?:am|is|are)?(?: currently| now| semi-?| recently)? ?(?P<v>(?:self-employed|freelance|freelancing"
        r"|unemployed|retired(?: \w+)?|semi-retired|between jobs|laid off)[^X]*)~",
        _FACT, 5, 0.85, "{s} is {v}", sets="job"),
    row("has been a", "been",
        r"(?:have|has) been (?P<job>(?:an? |the )(?:<job_:JOB>)(?: (?:at|for|in|with"
        r"|since)\b[^X]*)?(?: ?(?:for )?D+)?)~",
        _FACT, 5, 0.9, sets="job", entities="job_:other"),
    row("runs", "run own started founded cofounded opened launched",
        r"(?:run|runs|own|owns|(?:recently |just )?started|founded|co-?founded|opened|launched|manage|operate"
        r"|am running) (?P<org>(?:my|an?|our|his|her|their|two|three|the)(?: own)?(?: [\w'’-]+){0,3}? ?(?:company"
        r"|business|bakery|shop|store|restaurant|cafe|café|startup|agency|studio|farm|consultancy|practice|salon|gym"
        r"|firm|hotel|bar|brewery|channel|podcast|blog|nonprofit|clinic|factory|franchise|school|b&b|bnb)\b[^X]*)",
        _FACT, 5, 0.9, entities=_ORG, sets="employer", never={"org": THIS}),
    row("joined", "joined",
        r"(?:(?:have|has) )?(?:recently |just )?joined <org+>",
        _FACT, 5, 0.9, entities=_ORG, sets="employer",
        never={"org": rf"{THIS}|\b(?:call|meeting|group|gym|waitlist|server|channel|community|club|class|zoom)\b"}),
    row("is at now", "at with",
        r"(?:am|is) (?:now )?(?:at|with) (?P<org>[^X,]+?)~",
        _FACT, 5, 0.7, "{s} is now at {org}", sets="employer", entities=_ORG, only={"p": r"\bnow\b|currently|these days"},
        never={
            "org": rf"{THIS}|^(?:home|work|the|my|a loss|an?(?! (?:\w+ ){{0,2}}(?:startup|company|firm|bank|agency"
                r"|school|hospital|university))|school|it|least|risk|ease|him|her|them|all)\b",
        }),
    row("left", "quit left resigned laid_off fired stepped_down",
        r"(?:(?:have|has) )?(?:recently |just )?(?:quit|left|resigned from|got laid off from|was laid off from"
        r"|stepped down from|got fired from) (?:my job at |my job with |my position at |my role at |my "
        r"|the )?<old>(?:job)?(?: (?:after|because|to|for|and|in|last)\b[^X]*)?~",
        _FACT, 4, 0.85, ends="employer",
        never={
            "old": r"^(?:smoking|drinking|sugar|coffee|caffeine|it|this|that|home|the house|messages?|vaping|a message"
                r"|alone|out|off|behind|early|late|now)\b|smoking|drinking|app|game",
        }),
    row("new job", "job position role offer",
        r"(?:(?:have|has) )?(?:just |recently |finally )?(?:got|landed|started|accepted|took|begun|have"
        r"|has)(?P<v> (?:an? |my |the )?(?:new )?(?:job|position|role|offer|internship|gig)(?: offer)? (?:at|with|as"
        r"|in|from|for) (?P<org>[^X]+))",
        _FACT, 5, 0.85, entities=_ORG, sets="employer", never={"v": THIS}),
    row("promoted", "promoted promotion",
        r"(?:(?:have|has) )?(?:got|was|been|just got|have been|am being|were)? ?(?:recently "
        r"|just )?promoted (?:from <old> )?to <job>(?: (?:at|in|last|this|on|[PTF])[^X]*)?~",
        _FACT, 5, 0.95, sets="job", entities="job:other"),
    row("switched jobs", "switched changed job jobs career careers",
        r"(?:(?:have|has) )?(?:recently |just )?(?:switched|changed) (?:jobs|careers|roles|companies)[^X]*",
        _FACT, 3, 0.85),
    row("responsible", "responsible in_charge",
        r"(?:am|is|are) (?:responsible for|in charge of)(?P<v> [^X]+)",
        _FACT, 4, 0.9, never={"v": THIS}),
    row("leads", "lead manage supervise oversee head",
        r"(?:lead|leads|manage|manages|supervise|supervises|oversee|oversees|head|heads|run|runs|am leading"
        rf"|am managing) (?P<v>(?:an?|the|our|{COUNT})(?: [\w'-]+){{0,3}}? ?(?:team|teams|department|group|people"
        r"|engineers|designers|developers|reports|employees|region|unit|division|office|branch|accounts?|projects?"
        r"|store)\b[^X]*)",
        _FACT, 4, 0.85, never={"v": THIS}),
    row("has reports", "reports",
        r"(?:have|has)(?P<v> [\w ]{1,12}? (?:direct )?reports\b[^X]*)",
        _FACT, 4, 0.8, only={"v": r"\d|one|two|three|four|five|six|seven|eight|nine|ten|direct"}),
    row("teaches", "teach",
        r"(?:teach|teaches|am teaching|is teaching)(?P<v> [^X]+)",
        _FACT, 5, 0.85, sets="job", never={"v": rf"{THIS}|^ (?:me|us|him|her)\b"}),
    row("does the trade", "do does specialize",
        r"(?:do|does|specialize in|specializes in|specialise in|freelance in|handle"
        r"|handles)(?P<v> (?:[\w-]+ ){0,3}?(?:photography|consulting|design|marketing|accounting|sales|research"
        r"|woodworking|carpentry|translation|engineering|development|analytics|security|law|logistics|procurement"
        r"|sourcing|import|export|taxes|recruiting|bookkeeping|copywriting|illustration|wedding \w+)\b[^X]*)",
        _FACT, 5, 0.8, sets="job", never={"v": THIS}),
    row("sells", "sell export import manufacture",
        r"(?:sell|sells|export|exports|import|imports|manufacture|manufactures|make and sell)(?P<v> [^X]+)",
        _FACT, 4, 0.8, never={"v": THIS}),
    row("experience", "experience",
        r"(?:have|has)(?P<v> [^X]*?experience\b[^X]*)",
        _FACT, 4, 0.8, never={"v": rf"{THIS}|no prior|any\b|\bbad\b|\bgood\b|\bgreat\b"}),
    row("commutes", "commute",
        r"(?:commute|commutes|bike|walk|drive|cycle)(?: to work| to the office| in)?(?P<v> (?:to|by|on|from|in"
        r"|via)\b[^X]*)",
        _FACT, 3, 0.75, only={"p": "commut|to work|to the office"}, never={"v": THIS}),
    row("is in the field", "in",
        r"(?:am|is) in (?P<v>(?:[\w-]+ )?(?:marketing|finance|sales|tech|healthcare|education|logistics|retail"
        r"|real estate|insurance|consulting|manufacturing|hospitality|construction|advertising|banking|hr|it|law"
        r"|academia|pharma|biotech|fintech|procurement|e-?commerce|supply chain|recruiting|cybersecurity|product"
        r"|product management|design|engineering|operations|research|data|media|gaming|customer success"
        r"|customer support|publishing|fashion|architecture|agriculture|energy|telecom|aerospace"
        r"|automotive)(?: [^X]{0,30})?)~",
        _FACT, 5, 0.85, sets="industry"),
)

COMPANY: Final[tuple[Rule, ...]] = (
    row(
        "company does",
        "make sell build provide do offer manufacture produce develop is are has have employ employs based "
        "headquartered specialize",
        r"(?:make|sell|build|provide|offer|manufacture|produce|develop|specialize in|export|import|serve|employ"
        r"|ship)s?(?P<v> [^X]+)|(?:is|are) (?P<w>(?:a team of|an? (?:[\w-]+ ){0,4}(?:company|startup|agency|firm"
        r"|business|manufacturer|bank|nonprofit|supplier|distributor|retailer)|based in|headquartered in|located in"
        rf"|in the|{COUNT} people)[^X]*)|(?:has|have) (?P<x>(?:about |around |over "
        rf"|roughly )?{COUNT} (?:[\w-]+ )?(?:people|employees|members|engineers|offices|staff|stores)[^X]*)",
        _FACT, 4, 0.85, who="team"),
    row("company called", "called named",
        r"(?:is )?(?:called|named) <org>~",
        _FACT, 5, 0.9, who="team", entities=_ORG, sets="employer"),
    row("stack is", "is are",
        r"(?:is|are)(?: mostly| mainly| all| built on| written in| running on| still| now| currently)* (?P<tool>[^X]+)",
        _FACT, 3, 0.85, who="team", entities=_PRODUCT,
        only={
            "s": r"stack|backend|frontend|front end|back end|database|erp|crm|system|infrastructure|cms|tool|codebase"
                r"|app|site|website|server|api|pipeline|platform",
        },
        never={
            "tool": rf"{THIS}|^(?:down|slow|broken|failing|not|crashing|up|working|great|bad|ok|done|late|behind|almost"
                r"|a mess|too)\b",
        }),
)

TOOLS: Final[tuple[Rule, ...]] = (
    row("uses no more", "no_longer don't anymore stopped",
        r"(?:no longer use|don't use|do not use|stopped using|quit using)s? <old>(?: anymore| any more)~"
        r"|(?:no longer use|stopped using)s? (?P<old2>[^X]+?)~",
        _FACT, 3, 0.9, ends="tool", who="any"),
    row("switched", "switched migrated moved changed upgraded went",
        r"(?:(?:have|has|am|are) )?(?:recently |just |finally )?(?:switched|migrated|switching|migrating|changed"
        r"|upgraded|moved|went)(?: everything| over| our \w+| my \w+)? (?:from <old> )?(?:to"
        r"|over to) (?P<tool>[^X]+?)(?: (?:for|because|since|last|this|in|on|so)\b[^X]*)?~",
        _FACT, 4, 0.85, entities=_PRODUCT, sets="tool", who="any", only={"p": r"from|switched|migrat"},
        never={
            "tool": rf"{THIS}|^(?:a new (?:job|team|role)|bed|sleep|school|work|college|university|the \w+ (?:tab|page"
                r"|window|branch))",
        }),
    row("back to a tool", "back_to",
        rf"(?:(?:have|has) )?(?:went|gone|switched|moved|am|is|are) back to (?:using )?(?P<tool>{PRODUCTS})~",
        _FACT, 4, 0.85, "{s} switched back to {tool}", entities=_PRODUCT, sets="tool", who="any"),
    row("replaced", "replaced swapped replacing",
        r"(?:(?:have|has|am|are) )?(?:recently |just |finally )?(?:replaced|swapped(?: out)?|replacing) (?:our |my |the )?<old> (?:with|for"
        r"|by) (?P<tool>[^X]+?)~",
        _FACT, 4, 0.85, "{s} {p}", entities=_PRODUCT, sets="tool", who="any", never={"tool": rf"{THIS}|^(?:a|an|the|my|some)\b"}),
    row("uses", "use using",
        r"(?:use|uses|(?:am|is|are) (?:now |currently |mostly |mainly )?using|rely on|relies on|track everything in"
        r"|track \w+ in|have been using|has been using|work with|works with|mostly work with|mainly work with"
        r"|work mostly with|work mainly with|host \w+ on|deploy (?:to|on)|run on|store \w+ in) (?P<tool>[^X]+)",
        _FACT, 3, 0.85, entities=_PRODUCT, who="any", sets="tool", never={"tool": _NOT_TOOL}),
    row("works with tool", "work_with work_mostly work_mainly mostly_work",
        r"(?:work|works)(?: mostly| mainly| primarily)? with (?P<tool>[^X]+)",
        _FACT, 3, 0.8, who="worker", entities=_PRODUCT,
        never={"tool": rf"{_NOT_TOOL}|^(?:him|her|us|people|kids|children)"}),
    row("tracks in", "track manage write code program do keep store edit draw",
        r"(?:track|tracks|manage|manages|write|writes|code|codes|program|programs|do|does|keep|keeps|store|stores|edit"
        r"|edits|draw|draws|run|runs|host|deploy|have been coding|have been programming)(?P<v>(?: (?:all|most"
        r"|everything|my|our|of|the|notes|code|projects|tasks|spreadsheets|tickets|data|it|\w+)){0,4} (?:in|on|with"
        r"|using) (?P<tool>[^X]+))",
        _FACT, 3, 0.8, who="any", entities=_PRODUCT, only={"tool": r"[a-z]"},
        never={
            "v": THIS,
            "tool": r"^(?:the (?:morning|evening|afternoon|weekend|side|way|car|gym|dark|park|shower)|my (?:free|spare)"
                r"|mornings?|weekends?|a (?:hurry|while|regular)|R|friends?|person|english|public|time|bed)",
        }),
    row("drives", "drive ride own have bought got",
        r"(?:drive|drives|ride|rides) (?P<tool>(?:an? )(?:[PTF]+ ?|\d{4} )?[^X]+)",
        _FACT, 3, 0.85, entities=_PRODUCT, never={"tool": THIS}),
    row("runs system", "run runs",
        r"(?:run|runs) (?P<tool>(?:[\w.-]+ )?(?:linux|ubuntu|fedora|debian|arch|macos|windows|nixos|android|ios"
        r"|freebsd|kubernetes|docker|proxmox|mint|centos|pop!?_?os|chromeos)\b[^X]*)",
        _FACT, 3, 0.85, entities=_PRODUCT),
    row("owns", "own owns",
        r"(?:own|owns) (?P<tool>(?:an?|two|three|four|several|\d+|my own) [^X]+)",
        _FACT, 3, 0.8, entities=_PRODUCT, never={"tool": THIS}),
    row("has none", "don't_have do_not_have don't_own doesn't_have",
        r"(?:don't|do not|doesn't) (?:have|own)(?: an?| any)? (?P<v>(?:car|driver's license|kids|children|siblings"
        r"|pets|tv|television|smartphone|credit card|degree|passport|gallbladder|sense of smell|dishwasher|oven"
        r"|microwave|garden|balcony|family)\b[^X]*)",
        _FACT, 3, 0.8),
    row("has a thing", "have own bought got",
        rf"(?:have|has|own|owns|have got) (?P<tool>(?:an?|two|three|my own)(?: (?:\w+|[PTF]+)){{0,4}}? (?:{_DEVICES}"
        r"|tesla|toyota|honda|bmw|audi|ford|subaru|iphone|ipad|macbook|thinkpad|pixel|kindle|piano|guitar|boat|van"
        r"|truck|motorbike|drone|3d printer|e-?bike|cottage|cabin|house|apartment|condo|garden|greenhouse)s?\b[^X]*)~",
        _FACT, 3, 0.75, entities=_PRODUCT, never={"tool": rf"{THIS}|question|problem|issue|rental|slow"}),
)

SKILLS: Final[tuple[Rule, ...]] = (
    row("speaks", "speak fluent bilingual",
        r"(?:speak|speaks|can speak|(?:am|is|are) (?:fluent in|bilingual in|conversational in|proficient in"
        rf"|a native speaker of)|know some|understand)(?P<v> [^X]*?(?:{LANGUAGES})\b[^X]*)",
        _KNOWLEDGE, 3, 0.9),
    row("is learning", "learning studying practicing learn taking",
        r"(?:(?:am|is|are) (?:currently |now )?(?:learning|practicing|practising|taking up|picking up|teaching myself"
        r"|self-studying)|have been learning|has been learning|started learning|began learning|am trying to learn|take"
        r"|takes|am taking|is taking)(?P<v> [^X]+)",
        _KNOWLEDGE, 3, 0.85, only={"p": r"learn|practi[cs]|taking up|picking up|teaching myself|lessons?|class"},
        never={"v": rf"{THIS}|how to (?:use|fix)"}),
    row("good at", "good_at proficient skilled experienced expert fluent comfortable familiar know",
        r"(?:am|is|are)(?: very| really| pretty| quite| most)? (?:good at|proficient in|proficient with|skilled at"
        r"|skilled in|experienced with|experienced in|an expert in|an expert on|comfortable with|familiar with"
        r"|well versed in|certified in)(?P<v> [^X]+)",
        _KNOWLEDGE, 3, 0.85, never={"v": THIS}),
    row("bad at", "bad_at terrible not_good new_to beginner don't_know no_idea unfamiliar",
        r"(?:am|is|are)(?: very| really| pretty| quite)? (?:bad at|terrible at|not (?:very |that |so )?good (?:at"
        r"|with)|new to|a (?:complete |total )?beginner (?:at|in|with)|not familiar with|unfamiliar with)(?P<v> [^X]+)"
        r"|(?:don't|do not) know (?:any|much|a lot)(?: about)?(?P<w> [^X]+)|know nothing about(?P<x> [^X]+)",
        _KNOWLEDGE, 3, 0.8, never={"v": THIS, "w": THIS, "x": THIS}),
    row("plays", "play",
        r"(?:play|plays|used to play|have played|have been playing|can play)(?P<v> (?:the |competitive |online "
        r"|classical |jazz )?(?:piano|guitar|violin|cello|drums|flute|saxophone|trumpet|bass|ukulele|harp|clarinet"
        r"|chess|go|tennis|football|soccer|basketball|volleyball|badminton|golf|hockey|rugby|cricket|baseball|softball"
        r"|table tennis|squash|padel|pickleball|poker|bridge|video games|board games|d&d|dungeons|league"
        r"|minecraft)\b[^X]*)",
        Kind.PREFERENCE, 3, 0.85),
    row("can do", "can",
        r"can (?P<v>(?:code|program|cook|swim|drive|ski|type|sew|knit|dance|sing|juggle|read|write|play|bake)\b[^X]*)",
        _KNOWLEDGE, 3, 0.7, never={"v": rf"{THIS}|\b(?:it|them|now|today)\b"}),
)
# fmt: on
