"""Chinese rules: "my X is Y" for the attributes that are worth keeping."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.zh_words import COUNT, HERE, row
from agent_memory.memories.model import Kind

IDENTITY_NOUNS: Final = "职业|工作|职位|岗位|职务|国籍|性别|年龄|籍贯|户口|民族|住址|家庭住址|地址"
BIRTH_NOUNS: Final = "生日|出生日期|农历生日|阳历生日|阴历生日|结婚纪念日|纪念日"
CODE_NOUNS: Final = (
    "车牌号?|会员编号|会员号|会员卡号|工号|编号|客户编号|供应商编号|订单号|学号|税号|邮箱|邮箱地址|微信号?|qq号?|电话"
    "|手机号码?|联系方式|账号|用户名|门牌号|wifi名字?|wifi|护照号|网址|域名|主机名"
)
LIMIT_NOUNS: Final = "预算|广告费|装修费|房租|月租|租金|经费|开销|成本|费用|月供|额度"
DEADLINE_NOUNS: Final = (
    "截止日期|截止时间|截止|deadline|ddl|交付日期|交付时间|交期|期限|上线时间|上线日期|交稿日期|提交日期"
)
OTHER_NOUNS: Final = (
    "回复语言|签证|护照|合同|驾照|保险|身高|体重|血型|鞋码|尺码|月薪|年薪|工资|收入|期望薪资|作息|时区|航班|会议时间|开会时间"
    "|会议|例会|联系人|供应商联系人|主要客户|客户|供应商"
    "|汇报对象|目标|座右铭|星座|车|手机|电脑|母语|专业|学历|爱好|兴趣|偶像|口味|紧急联系人|财年|项目|论文|合作伙伴"
    "|习惯|出生地|婚期|婚礼|预产期|面试|考试|手术|出发时间|入职时间"
)
BARE_NOUNS: Final = "|".join(
    (
        BIRTH_NOUNS,
        CODE_NOUNS,
        LIMIT_NOUNS,
        DEADLINE_NOUNS,
        "住址|家庭住址|会议时间|开会时间|会议|例会|航班|面试|考试|婚礼|项目|论文|合同",
    )
)
"""Attributes that are the user's even when nobody says whose."""
NOUNS: Final = "|".join((IDENTITY_NOUNS, BIRTH_NOUNS, CODE_NOUNS, LIMIT_NOUNS, DEADLINE_NOUNS, OTHER_NOUNS))

_FACT: Final = Kind.FACT
_RULE: Final = Kind.CONSTRAINT
_IS: Final = (
    r"(?:主要|全|大多|就|一直|目前|现在|大概|大约|差不多|暂|应该|都|一共|只|初步)*(?:是|为|在|叫|:|有|定在|定为|设为"
    r"|约|写)"
)

_CHANGES: Final = r"(?:提高|提升|上调|下调|降低|减少|增加|追加|压缩|砍|调整|调高|调低|提前|推迟|延期|延后|延长|更新|变更|改|调|涨|降|升|变|延|换|加|减|压|推|挪)"
_TOOL: Final = rf"{HERE}|^(?:什么|不|坏|慢|卡|崩|好|新的|旧的|[PTF]|为了|因为)|吗|呢|吧"

# fmt: off
ATTRIBUTES: Final[tuple[Rule, ...]] = (
    row("system switched then", "换 改 迁 切 升 转",
        r"(?=[^,]*[PTF])(?:[PTF]|已经|刚刚|刚|最近|现在|都|全|又|也)*+(?:从<old>)?(?:换|改|切换|迁移|迁|切|升级|转)(?:成|到|为|用)了?<tool>~",
        _FACT, 4, 0.9, "{s}{p}", who="attribute", entities="tool:product", sets="tool", only={"s": "^系统:"}, never={"tool": _TOOL}),
    row("system switched from", "从",
        r"(?:已经|刚刚|刚|最近|现在|都|全|又|也)*+从<old>(?:换|改|切换|迁移|迁|切|升级|转)(?:成|到|为|用)了?<tool>~",
        _FACT, 4, 0.9, "{s}从{old}换成了{tool}", who="attribute", entities="tool:product", sets="tool", only={"s": "^系统:"},
        never={"tool": _TOOL}),
    row("system switched", "换 改 迁 切 升 转",
        r"(?:已经|刚刚|刚|最近|现在|都|全|又|也)*+(?:换|改|切换|迁移|迁|切|升级|转)(?:成|到|为|用)了?<tool>~",
        _FACT, 4, 0.9, "{s}换成了{tool}", who="attribute", entities="tool:product", sets="tool", only={"s": "^系统:"},
        never={"tool": _TOOL}),
    row("system is", "是 用 为 叫 :",
        r"(?:一般|都|现在|目前|主要|就|还是|一直|也|全|平时)*+(?:用的是|使用的是|选的是|用的|使用|用|是|为|叫|:)<tool>~",
        _FACT, 4, 0.9, "{s}是{tool}", who="attribute", entities="tool:product", sets="tool", only={"s": "^系统:"},
        never={"tool": _TOOL}),
    row("moved date or value", "改 调 涨 降 提前 推迟 延 升 变 换 提高 加 减 压 砍 推 挪 更",
        rf"(?:已经|刚刚|刚|后来|又|还是|现在|最近|要|得|都|[PT])*+(?:从<old>)?{_CHANGES}(?:成|到|为|至|在)+了?<v>~",
        _FACT, 4, 0.9, "{s}改为{v}", who="attribute", sets="s", never={"s": "^[?]", "v": HERE}),
    row("birthday", "",
        rf"{_IS}?(?P<v>(?:农历|阴历|阳历)?[PTF0-9一二三四五六七八九十月日号年.-]+)~",
        _FACT, 5, 0.95, "{s}是{v}", who="attribute", keep_dates=True, sets="s", only={"s": f"^(?:{BIRTH_NOUNS})$"}),
    row("deadline", "",
        rf"{_IS}?(?P<v>[^,]*[TF][^,]*|下?周[^,]+|\d[^,]*|月底|年底)~",
        _RULE, 4, 0.9, "{s}是{v}", who="attribute", sets="s", only={"s": f"(?:{DEADLINE_NOUNS})$"}),
    row("limit", "",
        r"(?:就|一直|目前|现在|大概|大约|差不多|最多|上限|总共|一共|只|是|为|在|有|控制|卡死|定|不能|不得|不|超过"
        rf"|高于|压|到|也|要|必须|:|约)*(?P<v>[^,]{{0,4}}{COUNT}[^,]*)",
        _RULE, 4, 0.9, "{s}{p}", who="attribute", sets="s", only={"s": f"(?:{LIMIT_NOUNS})$"}, never={"v": "吗"}),
    row("code", "",
        rf"(?:更新一下|更新了?|更正一下|更正|换了|改了|[:\s])*+(?:以后|今后|现在)?(?:都|就)?(?:用|发到|发)?{_IS}?\s?(?P<v>[^,的]{{2,40}}?)~",
        _FACT, 4, 0.9, "{s}是{v}", who="attribute", sets="s", only={"s": f"(?:{CODE_NOUNS})$", "v": r"[a-z0-9]"},
        never={"v": "^(?:更新|换|改|变|以后|现在)"}),
    row("identity", "是 为 在 叫 :",
        rf"{_IS}(?P<v>[^,]+)",
        _FACT, 5, 0.9, "{s}是{v}", who="attribute", sets="s", only={"s": f"(?:{IDENTITY_NOUNS})$"},
        never={"v": rf"{HERE}|^什么|T$"}),
    row("expires", "到期 过期 截止",
        r"(?:到)?[TF]+(?:就)?(?:到期|过期|截止)~",
        _FACT, 4, 0.9, "{s}{p}", who="attribute", sets="s"),
    row("goal", "是 为 : 有",
        rf"{_IS}(?P<v>[^,]+)",
        Kind.INTENT, 3, 0.9, "{s}{p}", who="attribute", sets="s", ttl_days=180, only={"s": "^目标$"},
        never={"v": HERE}),
    row("unknown attribute", "是 为 叫",
        r"(?:就|一直|目前|现在|主要|大概|都)*(?:是|为|叫)(?P<v>[^,]{2,})",
        _FACT, 3, 0.65, "{s}{p}", who="attribute", sets="s", needs_subject=True, only={"s": "^[?]"},
        never={"v": rf"{HERE}|^(?:什么|不|坏|问题|错|好的|旧的|新的|[为把想要让先])|报错|打不开|吗|吧"}),
    row("attribute", "是 为 在 叫 : 有",
        rf"{_IS}(?P<v>[^,]+)",
        _FACT, 3, 0.85, "{s}{p}", who="attribute", sets="s", needs_subject=True,
        never={"s": "^[?]", "v": rf"{HERE}|^(?:什么|不|坏|问题|错|好的|旧的|新的)|报错|打不开"}),
    row("must by", "必须 最晚 最迟 要 得 之前 前",
        r"(?:最晚|最迟|必须|务必|一定|要|得|需要|应该)*(?:在)?[TF]+(?:之前|以前|前)?(?:必须|要|得|就要|就得"
        r"|一定要)?(?P<v>(?:交|完成|提交|上线|交付|发布|定稿|出|到|给|做完|写完|搞定|结束|开始|验收|送|寄|付"
        r"|还)[^,]*)~",
        _RULE, 4, 0.9, "{s}{p}", who="attribute", sets="s"),
)

CONTACTS: Final[tuple[Rule, ...]] = (
    row("contact called", "叫 是 姓",
        r"(?:名字)?(?:叫做?|是|姓)<name:NAME>~",
        Kind.RELATIONSHIP, 3, 0.9, "{s}{p}", who="contact", entities="name:person",
        only={"name": r"^[一-鿿]{2,4}$|^[a-z]"},
        never={"name": r"的|我|一|^[做干搞学卖在位个]|人$|个|女|男|说|你|什么|T"}),
)
# fmt: on
