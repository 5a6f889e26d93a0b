"""Chinese rules: occupation, employer, company, tools, devices, skills."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.zh_words import HERE, MEASURE, row
from agent_memory.memories.model import Kind

_FACT: Final = Kind.FACT
_KNOWLEDGE: Final = Kind.KNOWLEDGE
_ORG: Final = "org:organization"
_PRODUCT: Final = "tool:product"
_ERRAND: Final = (
    r"你|您|这|那|它|试|看看|一下|文档|文件|报错|日志|错误|链接|步骤|等|忙|路上|开会|排队|吃饭|网上|群里|下面|上面"
)
_NOT_EMPLOYER: Final = (
    rf"{_ERRAND}|找|换|思考|考虑|想|研究|讨论|^学|^(?:家|公司|单位|外面|一起|[PTF]|床|地铁|图书馆)$|大学|学校"
)
_NOT_TOOL: Final = (
    rf"{HERE}|^(?:心|力|来|不|了|过|完|处|手$|途|功|得|于|户|餐|人|法|尽|词|意|一句|一个|几|中文|英文|英语|普通话"
    r"|表格)|试|报错|^[PTF]|模板|公式|这种|代码片段|snippet"
)
_TO_DO: Final = (
    "写|做|画|管|处理|记|开发|办公|听|看|剪|编|跑|设计|沟通|协作|排|收|发|导航|付|存|查|翻译|练|学|拍|录|打|建|修|算"
    "|统计|报|走|部署|监控|调试|连"
)

# fmt: off
JOBS: Final[tuple[Rule, ...]] = (
    row("works in industry", "行业 领域 圈 这行",
        r"(?:是|也)?(?:在|从事|做|干|搞)<org>(?:行业|领域|圈|这一?行|这块)(?:的|工作|干|做|从业|混|里)*(?:了)?(?:D+)?~",
        _FACT, 4, 0.9, sets="industry", never={"org": HERE}),
    row("serves at as", "在",
        r"(?:是)?在(?P<org>[^,]{2,24}?)(?:当|担任|任职?|出任)(?:了)?(?:D+)?(?:的)?<job>~",
        _FACT, 5, 0.9, entities="org:organization job:other", sets="job",
        never={"org": _ERRAND, "job": rf"{HERE}|^[了D]"}),
    row("works as at", "在",
        r"(?:是)?在<org:ORG>(?:做|从事|干|搞|负责|管|带|教|卖)(?:了)?(?:D+)?(?:的)?<job>(?:的?工作)?~",
        _FACT, 5, 0.9, entities="org:organization job:other", sets="job",
        never={"org": _ERRAND, "job": rf"{HERE}|^[了D]|^(?:客|梦|饭|作业|活|什么|事|得|完|好)"}),
    row("works at", "在",
        r"(?:是)?在<org>(?:工作|上班|任职|就职|供职|打工|当差|干活|谋生)(?:了|过)?(?:D+|[^,T]{0,6})~",
        _FACT, 5, 0.9, entities=_ORG, sets="employer", never={"org": _NOT_EMPLOYER}),
    row("does for a living", "是",
        r"是(?:做|搞|干|从事|学|教|卖|写|跑|开|弄|修|拍)(?P<what>[^,]{1,20}?)(?:的|工作的|这一?行的|生意的|行业的)$",
        _FACT, 5, 0.95, "{s}{p}", sets="job", never={"what": HERE}),
    row("engaged in", "从事", r"从事<what>(?:工作|行业|职业|方面的工作)?~", _FACT, 5, 0.95, sets="job"),
    row("is in trade", "做 干 搞",
        r"(?:做|干|搞)(?P<what>外贸|电商|跨境电商|微商|金融|保险|地产|房地产|装修|物流|餐饮|教培|医药|医疗器械|服装"
        r"|建材|自媒体|直播|投资|审计|咨询|运营|产品|设计|采购|销售|市场|技术|研发|测试|前端|后端|开发|财务|行政|人事"
        r"|hr|it|新媒体|短视频|供应链|芯片|算法|数据分析|客服|美容|农业|养殖|家教)(?P<tail>[^,]{0,8}?)(?:的|工作|生意"
        r"|这一?行)?(?:了)?(?:D+了?)?$",
        _FACT, 5, 0.85, sets="job", never={"tail": "吗|时|方案|计划|报告|题"}),
    row("moves into", "转 改",
        r"(?:现在)?(?:转行|转岗|转型|转|改行|改)(?:去)?(?:做|当|成|为|到|干)?了?(?P<job>[^,]{2,14}?)~",
        _FACT, 5, 0.85, entities="job:other", sets="job",
        never={"job": rf"{HERE}|^(?:到[PTF]|主意|天|期|变|名|签|用|喝|吃|口|发|账|达|告|身)|[\d]"},
        only={"job": r"[一-鿿a-z]"}),
    row("is a", "是",
        r"是(?:一?[名位个]|我们(?:公司|团队|部门)的|公司的?"
        r"|[^,你这那]{1,16}的)?(?P<job>[^,你这那]{0,18}?(?:<job_:JOB>))(?:一枚)?(?:,?(?:不是|而不是)<old>)?~",
        _FACT, 5, 0.9, "{s}{said}", entities="job:other", sets="job", never={"job": "不|用户$|吗|你"}),
    row("is a noun of work", "作为 身为",
        r"(?:作为|身为)(?:一?[名位个])?<job:JOB>$",
        _FACT, 5, 0.9, "{s}是{job}", entities="job:other", sets="job", who="self"),
    row("serves as", "当 担任 任 做",
        r"(?:当|担任|出任|任|做)(?:了|着|过)?(?:D+的?)?(?:一?[名位个])?<job:JOB>~",
        _FACT, 5, 0.85, entities="job:other", sets="job"),
    row("freelance", "自由职业 全职 待业 失业 个体",
        r"(?:是|在家|目前|做)*(?P<job>自由职业者?|全职(?:妈妈|爸爸|太太|主妇)?在?家?(?:带孩子|带娃)?|待业(?:在家)?"
        r"|失业|个体户)~",
        _FACT, 5, 0.9, sets="job"),
    row("in bare words", "师 员 理 生 工 者 监 商",
        r"(?:一?[名位个])?<job:JOB>(?:一枚)?$",
        _FACT, 4, 0.7, "{s}是{job}", sets="job", who="self", entities="job:other",
        never={
            "job": "的$|^(?:有|找|请|给|用|去|和|跟|被|问|联系|喜欢|想|要|看|帮|推荐|招|聘|换|做|学|不|没)|第|哪|几|个|T",
        }),
    row("founded", "开 创 经营",
        r"(?:在<place>)?(?:自己)?(?:创业,?|跟人合伙|和朋友)?(?:自己)?(?:开|创办|创立|经营|合开)(?:了|着"
        r"|的是)?(?:一?[家个间])<org>~",
        _FACT, 5, 0.95, entities=_ORG, sets="employer", never={"org": "会|头|玩笑|窗口|页面|文件|账户"}),
    row("runs a business", "创业", r"(?:自己)?(?:在)?创业(?:了|中|做.+|D+)*~", _FACT, 5, 0.85, sets="employer"),
    row("team of", "带 手下 管",
        r"(?:(?:手下|手底下|手上)有|(?:手下|手底下|手上)?(?:带|管理|管|领导)(?:着"
        r"|了)?)(?:一?[个支])?(?P<n>[^,]{0,8}(?:人|名|位|口)[^,]{0,4}(?:团队|小组|组|员工|人|班)?)~",
        _FACT, 4, 0.85, never={"n": "你|孩子|女人|老人|家人"}),
    row("responsible", "负责 主管 分管 主抓",
        r"(?:负责|主管|分管|主抓|对接)(?:的是)?<what>~",
        _FACT, 4, 0.85, never={"what": HERE}, who="worker"),
    row("post", "职位 岗位 职务 头衔",
        r"(?:职位|岗位|职务|头衔)(?:是|为)?<job>~",
        _FACT, 5, 0.95, "{s}的职位是{job}", entities="job:other", sets="job", never={"job": HERE}),
    row("joined", "入职 加入 跳槽 就职",
        r"(?:是)?(?:从<old>)?(?:入职|加入|跳槽到|跳槽去|跳到|跳去|就职于|任职于|加盟)了?<org>(?:工作|上班)?~",
        _FACT, 5, 0.95, entities=_ORG, sets="employer", never={"org": rf"{HERE}|D|会员|群|购物车|T"}),
    row("left for", "从",
        r"从<old>(?:离职|辞职|跳槽|跳|转|调|换)(?:后|之后)?(?:到|去|来|进)了?<org>~",
        _FACT, 5, 0.9, entities=_ORG, sets="employer"),
    row("is at now", "在",
        r"在<org:ORG>~",
        _FACT, 5, 0.7, entities=_ORG, sets="employer", who="self", only={"adv": "现在|目前|如今"},
        never={
            "org": rf"{_ERRAND}|家|外|车|床|公司$|学校$|单位$|医院$|宿舍|办公室|线$|的|了|[PTF]|做|用|学|住|找|考虑",
        }),
    row("left", "离职 辞职 退出 离开 被裁 辞去",
        r"(?:从<old>)?(?:主动)?(?:离职|辞职|裸辞|被裁|辞去工作|离开公司)(?:了)?~|(?:离开|辞去)了?(?P<old2><firm:BRAND>|[^,]{2,12}?公司)(?:的工作)?~",
        _FACT, 4, 0.9, ends="employer"),
    row("no longer works", "不",
        r"(?:不再|不|没)(?:再)?在<old>(?:工作|上班|干|做|任职)了?$",
        _FACT, 4, 0.9, ends="employer"),
    row("no longer does", "不",
        r"(?:不再|不|没)(?:再)?(?:做|干|当|从事)<old>(?:工作|这一?行)?了$",
        _FACT, 4, 0.85, ends="job", never={"old": HERE}),
    row("changed job", "换 跳槽", r"(?:换(?:了)?(?:一?[份个家])?(?:新)?(?:工作|公司|单位)|跳槽)~", _FACT, 3, 0.85, "{s}{when}{said}"),
    row("went to firm", "去 进 到 来 在",
        r"(?:去|进|到|来|在)了?<org:BRAND>(?:那边)?(?:工作|上班)?(?:做|干|当|搞|负责)(?P<job>[^,]{2,12}?)~",
        _FACT, 5, 0.85, "{s}在{org}做{job}", entities=_ORG, sets="employer", after_end=True),
    row("went to", "去 进 到 来 在",
        r"(?:去|进|到|来|在)了?(?P<org><firm:BRAND>|[^,]{2,10}?(?:公司|集团|银行|科技|学校|医院))(?:那边)?(?:工作|上班|报到)?~",
        _FACT, 5, 0.85, "{s}在{org}工作", entities=_ORG, sets="employer", after_end=True, never={"org": HERE}),
    row("new firm is", "公司 东家 单位 雇主",
        r"的?(?:新|现在的?|目前的?)(?:公司|东家|单位|雇主)(?:名字)?(?:是|叫)<org>~",
        _FACT, 5, 0.9, "{s}的公司是{org}", entities=_ORG, sets="employer", never={"org": rf"{HERE}|^(?:做|一[家个]|在)|的"}),
    row("promoted", "升 晋升 提拔 任命",
        r"(?:刚|被)?(?:从<old>)?(?:(?:升职|晋升|升任|升|提拔|任命)(?:成|为|到|做|当)了?|升任?了?(?=[^,]{0,6}(?:总监|经理|主管|主任|组长|总裁|副总|部长|院长|校长"
        r"|处长|科长|店长|总)))<job>~",
        _FACT, 5, 0.95, entities="job:other", sets="job", never={"job": r"^(?:级|温|学|旗|[PTF]|\d|大|高|初|小)"}),
    row("hours", "上班 下班 通勤 双休 单休 倒班 夜班 早班",
        r"(?:[RT]|\d|[一二三四五六七八九十]|点|半|从|到|至|,|要|才|上午|下午|晚上|早上|朝|朝九晚|—"
        r"|-)*(?:[^,]{0,10})(?:上班|下班|双休|单休|倒班|夜班|早班|通勤(?:要|时间)?[^,]{0,8})[^,]{0,8}~",
        _FACT, 3, 0.75, only={"p": r"[RD]|点|双休|单休|倒班|夜班|朝|通勤"}, never={"p": r"(?<!R)T"}),
    row("remote", "远程 居家 在家", r"(?:都|在家)?(?:远程|居家|在家)(?:办公|上班|工作)~", _FACT, 3, 0.85, who="worker"),
    row("experience", "经验 工龄",
        r"有(?:着)?(?P<what>[^,]{0,20}(?:经验|工龄))~",
        _FACT, 4, 0.85, never={"what": HERE}),
    row("teaches", "教",
        r"(?:是)?(?:在<org>)?教(?:的是|授)?(?P<what>[^,]{1,10}?)~",
        _FACT, 5, 0.85,
        only={
            "what": r"语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术|编程|舞蹈|钢琴|年级|高[一二三]"
                r"|初[一二三]|小学|中学|高中|课|班",
        }),
)

COMPANY: Final[tuple[Rule, ...]] = (
    row("company does", "做 主营 从事 生产 主打 卖 提供 是",
        r"(?:是)?(?:主要)?(?:做|主营|从事|生产|主打|经营|卖|提供|专注于?|是做|是一家)(?:的是)?<what>(?:的)?~",
        _FACT, 4, 0.85, who="team", never={"what": rf"{HERE}|活动|决定|^(?:得|不)|好"}),
    row("company sells", "卖 做 平台 客户 市场",
        r"(?:主要|专门)(?:是)?(?:做|卖|面向|出口到?|生产|经营|从事|负责|跑)(?:的是)?<what>~",
        _FACT, 4, 0.8, who="worker", never={"what": HERE}),
    row("trade platform", "平台 客户 市场",
        r"(?:平台|客户|市场|主要客户|供应商)(?:是|在|主要是|主要在)<what>~",
        _FACT, 3, 0.8, "{s}的{p}", who="worker", never={"what": HERE}, needs_subject=False),
    row("company place", "总部 位于 注册",
        r"(?:总部|位于|地址|办公室|注册)(?:在|是)?<place>~",
        _FACT, 4, 0.9, who="team", entities="place:location"),
    row("company size", "人",
        r"(?:一共|总共|共|大概|有|现在有|大约)*(?P<n>\d+|[一二两三四五六七八九十百千几]+)(?:多|来|几)?(?:个|名"
        r"|号)?(?:人|员工)~",
        _FACT, 3, 0.85, who="team"),
    row("company calls", "叫 是",
        r"(?:名字)?叫(?:做)?<org>~",
        _FACT, 5, 0.9, "{s}叫{org}", who="team", entities=_ORG, sets="employer"),
)

TOOLS: Final[tuple[Rule, ...]] = (
    row("switched tool", "换 改 迁 切",
        r"(?:把<what>)?(?:从<old>)(?:换|改|切换|迁移|迁|转|切|升级)(?:成|到|为|用)了?<tool>~",
        _FACT, 4, 0.9, entities=_PRODUCT, who="any", sets="tool", never={"tool": rf"^[PTF]|{HERE}", "old": "T"}),
    row("now uses", "改用 换成 换用 转用",
        rf"(?:改用|换成|换用|转用|改成)了?<tool>(?P<deed>\s?(?:{_TO_DO})[^,]{{1,8}}?)?(?:了)?~",
        _FACT, 4, 0.85, "{s}改用{tool}{deed}", entities=_PRODUCT, who="any", sets="tool",
        never={"tool": rf"^[PTF]|{HERE}|[\d]万|^\d+$"}, needs_subject=True),
    row("uses no more", "用",
        r"(?:不再|不|没)(?:再)?(?:使用|用)<old>了$|不再(?:使用|用)(?P<old2>[^,]+)$",
        _FACT, 3, 0.9, who="any", ends="tool", never={"old": HERE}),
    row("tool is", "用",
        r"(?:都|统一|一律|全)?(?:用|使用|采用|选用)的(?:都)?是?<tool>~",
        _FACT, 3, 0.9, entities=_PRODUCT, who="any", sets="tool", never={"tool": _NOT_TOOL}),
    row("uses often", "用",
        r"(?:常用|惯用|习惯用|一直用|在用|主用|都用|爱用|日常用|主要用|用惯了|通用)<tool>~",
        _FACT, 3, 0.9, entities=_PRODUCT, who="any", sets="tool", never={"tool": _NOT_TOOL}),
    row("uses to", "用",
        rf"(?:都|统一)?(?:使用|用)(?P<tool>[^,]{{1,24}}?)(?:来)?(?P<deed>(?:{_TO_DO})[^,]{{0,16}}?)~",
        _FACT, 3, 0.8, entities=_PRODUCT, who="any", never={"tool": _NOT_TOOL, "deed": HERE},
        only={"tool": r"[a-z]{2}|.{2}"}),
    row("does with", "用",
        rf"(?P<deed>(?:{_TO_DO}|报销|办公|后端|前端|数据库|审批|邮件|导航|支付)[^,]{{0,8}}?)(?:都|一般|平时|一直|主要"
        r"|全)*(?:是)?(?:使用|用)(?:的是|的)?(?P<tool>[^,]{2,24}?)~",
        _FACT, 3, 0.85, entities=_PRODUCT, who="any", needs_subject=True, never={"tool": _NOT_TOOL, "deed": HERE}),
    row("does with it", "用",
        rf"(?P<deed>[^,用]{{2,8}}?)(?:都|一般|平时|一直|主要|全|通常|习惯)+(?:是)?(?:使用|用)(?P<tool>[^,]{{2,20}}?)(?:{_TO_DO})~",
        _FACT, 3, 0.8, entities=_PRODUCT, who="any", never={"tool": _NOT_TOOL, "deed": rf"{HERE}|我|你|[PTF]"}),
    row("goes through", "走",
        r"(?P<deed>[^,]{1,10}?)走(?:的是)?(?P<tool>[^,]{2,14}?)(?:审批|流程|系统)?~",
        _FACT, 3, 0.8, entities=_PRODUCT, who="team", needs_subject=True, never={"tool": "^(?:了|过|不|路)"}),
    row("codes in", "写",
        r"(?:代码)?写(?:的是)?\s?(?P<tool>[a-z][a-z0-9+#./ -]*(?:\s?[和与、]\s?[a-z][a-z0-9+#. -]*)*)(?:代码|程序)?~",
        _FACT, 3, 0.85, entities=_PRODUCT, who="any", never={"tool": "report|email|prompt"}),
    row("uses", "用",
        r"(?:都|统一|全部?|也)?(?:使用|用)(?:了)?(?P<tool>[^,]{0,6}?(?:[a-z][a-z0-9+#. -]{1,24}|金蝶|用友|钉钉|飞书"
        r"|企业微信|企微|微信|石墨|语雀|有道|印象笔记|剪映|销售易|纷享销客|泛微|致远|浪潮|速达|管家婆|帆软|蓝湖|墨刀"
        r"|支付宝|淘宝|京东|华为|小米|苹果|安卓|鸿蒙|高德|百度|阿里云|腾讯云|华为云|wps)[^,]{0,12}?)~",
        _FACT, 3, 0.85, entities=_PRODUCT, who="any", sets="tool", never={"tool": rf"{HERE}|试|错|时候|的话"}),
    row("named system", "系统 平台 软件 数据库 后端 前端 erp crm oa",
        r"(?P<what>(?:erp|crm|oa|财务|后端|前端|数据库|办公|进销存|仓储|设计|考勤)[^,是用]{0,6}?)(?:那边)?(?:是|用"
        r"|用的是?|使用)(?P<tool>[^,]{2,24}?)(?:写|做|搭|开发)?的?~",
        _FACT, 3, 0.85, entities=_PRODUCT, who="team", never={"tool": HERE}),
    row("device", "手机 电脑 笔记本 车 相机 平板 耳机 键盘 显示器 系统 浏览器 机器 主机 手表",
        r"(?P<what>手机|电脑|笔记本|台式机|车|座驾|相机|平板|耳机|键盘|显示器|操作系统|系统|浏览器|机器|主机|手表"
        r"|路由器|打印机)(?:用的)?(?:是|用的是|装的|型号是|:)(?:一?[台辆部])?<tool>~",
        _FACT, 3, 0.85, "{s}的{p}", entities=_PRODUCT, never={"tool": rf"{HERE}|坏|旧的|新的|红色|好|慢|卡|死机|^不"}),
    row("drives", "开",
        r"开(?:的是|的|着)?(?:一?[辆台])?<tool>~",
        _FACT, 3, 0.85, entities=_PRODUCT,
        only={
            "tool": r"车|奔驰|宝马|奥迪|大众|丰田|本田|特斯拉|比亚迪|理想|蔚来|小鹏|问界|吉利|model|suv|沃尔沃|福特|别克"
                r"|五菱|汉$|皮卡",
        }, never={"tool": "去|回|到|上班|的时候|车去|要|戴"}),
    row("has a thing", "有",
        rf"有(?:了)?(?P<n>[一两三四几\d]*{MEASURE})(?P<tool>[^,]{{1,20}}?)~",
        _FACT, 3, 0.8, entities=_PRODUCT,
        only={
            "tool": r"车$|房子?$|公寓|别墅|摩托|自行车|电动车|相机|钢琴|吉他|iphone|ipad|macbook|电脑|手机|特斯拉|比亚迪"
                r"|宝马|奔驰|店$|工厂|厂$|公司|工作室|商铺|咖啡馆|餐厅",
        }, never={"tool": HERE}),
)

SKILLS: Final[tuple[Rule, ...]] = (
    row("cannot do", "不会",
        r"不会(?:说|讲|用|写|弹|拉|开车|做饭|编程|游泳|画|唱|打)(?P<what>[^,]{0,14}?)~",
        _KNOWLEDGE, 3, 0.85, never={"what": HERE}),
    row("can do", "会",
        r"(?:只)?会(?:一点|一些|一点儿|点儿?)?(?:说|讲|写|弹|拉|吹|画|编|唱|跳|打|下|开|游|滑|骑|修|用)?(?P<what>日语"
        r"|英语|韩语|法语|德语|西班牙语|俄语|粤语|闽南话|四川话|日文|英文|韩文|法文|外语|[a-z][a-z0-9+#. ]*|钢琴|吉他"
        r"|小提琴|古筝|二胡|围棋|象棋|代码|编程|游泳|滑雪|做饭|开车|摄影|素描|书法|剪辑|跳舞|架子鼓|泳"
        r"|车)(?:[和与、]?[^,]{0,14}?)~",
        _KNOWLEDGE, 3, 0.85),
    row("good at", "擅长 精通 熟悉 熟练 掌握 懂 拿手",
        r"(?:擅长|精通|熟悉|熟练(?:掌握|使用)?|掌握了?|懂|拿手的?是?)(?P<what>[^,]{2,24}?)~",
        _KNOWLEDGE, 3, 0.85, never={"what": rf"{HERE}|意思|了$|你"}),
    row("not good at", "不",
        r"(?:完全|一点也?|一点都|根本|不太|不)(?:不)?(?:懂|熟悉|擅长|看不懂|了解)(?P<what>[^,]{2,16}?)~",
        _KNOWLEDGE, 3, 0.75, never={"what": rf"{HERE}|意思|为|这|怎|如何|步|题|什"}),
    row("language level", "英语 英文 日语 普通话 中文 法语 德语 韩语 粤语",
        r"(?P<what>(?:英语|英文|日语|普通话|中文|法语|德语|韩语|粤语)(?:口语|水平|听力|写作)?)(?:不太好|不好|很好|很差"
        r"|一般|很一般|不错|还行|比较差|比较好|挺好|挺差|很流利|流利|过了?[^,]{1,4}|是母语)~",
        _KNOWLEDGE, 3, 0.85, "{s}的{p}"),
    row("cannot read", "看不懂 听不懂",
        r"(?:看不懂|听不懂|不认识)(?P<what>英文|英语|日文|日语|韩文|繁体字?|简体字?|专业术语|代码|中文)~",
        _KNOWLEDGE, 4, 0.9),
    row("is learning", "学 练 备考 自学",
        r"(?:在|开始|正在)*(?:自学|学习|学(?:着)?|备考|练习|练)(?:做|习|了|D+)*(?P<what>[^,]{1,16}?)(?:,?D+)?~",
        _KNOWLEDGE, 3, 0.85,
        never={"what": rf"{HERE}|^(?:校|会|生|到|不|得|历|期|费|过|科|区|者)|你|题|概念|函数|^D|^了"}),
)
# fmt: on
