"""Chinese rules: health, allergies, constraints, family, pets."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.zh_words import COUNT, HERE, row
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT
_RULE: Final = Kind.CONSTRAINT
_KIN: Final = Kind.RELATIONSHIP
_LASTING: Final = 730
"""An allergy does not lapse with the month that constraints live."""

# fmt: off
HEALTH: Final[tuple[Rule, ...]] = (
    row("allergic to", "过敏",
        r"(?:好像)?对<what>(?:严重|重度|轻度|有点|特别|会)*过敏[^,]{0,8}$",
        _RULE, 5, 0.95, ttl_days=_LASTING, entities="what:other", never={"what": HERE}),
    row("allergy", "过敏",
        r"(?:有)?(?P<what>[^,对是说]{1,10}?)(?:严重|重度|轻度)?过敏(?:症|体质)?~",
        _RULE, 5, 0.85, ttl_days=_LASTING, entities="what:other", never={"what": "不是|可能|会|一|吃|说|就"}),
    row("reacts to", "一",
        r"一?(?:吃|喝|碰|闻|沾)(?:到|了)?(?P<what>[^,]{1,10}?)(?:就|会)(?:会)?(?P<how>起疹子|过敏|拉肚子|胃疼|头疼"
        r"|头晕|长痘|发痒|痒|肿|不舒服|打喷嚏|吐|腹泻)[^,]*$",
        _RULE, 5, 0.9, "{s}{said}", ttl_days=_LASTING),
    row("intolerant", "不耐",
        r"(?:是|有)?(?P<what>乳糖|麸质|酒精|果糖|咖啡因)不耐(?:受|症)?~",
        _RULE, 5, 0.95, ttl_days=_LASTING),
    row("has disease", "有 患 得 查 确诊 是",
        r"(?:一直)?(?:患有|患了|患上了?|患|得了|得过|有|查出了?|查出来|确诊了?|是)(?:一?点|轻度|中度|重度|轻微|严重的?"
        r"|慢性|先天性|遗传性|\s)*(?P<what>(?:<d:DISEASE>)[^,]{0,8}?)~",
        _FACT, 4, 0.9, never={"what": rf"{HERE}|可能|毛病"}),
    row("is on a course", "减 增肌 备孕 戒 健身 找工作 求职 装修",
        r"(?:正)?在(?P<what>减肥|减脂|减重|增肌|塑形|备孕|戒烟|戒酒|戒糖|健身|找工作|求职|装修(?:房子|新房)?|办签证"
        r"|办移民|还房贷|考驾照|练车)~",
        _FACT, 3, 0.85),
    row("bare disease", "病 症 血压 炎 哮喘 近视 色盲 恐高 晕车 痛风",
        r"(?:轻度|重度|严重|高度)?(?P<what>高血压|糖尿病|哮喘|近视[^,]{0,5}|色盲|色弱|恐高|晕车|晕船|晕机|痛风|贫血"
        r"|失眠|社恐|怕黑|路痴|脸盲|左撇子)~",
        _FACT, 4, 0.85),
    row("fears heights", "恐", r"(?:特别|有|有点|很)?恐(?:高|飞)[^,]{0,5}$", _FACT, 4, 0.9),
    row("body trouble", "不好 不太好 疼 痛 偏高 偏低 浅 弱 敏感 受过伤 骨折 有问题 差 伤",
        r"(?P<b>(?:<body:BODY>)[^,]{0,3}?)(?:一直|有点|一直都|不太|很|比较|经常|老)*(?:不好|不太好|不行|疼|痛|偏高"
        r"|偏低|受过伤|受伤过?|有问题|有毛病|差|浅|弱|敏感|不舒服|有旧伤|骨折过?)[^,]{0,6}$",
        _FACT, 4, 0.85, never={"p": "[PTF]|今天|刚才|现在"}),
    row("pregnant", "怀孕 孕", r"(?:已经|刚)?(?:怀孕|怀了?(?:二|三)?(?:胎|宝宝)|备孕|孕)[^,]{0,8}$", _FACT, 4, 0.9),
    row("had surgery", "手术",
        r"(?:刚|才)?(?:做|动|接受)(?:完|了|过)(?:一?[个次场])?(?P<what>[^,]{0,10}手术)[^,]{0,4}$",
        _FACT, 4, 0.9, "{s}{when}{said}"),
    row("takes medicine", "药 针 胰岛素",
        r"(?:要|得|需要|在|必须|都要|长期)*(?:吃|服用|打|注射)(?:着)?(?P<what>[^,]{0,8}(?:药|胰岛素|针))[^,]{0,4}$",
        _FACT, 4, 0.85, only={"p": r"R|长期|要|在"}),
    row("must not", "不能 不宜 不可以 没法 别",
        r"(?:千万|绝对)?(?:不能|不宜|不可以|不可|没法|无法|不让|禁止|忌)(?:再)?(?P<what>(?:吃|喝|碰|抽|剧烈|跑|久|熬"
        r"|提|搬|抬|爬|长时间|喝酒|运动|开车|坐飞机|游泳|接触|太|做|养|吸|弯|受凉|见光|走远)[^,]*)",
        _RULE, 4, 0.85, ttl_days=365, never={"what": HERE}),
    row("cannot bear", "搬不了 久坐 走不",
        r"(?:也|都)?(?:搬不了|提不了|走不了|站不了|坐不了|跑不了|抬不了|爬不了|吹不了)(?P<what>[^,]+)",
        _RULE, 4, 0.85, ttl_days=365),
    row("must take care", "少 控制 忌口 戴",
        r"(?:平时)?(?:要|得|必须|需要|尽量)(?:少|控制|忌|注意|避免|戴|坚持)(?P<what>(?:吃|喝|盐|油|糖|饮食|体重|口"
        r"|熬夜|久坐|碰|眼镜|助听器|运动|辛辣|血糖|血压)[^,]*)",
        _RULE, 4, 0.8, ttl_days=365),
    row("doctor says", "医生",
        r"(?:医生|大夫)(?:说|让|建议|叮嘱|嘱咐|诊断|告诉我?)(?:了|我)*(?P<what>[^,]+)",
        _FACT, 4, 0.85, "医生说{s}{what}", who="self", never={"what": HERE}),
    row("height", "米 高",
        r"(?:身高)?(?P<v>一米[五六七八九\d][一-九\d]?|1米\d\d?|1\.\d\d?米|1\d\d(?:cm|厘米|公分))(?:高)?~",
        _FACT, 3, 0.85, "{s}身高{v}", sets="height"),
    row("body facts", "身高 体重 血型",
        r"的?(?P<what>身高|体重|血型|鞋码|三围|腰围)(?:是|有|大概|在)*(?P<v>[^,]+)",
        _FACT, 3, 0.9, "{s}的{p}", sets="body"),
    row("is handicapped", "轮椅 残疾 聋 盲 失明",
        r"(?:是|有|坐|用)?(?:残疾|聋|盲|失明|轮椅|听障|视障|肢残)[^,]{0,6}$",
        _FACT, 4, 0.8),
)

FAMILY: Final[tuple[Rule, ...]] = (
    row("has relatives", "有",
        rf"(?:还|就|只|家里)?有(?:了|着)?(?P<n>{COUNT}?(?:个|位|名|双|对"
        r"|口)?)(?P<what>[^,]{0,16}?(?:<rel:FAMILY>))(?P<more>[^,]{0,20}?)~",
        _KIN, 4, 0.9, who="self", introduces="rel", never={"what": rf"{HERE}|没"}),
    row("has no child", "没有 没",
        r"(?:还|目前)?没有?(?:要)?(?P<what>孩子|小孩|女朋友|男朋友|对象|兄弟姐妹|老公|老婆|娃)~",
        _KIN, 3, 0.85, who="self"),
    row("parent of", "妈 爸 父亲 母亲 爹 家长",
        r"是(?P<what>(?:一个|两个|三个|俩|双胞胎)?[^,]{0,10}(?:妈妈|爸爸|妈|爸|父亲|母亲|家长|奶奶|爷爷))~",
        _KIN, 4, 0.9, who="self", never={"what": HERE}),
    row("only child", "独生 老大 老二 排行",
        r"(?:是|家里)*(?P<what>独生子女?|独生女|家里的?老[大二三]|老[大二三])~",
        _KIN, 3, 0.85, who="self"),
    row("keeps pets", "养 有",
        r"(?:家里|家)?(?:养|有|收养|领养)(?:了|着"
        rf"|过)?(?P<n>(?:{COUNT}?[只条匹头个缸])?)(?P<what>[^,]{{0,6}}?(?:<pet:PET>)[^,]{{0,4}}?)(?:,?(?:名字)?叫(?:做)?(?P<name>[^,]{{1,8}}?))?~",
        _KIN, 4, 0.9, who="self", entities="name:person", introduces="pet", never={"what": HERE},
        only={"p": r"养|有(?:了)?[一两三四五六七八九\d]"}),
    row("keeps a named pet", "叫",
        r"(?:养|有)(?:了|着)?(?P<n>[一两三][只条匹头个])(?:名?叫)<name>的(?P<what><pet:PET>[^,]{0,2})~",
        _KIN, 4, 0.9, who="self", entities="name:person", introduces="pet"),
    row("one of them called", "叫",
        r"一[只条个]叫<name>~",
        _KIN, 4, 0.8, "{s}的宠物之一叫{name}", who="self", entities="name:person"),
    row("raises", "带孩子 带娃", r"(?:在家|一个人|全职|自己)+(?:在家)?带(?:孩子|娃)~", _KIN, 3, 0.8, who="self"),
    row("long distance", "异地", r"[和跟](?P<what>[^,]{1,6})异地恋?~", _KIN, 4, 0.9, who="self"),
    row("household", "口",
        r"(?:家里|家|一家|一家子)(?:有|一共|共)*(?P<n>[一二两三四五六七八九十\d]+)口(?:人)?~",
        _KIN, 3, 0.85, who="self"),
    row("family status", "去世 走了 过世 出生 生 怀 上班 住院 毕业 离婚 结婚",
        r"(?:已经|刚|是)?(?:[PTF]+)?(?P<what>去世|过世|不在|出生|住院|毕业|入伍|当兵|满月|满T)(?:了)?~",
        _KIN, 4, 0.9, "{s}{when}{said}", who="family"),
    row("family lives with", "跟我 和我 同住",
        r"(?:跟|和|与)我(?:们)?(?:一起)?(?:住|生活|同住)(?:在一起)?[^,]{0,6}$",
        _KIN, 4, 0.85, "{s}和用户一起住", who="family"),
    row("family habit", "经常 常 总 R",
        r"(?P<what>[^,]{2,20})",
        _KIN, 3, 0.7, who="family", only={"adv": r"经常|常常|R|平时|总"}, never={"what": rf"{HERE}|说|问|你|T"}),
    row("family goes to school", "上 读",
        r"(?:要|该|刚|在|已经|今年|就)*(?:上|读)(?P<what>小学|幼儿园|初中|高中|大学|[一二三四五六]年级|[大中小]班"
        r"|早教)[^,]{0,6}$",
        _KIN, 3, 0.9, who="family"),
)

LIMITS: Final[tuple[Rule, ...]] = (
    row("limit of money", "预算 开销 广告费 费用 成本 经费 房租 月租 花",
        r"(?:控制在|卡死在|不能超过?|不超过|最多|上限(?:是|为)?|只有|在|是|为|大概|大约|差不多|总共|一共|必须|只能|得"
        rf"|要|不得超过|不可超过|压到|压在|也就)+(?P<v>[^,]{{0,4}}{COUNT}[^,]*)",
        _RULE, 4, 0.9, who="any", only={"s": "预算|费|成本|经费|租|开销"}),
    row("must only", "只能 不得 不允许 不准 禁止 只允许",
        r"(?:都)?(?:只能|只允许|只可以|不得|不允许|不准|禁止|严禁)(?P<what>[^,]{2,})",
        _RULE, 4, 0.8, who="any", never={"what": rf"{HERE}|^(?:说|等|试|先|承认|看|选|问)|重启|重装|去$"},
        needs_subject=True),
    row("busy at", "没空 有事 有课 不在 没时间 休息 接孩子 接娃",
        r"(?:都|要|得|固定)*(?:没空|有事|有课|没时间|不在|休息|休假|接孩子[^,]*|接娃|送孩子[^,]*|接送孩子|上课|值班"
        r"|开例会|开组会)(?:的)?~",
        _RULE, 4, 0.85, ttl_days=180, only={"adv": "R|[PTF]|周|晚|早|午"}, never={"adv": r"(?<!R)[PTF]+$(?<!T)"}),
)
# fmt: on
