"""Words that carry a signal, or speak against one, by language.

Each rule is evidence, not a verdict: what one is worth is learned. Patterns are matched against text in NFKC, case
folded; those of `CAPITALS` before folding, since English tells names by their capitals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agent_memory.signals.model import Signal

_Rules = Mapping[Signal | None, tuple[str, ...]]
"""Patterns by the signal they speak for; under None what speaks against all of them."""

_CAP: Final = r"[A-Z][a-z]+"

_ZH: Final[_Rules] = {
    Signal.TEMPORAL: (
        r"[上前][一两几]?[次回个]|上(?:一|两|几)?(?:周|月|星期|礼拜|季度|半年|年度)|昨[天晚日]|前[天晚年]|去年|往年|大前",
        r"之前|以前|先前|从前|早些时候|前(?:些|几|一)?(?:天|阵子?|段时间)|当时|那[天年次时会]|曾经|(?:会|时)候说过|早上.{0,4}[说讲]",
        r"什么时候.{1,8}[过的了]$|哪[天年].{0,8}[的过了年]$|是哪一[年天]|第一次|多久(?:以)?前|记得|来着|历史记录",
        r"(?#weak)刚[才刚]",
        r"说过|提过|提到|聊[过到]|讨论[过的]|约定的?",
    ),
    Signal.PERSONAL: (
        r"我(?:的|家|爸|妈|老[公婆板]|女|儿|孩|男|弟|姐|哥|妹|名下|们(?:公司|部门|家|团队|组))|咱(?:们)?(?:家|部门|公司|的)",
        r"我(?:对|喜欢|平时|最喜|最爱|住|叫|是|有|在|和|跟|不能|姓|过敏|几|属|上班|什么时候|哪天|去|买|提交|交|拍)",
        r"(?#weak)^我(?!想(?:知道|问|去|开|找|要|买)|该|应该|要不|们|也)|关于我|了解我",
        r"(?:[张王李赵孙周吴陈刘杨黄林郑钱何朱徐马胡郭高罗][一-鿿]?|老)(?:经理|总监?|老师|医生|主任|律师|哥|姐|叔|阿姨|工|处长|教授)(?!的)?",
        r"小[王张李陈刘赵周吴明红杨林](?!时)|同事|室友|闺蜜|邻居",
        r"老板|妈妈|爸爸|爱人|老婆|老公|女儿|儿子|男朋友|女朋友|我孩子|爷爷|奶奶|父母",
    ),
    Signal.CONTINUATION: (
        r"继续|接着|往[下后前]|接下来|下一[步个章节]|未?(?:做|写|弄|说)完|停下",
        r"(?#weak)^(?:好的?[,，])?(?:那|然后|再|还有|换|改|加|删|就|不对|不是|嗯|算了)",
        r"第[一二三四五六七八九十\d]+[页章节部步条段题张个]|后半|上面|前一[版个]|剩下|另一[个种]|最后一[段句]",
        r"[他她它](?:们|俩)?(?![人们的]国)",
        r"(?<!我)这(?:[个些里样种款边位句]|$)|那(?:[个些里样种款边位句就]|$)",
        r"(?#weak)^.{1,2}$",
        r"(?#weak)^.{3,5}$",
        r"^(?:那|还)?.{1,6}呢[?？]?$|^为(?:什么|何|啥)(?:不|呢|啊|这|会)?.{0,3}[?？]?$|^怎么.{0,4}[?？]?$",
        r"(?#weak)(?:啊|吧|啦|嘛|呀)[?？。!！]?$",
        r"(?#weak)^(?:没|不|也|都|当然|肯定|真|是|对|有|可以|好|谁|哪|在)",
        r"再(?:来|出|写|改|换|详|短|长|压|解|说|发|讲)|改(?:成|得|短|长|一下)|换成|压缩",
    ),
    Signal.IMPLICIT: (
        r"推荐|建议|有(?:什么|啥|没有).{0,6}(?:好|适合|主意|值得)|适合|值得|必去|哪款|哪种好",
        r"(?:帮|替|给)(?:忙|我)?.{0,6}(?:写|起草|订|挑|选|点|排|拟|凑|配|列|设计|制定|规划|安排|做个|想个|想想|润色|回复)",
        r"规划|安排|攻略|食谱|计划|日程|清单|行程|三日游|时间表|穿搭",
        r"老规矩|老样子|老地方|照旧|惯例|往常|平常一样|跟以前一样|沿用|按(?:照)?(?:你说|我们|咱|约定|先前|之前|老)|照(?:着)?(?:原|先前|之前|上次)|用(?:之前|上次|原来)的",
        r"该(?:不该)?(?:买|学|选|吃|穿|去|怎么|报|看)|要不要|(?:吃|买|玩|看|穿|送|养|学|听|用|报|来|选|带)点?(?:什么|啥|哪)|去哪|怎么(?:过|玩|休|练|搭)|划算",
        r"^(?:写|来|订|起草|制定|设计|规划|安排|选|买|替).{0,3}[一个封份段点张次]",
        r"(?#weak)想(?:找|换|养|买|开始|去|学)|周末|周[五六日]晚?|晚上|晚饭|早饭|假期|暑假|年假|礼物|生日",
        r"(?#weak)好(?:吃|玩|看|听|喝)|去.{1,4}(?:玩|住|逛)",
    ),
    None: (
        r"什么是|是什么(?:意思)?$|解释一?下|原理|区别|定义|为什么会|是谁(?:提出|写|发明)|介绍|简述|历史$|影响|作用|出处|朝代|全称|首都|世界",
        r"(?#weak)[a-z]{2,}",
        r"函数|代码|报错|算法|正则|命令|字符串|排序|数据库|编程",
        r"\d.*[=+*/^]|等于|计算|解方程|求|公式|乘|加 ?\d|化简|多少[米度公]|换算|内角和|进制",
        r"^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|晚安|谢谢|多谢|辛苦|再见|拜拜|祝你|在吗|非常感谢|好的,谢谢)",
        r"翻译|翻成|英文|近义词|造句|成语|谜语|笑话|诗|总结|改通顺|热量|时区|人口|做法|几点|天气",
        r"你(?:是谁|能做|会说|叫什么)",
    ),
}
_EN: Final[_Rules] = {
    Signal.TEMPORAL: (
        r"\b(?:last|previous|past) (?:time|week|month|year|night|quarter|summer|winter|\w+day|meetings?)\b|\byesterday\b",
        r"\b(?:ago|back (?:in|at|then)|earlier|previously|once before|the other day|used to|first (?:time|trip)|recently|(?:weeks?|months?|days?) back|from before|moment ago|this (?:morning|time last)|that day)\b",
        r"\bwhen (?:did|was|were|had|is|does|will)\b|\bhow long (?:ago|has|have|did)\b|\bhow many (?:times|years|days|weeks|months)\b",
        r"\bremember|\bremind me\b|\byou (?:said|told|gave|mentioned|recommended|taught|sent)\b|\btold you\b|\bcame up\b|\bbrought up\b|\bleft off\b|\bwe (?:talk|decid|discuss|agree|settle|start|got)\w*|\bdid we (?:talk|decide|discuss|agree)\b",
        r"(?#weak)\b(?:before|already|earlier|since)\b",
    ),
    Signal.PERSONAL: (
        r"\b(?:my|mine|our|ours|myself)\b",
        r"\b(?:do|did|am|was|have) i\b|\babout me\b|\bknow me\b|^i(?:'m| am| have| had| won| miss| got| feel| was| did| ran)\b|\bi (?:own|live|work|like|have|bought|went|told|submitted|handed|stay|met)\b|\bus\b",
        r"\b(?:mr|mrs|ms|dr|uncle|aunt|boss|landlord|roommate|coworker|colleague|mom|mum|mother|dad|father|wife|husband|sister|brother|boyfriend|girlfriend|daughter|son)\b",
    ),
    Signal.CONTINUATION: (
        r"^(?:please |ok |ok, )?(?:continue|go on|keep going|carry on|proceed|pick up|resume|finish|now|try again|go ahead|back to|add|delete|change|rewrite|make (?:it|the)|turn that|another|move on)\b",
        r"\b(?:next|then|again|halfway|once more|the (?:above|rest|second|other|next|last)|another|left off|more (?:detail|versions?)|(?:page|section|clause|step|question|chapter|part) (?:one|two|three|four|five|six|seven|\d+))\b",
        r"\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b",
        r"(?#weak)\b(?:it|its)\b(?! (?:in|take|to|cost|mean to)\b)",
        r"(?#weak)\b(?:this|that|these|those)\b(?! (?:text|sentence|weekend|week|morning|day|code|year|month|paragraph|summer))",
        r"(?#weak)\bthere\b(?<!is there)(?<!are there)(?<!hi there)|\b(?:others?|else|one|same|two of them|like this)\b",
        r"(?#weak)^\W*\w+\W*$|^\W*\w+ \w+\W*$",
        r"(?#weak)^\W*\w+ \w+ \w+\W*$",
        r"^(?:and|so|then|ok|okay|no|yes|right|fine|never mind|what about|how about|really|like|anything|any|since when|by whom|sounds|not sure|huh|where|why|how|how much|how come|which one)\b\W*(?:\w+\W*){0,3}$",
        r"^(?:what|where|how|why|who|when|did|does|was|were|is|are|has|have|can|do) (?:\w+ ){0,5}(?:he|she|it|they|them|him|her|his|its|their|that|there|this)\b",
        r"\b(?:besides|other than|in addition|after (?:that|this)|aside from|besides this)\b",
    ),
    Signal.IMPLICIT: (
        r"\b(?:recommend\w*|suggest\w*|suggestions|tips|advice|ideas|options|worth)\b",
        r"\b(?:plan|planning|itinerary|schedule|organi[sz]e|timetable|diet|workout|shopping list|outfit|sort out|draw up|put together|design)\b",
        r"\b(?:the usual|as (?:usual|always|before|previously|discussed|we|you)|same as|agreed|settled|like before|same method|customary|my regular|that template|the way (?:you|we)|same (?:place|time))\b",
        r"(?#weak)\b(?:should|could|can) i\b|\bi should\b|\bfor me\b|\bi could\b|\bi can\b|\bhow do i (?:begin|start)\b|\bwould (?:you|work)\b",
        r"(?#weak)\b(?:best|good|must-see|must-try|top|popular|great|healthy|effective|nice) (?:\w+ )?(?:way|ways|places?|spots|dish\w*|attractions|options|things|ideas|hotels?|restaurants?|books?|movies?|\w+s)\b",
        r"\b(?:write|draft|compose|polish|come up with|help me (?:write|reply|draft))\b.*\b(?:letter|bio|caption|toast|speech|review|email|message|wish|reply|post)\b",
        r"\b(?:book|order|find|get|pick|buy|choose|prepare|make) (?:me|a|an|some|something)\b",
        r"\b(?:i'm (?:looking|traveling|travelling|planning|visiting|hungry|thinking|trying)|looking for|in the mood|thinking of|i want to|i need|bored|time for a new|hungry)\b",
        r"(?#weak)\b(?:where|which|what|how) to\b|\b(?:watching|breakfast|dinner|lunch|weekend|night|gift|present|trip|vacation|travel\w*|visit\w*|holiday|unwind|relax\w*)\b",
    ),
    None: (
        r"\b(?:what is|what are|what does|how does|why (?:do|does|is|are)|who (?:wrote|invented|discovered|came)|define|explain|difference between|overview|history of|theory|capital of|effects? of|rules for|summary of|stand for|in the world|how (?:far|many|often|is))\b",
        r"\b(?:python|java|sql|javascript|rust|ruby|kotlin|git|excel|linux|csv|http|html|api|function|code|regex\w*|regular expression|error|exception|string|closure|search)\b|c\+\+|\w\(|==|\bgo\b(?! (?:on|to|there|in|after|with))",
        r"\d+ ?[-+*/^=] ?\d|\d+ (?:times|plus|minus)\b|\b(?:solve|derivative|integrate|convert|formula|percent|simplify|triangle|binary|decimal|metres|power of)\b|%",
        r"^(?:hello|hi|hey|howdy|good (?:morning|afternoon|evening|night)|thanks?|thank you|cheers|bye|goodbye|have a nice)\b",
        r"\b(?:translate|synonyms?|sentence|poem|riddle|joke|summari[sz]e|passive|calories|protein|population|weather|time zone|time is it|recipe|phrase|in french|country is)\b",
        r"\b(?:are|can|do) you (?:do|there|speak)?\b|\bwho are you\b|\byour name\b",
    ),
}
_CAPITALS: Final[_Rules] = {
    Signal.TEMPORAL: (rf"\b[Ww]hen (?:did|was|is|does|will|has) {_CAP}\b",),
    Signal.PERSONAL: (
        rf"\b(?:did|does|has|had|would|will|might|could|should) {_CAP}\b(?! works?\b)",
        rf"\b(?:is|was|were|are|[Dd]id|[Dd]oes|[Ii]s|[Ww]ould|[Hh]as) {_CAP}\b",
        rf"\b{_CAP}'s\b",
        rf"\b(?:reply|send|give|tell|with|for|and|email|call|remind|ask|invite|from) (?:to )?{_CAP}\b",
        rf"\b(?:send|reply|forward|give)\b.* to {_CAP}\b",
        rf"\b(?:Mr|Mrs|Ms|Dr|Uncle|Aunt)\.? {_CAP}\b",
    ),
    None: (rf"\b(?:in|of|around|near) {_CAP}\b", r"(?<=[a-z,] )[A-Z]{2,}\b"),
}

OWNERS: Final = (*Signal, None)
WEAK: Final = "(?#weak)"
"""Marks a pattern that says little by itself."""

RULES: Final = tuple(
    (owner, re.compile(pattern)) for rules in (_ZH, _EN) for owner in OWNERS for pattern in rules[owner]
)
"""With the signal that each speaks for."""

CAPITALS: Final = tuple((owner, re.compile(pattern)) for owner, patterns in _CAPITALS.items() for pattern in patterns)
