"""Chinese rules: standing instructions about the assistant's style. One-off tasks match none of them."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.vocabulary_zh import REPLY, STANDING
from agent_memory.extraction.grammar.zh_words import row
from agent_memory.memories.model import Kind

_LIKE: Final = Kind.PREFERENCE
_POLITE: Final = r"(?:还是|请|麻烦|拜托|劳烦|希望|记得|还请|你|您|务必|最好|也|再|就|那|咱们|能)*"
_MARK: Final = rf"(?:{STANDING})"
_HOW: Final = r"(?:用|以|按|按照|使用|换成|换算成|转成|翻成|采用)"
_ASPECT: Final = (
    r"(?:温度|长度|重量|距离|金额|价格|货币|时间|日期|单位|数字|代码|示例|例子|回答|回复|答案|内容|语气|格式|专业术语"
    r"|术语|图表|方案|邮件|结论|报价|标题|文案|表格)"
)
_STYLE: Final = (
    r"(?:简短|简洁|精简|详细|具体|正式|随意|随便|口语化?|通俗|直接|幽默|专业|客观|委婉|礼貌|友好|严谨|活泼|亲切|短|长"
    r"|细|慢|通俗易懂)"
)
_TABOO: Final = (
    r"(?:表情(?:符号|包)?|颜文字|emoji|敬语|客套话?|废话|markdown|英文|中文|术语|网络用语|长篇大论|语音|链接|广告|列表"
    r"|加粗|您|称呼|道歉|啰嗦|鸡汤|套话)"
)
_TODAY: Final = r"这|那|下面|上面|刚才|一下$|这个|这段|一句话|这次|今天|明天|一遍|这道|[一两三]个|第[一二三]"
_LANGUAGE: Final = "中文|英文|英语|汉语|普通话|繁体(?:中文|字)?|简体(?:中文|字)?|日语|日文|粤语|法语|德语|韩语|西班牙语"

# fmt: off
REQUESTS: Final[tuple[Rule, ...]] = (
    row("call me", "我",
        rf"{_POLITE}(?:{_MARK}|大家|同事们?|朋友们?|可以|就|也|直接|请)*(?:叫|称呼|喊|管)我(?:叫|为"
        r"|做)?(?P<name>[一-鿿]{1,4}?|[a-z]+)(?:就好|就行|就可以|即可|吧)?了?$",
        _LIKE, 4, 0.9, "用户希望被称呼为{name}", who="assistant", entities="name:person"),
    row("style only", "点 些",
        rf"{_POLITE}(?:{_MARK})*(?:回复|回答|说话|语气)?(?P<what>(?:尽量|再|更|要)?{_STYLE}(?:一点|一些|点|些))(?:就好"
        r"|就行|就可以|吧|啦)?$",
        _LIKE, 3, 0.75, "用户希望助手的回复{what}", who="assistant"),
    row("language of replies", "语言",
        rf"{_POLITE}(?:回复|回答|交流|沟通|输出|默认)的?语言(?:请|还是|都|给我)*(?:改成|换成|改为|设为|设成|切换成|切换到|调成|用|是)(?P<lang>{_LANGUAGE})(?:就好|就行|吧)?$",
        _LIKE, 4, 0.9, "用户希望助手用{lang}回复", who="assistant", sets="reply language"),
    row("other language", "用",
        rf"{_POLITE}(?:改|换|都|就|全)*用(?P<lang>{_LANGUAGE})(?:就好|就行|吧|回复|回答)*$",
        _LIKE, 4, 0.85, "用户希望助手用{lang}回复", who="assistant", sets="reply language", after_end=True),
    row("no such language", "别 不要 不用 不必",
        rf"{_POLITE}(?:{_MARK})*{_POLITE}(?P<what>(?:别|不要|不用|不必)(?:再|总|老|都)*用(?P<old>{_LANGUAGE})(?:来)?(?:回复|回答|回|跟|和|给|说|交流|沟通)?[^,]{{0,6}}?)$",
        _LIKE, 4, 0.85, "用户希望助手{what}", who="assistant", ends="reply language", never={"what": _TODAY}),
    row("standing manner", "后 从 每 一 始 永 总 统 默 尽 平 都 任",
        rf"{_POLITE}(?:{_MARK})+{_POLITE}(?:都|请|要|{_MARK})*(?P<what>[^,]*?(?:{REPLY}|{_LANGUAGE}|{_STYLE}|{_TABOO}"
        r"|注释|来源|单位|格式|表格|要点|结论|人民币|美元|公制|链接|引用|typescript|python|java)[^,]*)",
        _LIKE, 4, 0.9, "用户希望助手{what}", who="assistant", never={"what": _TODAY}),
    row("manner of reply", "回 答 说话 解释 输出 跟我 和我 讲 写",
        rf"{_POLITE}(?P<what>(?:在)?(?:(?:跟|和|与|给|对|向)我(?:说话|聊天|交流|沟通|讲话|解释)|(?:回复|回答|答复|回我"
        r"|解释|输出|给(?:我)?答案)(?:我|问题|我的问题|内容|的)*)(?:的时候|时|时候)?,?(?:请|要|不要|不用|别|尽量|都"
        r"|先|用|以|必须|可以|最好|简|详|正|随)[^,]*)",
        _LIKE, 4, 0.85, "用户希望助手{what}", who="assistant", never={"what": _TODAY}),
    row("language", "用",
        rf"{_POLITE}(?:都|一直|只|全部?)*(?P<what>用(?:{_LANGUAGE})(?:来)?(?:跟我|和我|给我)?(?:回复|回答|交流|沟通|聊"
        r"|说话|答复)(?:我|我的问题)*)(?:就好|就行|吧)?$",
        _LIKE, 4, 0.7, "用户希望助手{what}", who="assistant"),
    row("no such thing", "别 不要 不用 少",
        rf"{_POLITE}(?P<what>(?:别|不要|不用|少|不必|无需)(?:再|总|老)*(?:给我|对我|跟我|和我|在回复里|在回答里)?(?:发"
        rf"|用|使用|加|带|说|写|出现|放|推荐|叫|附)?[^,]{{0,6}}{_TABOO}[^,]*)",
        _LIKE, 4, 0.85, "用户希望助手{what}", who="assistant", never={"what": _TODAY}),
    row("aspect", "用 以 按 附 加 带 先 要",
        rf"{_POLITE}(?:给我的|你的|你给的|给出的)?(?P<what>(?:所有|全部|专业|{_ASPECT})*{_ASPECT}(?:示例)?(?:里|中"
        rf"|上)?(?:都|请|麻烦|一律|统一|默认|尽量|要|全部|也|先|别|不要)*(?:{_HOW}|加上?|附上?|带上?|保留|显示|写成"
        r"|标注|给出|控制)[^,]+)",
        _LIKE, 4, 0.85, "用户希望{what}", who="assistant", never={"what": _TODAY}),
    row("wishes manner", "希望 喜欢 想 需要",
        rf"(?:我)?(?:比较|更|很|都|一直|最|还是)*(?:希望|喜欢|想要?|需要)(?:你|助手|您)(?P<what>[^,]*?(?:{REPLY}"
        rf"|{_STYLE}|表格|要点|来源|结论|代码|注释)[^,]*)",
        _LIKE, 4, 0.85, "用户希望助手{what}", who="assistant", never={"what": rf"{_TODAY}|再|一下|继续|帮|扮演"}),
    row("likes replies", "喜欢 偏好 偏爱 习惯",
        r"(?:比较|更|很|都|一直|最|还是|不|不太)*(?:喜欢|偏好|偏爱|习惯)(?P<what>[^,你这那]{0,10}(?:的)?(?:回答|回复"
        r"|答案|风格|语气|解释|表达))~",
        _LIKE, 4, 0.9, "{s}{said}", who="self", never={"what": "^(?:这|那|你)"}),
)
# fmt: on
