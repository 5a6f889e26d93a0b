"""Chinese rules: names, age, origin, home, education."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.zh_words import HERE, row
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT

# What follows 叫 when it is the verb "to call, to order".
_NOT_NAME: Final = (
    r"^(?:你|他|她|它|我|外卖|车|滴滴|代驾|醒|住|停|上|来|去|人|什么|啥|做|板|好|苦|价|号|嚷|了|过|着|不|一下|一声"
    r"|大家|同事|朋友|老师|妈|爸|救护车|出租)"
)
_NOT_ORIGIN: Final = (
    r"(?:本|成年|普通|好|坏|聪明|主|客|病|新|老|年轻|中年|老年|男|女|大|机器|负责|创始|合伙|联系|当事|候选|发起|申请"
    r"|家|过来|外行|明白|正常|工|打工|一个|个|投资"
    r"|经纪|主持|代理|介绍|推荐|管理|领导|代表|独立|媒体|技术|手艺|生意|商|军|诗|名|证|监护|收件|寄件|被|有|没|重要"
    r"|不是|唯一|同龄|内向的?|外向的?|感|迷|动|惊|诱|吓|累|烦|宜|喜|吸引|骗|过|惹|伤|逼|撩)$"
)
_NOT_HOME: Final = r"^(?:址|处|院|不|得|过|手|嘴|口|酒店|宾馆|民宿|了|的|全季|汉庭|如家|哪|一起|一块|习惯|进|满)|这[里儿边]?$|那[里儿边]?$"
_SCHOOL: Final = "大学|学院|学校|中学|高中|初中|小学|大|校|系|专业|院|班|清华|北大|复旦|交大|浙大|mit|lse"

# fmt: off
NAMES: Final[tuple[Rule, ...]] = (
    row("named", "名 叫",
        r"的?(?P<what>全名|大名|本名|真名|小名|乳名|英文名|中文名|日文名|网名|昵称|笔名|名字|姓名)字?(?:现在|已经|应该)*(?:改成|改为|换成|变成|改叫|叫做?|是|为"
        r"|:)?了?\s?[“\"']?<name:NAME>[”\"']?~",
        _FACT, 5, 0.95, "{s}的{what}是{name}", who="named", entities="name:person", sets="name",
        never={"name": _NOT_NAME}),
    row("called", "叫",
        r"(?P<lead>改名字?|名|就|是)?叫(?:做|作)?\s?[“\"']?<name:NAME>[”\"']?(?:这个名字)?~",
        _FACT, 5, 0.95, "{s}叫{name}", who="named", entities="name:person", sets="name", never={"name": _NOT_NAME}),
    row("is called the name", "是",
        r"是<name:NAME>,?(?:不是|而不是|不叫)<old:NAME>~",
        _FACT, 5, 0.9, "{s}叫{name}", who="self", entities="name:person", sets="name", only={"name": "^.{2,4}$"},
        never={"name": "[的了在]|经理|总监|人$"}),
    row("surname", "姓",
        r"(?:免贵|复)?姓(?P<name>[一-鿿]{1,2})~",
        _FACT, 4, 0.9, "{s}姓{name}", who="named", entities="name:person"),
)

PERSONAL: Final[tuple[Rule, ...]] = (
    row("age", "岁",
        r"(?:马上|快|满|到|刚满|是|都|有|虚岁|周岁|\s)*(?P<n>\d{1,3}"
        r"|[一二两三四五六七八九十百]{1,4})周?岁(?P<half>半)?~",
        _FACT, 5, 0.95, "{s}{n}岁{half}", sets="age"),
    row("age, full", "满",
        r"(?:刚|已经|都)*满(?P<n>[二三四五六七八九]?十[一二三四五六七八九]?|\d\d)(?:周岁)?~",
        _FACT, 5, 0.85, "{s}{n}岁", sets="age"),
    row("generation", "后", r"是?(?:一[个名枚])?(?P<n>[5-9]\d|0\d|10)后~", _FACT, 4, 0.9, "{s}是{n}后", who="self"),
    row("relation's birthday", "生日",
        r"的?生日(?:是|在)?(?P<v>[^,]+)",
        Kind.RELATIONSHIP, 4, 0.95, "{s}的生日是{v}", who="family", keep_dates=True, only={"v": r"[PTF\d月]"}),
    row("relation's work", "职业 工作 专业",
        r"的?(?:职业|工作|职位|专业)(?:是|为)<job>~",
        Kind.RELATIONSHIP, 4, 0.9, "{s}的{p}", who="family"),
    row("born", "生",
        r"(?:是|于|在)?[PTF]+(?:出)?生人?(?:于[^,]+)?~|(?:出)?生(?:于|在)[PTF]+~",
        _FACT, 5, 0.95, sets="birth"),
    row("born at", "生",
        r"出?生(?:于|在)<place>~",
        _FACT, 4, 0.85, entities="place:location", never={"place": "[PTF]|活|病|孩子"}),
    row("gender", "男 女",
        r"(?:是|性别)?(?:一?[个名])?(?P<sex>男生|女生|男的|女的|男性|女性|男孩子?|女孩子?|男|女)~",
        _FACT, 5, 0.9, "{s}是{sex}", sets="gender"),
    row("zodiac", "属", r"属(?P<z>[鼠牛虎兔龙蛇马羊猴鸡狗猪])~", _FACT, 2, 0.9),
    row("star sign", "座",
        r"是?(?P<z>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)(?:的人)?~",
        _FACT, 2, 0.9, "{s}是{z}"),
    row("personality type", "n s", r"是?(?:一个)?(?P<z>[ei][ns][tf][jp])(?:型?人?格?)?的?$", _FACT, 2, 0.9, "{s}是{z}"),
    row("nationality", "籍 华人 华裔",
        r"(?:是|国籍是)(?P<place>.{1,10}?(?:籍|华人|华裔|公民))~",
        _FACT, 5, 0.9, "{s}是{place}", sets="nationality"),
    row("from", "人",
        r"(?:是(?:个|一个|土生土长的|地道的?|地地道道的?)?(?P<place>[^,的很]{1,8}?)|(?P<known><k:KNOWN_PLACE>))人~",
        _FACT, 4, 0.85, "{s}是{place}{known}人", entities="place:location known:location", sets="origin",
        never={"place": _NOT_ORIGIN}, only={"adv": "^[^R]*$"}),
    row("comes from", "来自", r"来自于?<place>~", _FACT, 4, 0.9, entities="place:location", sets="origin"),
    row("is from", "的",
        r"是?<place:KNOWN_PLACE>的$",
        _FACT, 4, 0.8, "{s}来自{place}", entities="place:location", sets="origin"),
    row("home town", "老家 家乡 祖籍 籍贯",
        r"(?:老家|家乡|祖籍|籍贯)(?:是|在|于)?<place>~",
        _FACT, 4, 0.95, "{s}的老家在{place}", entities="place:location", sets="origin", never={"place": "^[要回就]"}),
    row("grew up", "长大", r"是?在<place>长大~", _FACT, 3, 0.9, entities="place:location"),
    row("mother tongue", "母语", r"母语(?:是|为).+", _FACT, 5, 0.95, "{s}的{p}", sets="native language"),
    row("marital", "婚 单身 离异 丧偶 恋爱 分手 异地",
        r"(?:是|在|目前)?(?:已婚|未婚|单身|离异|丧偶|(?:刚)?(?:结婚|离婚|订婚|再婚|分手)|结的?了?婚|离了?婚|没结婚"
        r"|谈恋爱|[和跟][^,]{1,6}异地恋?)[^,要]{0,12}$",
        _FACT, 4, 0.9, sets="marital state", never={"adv": "如果"}),
    row("faith", "信 教 徒 族 党员",
        r"(?:信(?:奉|仰)?(?:佛教?|基督教?|天主教?|道教?|伊斯兰教?|教)|是(?:一[个名])?(?:虔诚的)?(?:基督徒|天主教徒"
        r"|佛教徒|穆斯林|教徒|[一-鿿]{1,4}族|党员))~",
        _FACT, 4, 0.9),
    row("sort of person", "猫子 社恐 内向 外向 急性子 慢性子 路痴 脸盲 左撇子 完美主义",
        r"(?:是|有|比较|很|一?个|的)*(?P<v>夜猫子|社恐|社牛|性格内向|性格外向|内向|外向|急性子|慢性子|路痴|脸盲|左撇子"
        r"|完美主义者?)(?:的人)?~",
        _FACT, 3, 0.85),
    row("earns", "赚 挣 月薪 年薪 工资",
        r"(?:[RTF]|一年|一个月|每?月|年)*(?:能|可以)?(?:赚|挣|月薪|年薪|工资|收入)(?:是"
        r"|有)?(?P<v>[\d一二两三四五六七八九十][^,]{0,10})~",
        _FACT, 4, 0.85),
    row("lives on", "退休", r"(?:已经)?退休[^,]{0,6}$", _FACT, 5, 0.9, sets="job"),
)

HOMES: Final[tuple[Rule, ...]] = (
    row("moves", "搬 迁",
        r"(?:是)?(?:从<old>)?(?:全家|举家)?(?:搬家?|搬迁|迁)(?:到|去|来|回|进|至)了?<place>(?:住|生活)?~",
        _FACT, 5, 0.95, entities="place:location", sets="home", never={"place": "[PTF]|这[里边]|那[里边]"}),
    row("moved out", "搬离 搬出 离开 搬走",
        r"(?:从)?(?:搬离|搬出|离开)了?<old:KNOWN_PLACE>了?$|从<old2>(?:搬走|搬出来|离开)了?$",
        _FACT, 3, 0.85, ends="home", never={"old": "公司", "old2": "公司|座位|房间"}),
    row("back to", "回 去 到 来",
        r"(?:回|去|到|来)(?:到|去)?了?<place:KNOWN_PLACE>(?:了|住|生活|定居|这边|那边)*$",
        _FACT, 4, 0.8, "{s}回到{place}生活", entities="place:location", sets="home", after_end=True, never={"adv": "要|打算|F"}),
    row("lives no more", "住",
        r"(?:不再|再也不|不|没有?)住(?:在|了)?<old>了?$",
        _FACT, 3, 0.85, ends="home", never={"old": "^(?:校|酒店)"}, needs_subject=False),
    row("is no longer in", "在", r"(?:不再|不)在<old:KNOWN_PLACE>(?:住|生活)?了$", _FACT, 3, 0.85, ends="home"),
    row("lives", "住 居 家 户",
        r"(?P<how>租住|居住|住|定居|常住|常居|暂住|现居|安家|落户)(?:在|于|到)?<place>(?:这边|那边|附近|一带)?~",
        _FACT, 5, 0.95, "{s}{how}在{place}", entities="place:location", sets="home", never={"place": _NOT_HOME}),
    row("lives at", "在 回",
        r"人?在<place>(?:居住|定居|安家|落户|生活|住)(?:了|着)?(?:D+|[^,T]{0,4})~|回<back>(?:居住|定居|生活|住|发展)了?~",
        _FACT, 5, 0.9, entities="place:location", sets="home", never={"place": HERE}),
    row("home is in", "在",
        r"(?:新|现在的?)?(?:家|坐标|base)(?:现在|就|目前|也)*在<place>(?:这边|那边|附近)?~",
        _FACT, 5, 0.9, "{s}住在{place}", entities="place:location", sets="home", who="self"),
    row("rents or buys", "租 买 购",
        r"在<place>(?:租|买|购)了?(?:的)?(?P<thing>[^,]{0,8}(?:房|公寓|居室|别墅|套|间|厅)[^,]{0,8}?)~",
        _FACT, 4, 0.9, entities="place:location"),
    row("housing estate", "住的",
        r"住的?(?:的)?(?P<what>小区|地方|公寓|楼盘|村|社区)(?:名字)?(?:叫|是|在)<place>~",
        _FACT, 4, 0.9, entities="place:location", never={"place": HERE}),
    row("stayed at", "过",
        r"在<place>(?:待|呆|住|生活|工作|上学|读书)过(?:D+|[^,]{0,6})~",
        _FACT, 3, 0.8, entities="place:location", never={"place": HERE}),
    row("lives in kind", "住",
        r"住(?:的是|着|的)?<place>(?:里)?~",
        _FACT, 4, 0.8, only={"place": "宿舍|公寓|别墅|平房|楼房|合租|单间|地下室"}),
)

STUDIES: Final[tuple[Rule, ...]] = (
    row("graduated from", "毕业于",
        r"(?:本科|硕士|研究生|博士)?毕业于<org+>",
        _FACT, 4, 0.95, entities="org:organization"),
    row("graduated", "毕业",
        r"(?:是)?从?<org>(?:本科|硕士|研究生|博士|大专)?(?:的)?毕业(?:于)?(?:D+|的.{0,4})?~",
        _FACT, 4, 0.9, entities="org:organization", only={"org": _SCHOOL}),
    row("studies at", "读 学 念",
        r"(?:是)?(?:在|去|到)<org>(?:读|念|上|就读|留学|进修|攻读)(?P<what>[^,]{0,14}?)~",
        _FACT, 4, 0.9, entities="org:organization", never={"org": HERE},
        only={"what": r"^$|学|书|博|研|大[一二三四]|年级|专业|系|班|本科|硕士|语"}),
    row("is in year", "大 研 高 初 年级 学 园 班 博",
        r"(?:是)?(?:在|刚)?(?:读|上|念|升)(?:的)?(?P<what>(?:大[一二三四]|研[一二三]|高[一二三]|初[一二三]"
        r"|[一二三四五六]年级|小学|中学|高中|初中|幼儿园|研究生|博士|硕士|本科|研|博|[大中小]班|mba)[^,吃]{0,10}?)~",
        _FACT, 4, 0.9),
    row("is a student of", "生 读",
        r"是?(?:一[名个])?(?P<what>[^,]{0,12}?(?:大[一二三四]|研[一二三]|高[一二三]|初[一二三]"
        r"|[一二三四五六]年级)[^,]{0,6}?(?:在读|学生|的学生|新生))~",
        _FACT, 4, 0.9, "{s}是{what}"),
    row("study subject", "学的 专业 主修 读的 念的",
        r"(?:学的|(?:所学)?专业|主修|读的|念的)(?:是|的是|为)?<what>(?:专业)?~",
        _FACT, 4, 0.9, "{s}的专业是{what}", never={"what": r"^(?:不|挺|很|比较|还)"}),
    row("studies the subject", "学", r"学(?P<what>[^,习了会不过到着]{2,10})的$", _FACT, 4, 0.8, never={"what": HERE}),
    row("diploma", "学历 学位",
        r"(?:最高)?(?:学历|学位)(?:是|为)?<what:DIPLOMA>(?:学历|学位)?~",
        _FACT, 4, 0.95, "{s}的学历是{what}"),
    row("holds", "学位 文凭 证 执照",
        r"(?:有|持有|拿到了?|考了?|考到了?|取得了?)(?:一?[个张])?(?P<what>[^,]{0,16}(?:学位|文凭|证书?|资格|执照))~",
        _FACT, 4, 0.9, never={"what": HERE}),
)
# fmt: on
