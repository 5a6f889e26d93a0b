"""Chinese: how people take back what they said, and announce that something has changed."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.grammar.language import RepairPatterns, Repairs
from agent_memory.extraction.grammar.zh_attributes import CODE_NOUNS, NOUNS

_EARLIER: Final = r"(?:刚刚才|刚才|刚刚|刚|我|上次|上回|之前|前面|上面|昨天|那个|好像|这里)*+"
WRONG: Final = (
    rf"{_EARLIER}(?:(?:说|写|打|记|搞|弄|讲|输|填|报|给|发)(?:错|混|反|岔)了?(?:个?字)?|(?:口误|手误|手滑|笔误)了?"
    r"|(?:更正|纠正|订正|勘误)(?:一下|下)?)"
)
"""What says that something was said wrongly."""

_SLIP: Final = re.compile(
    rf"不对|错了|搞混|{WRONG}|(?:哦|啊|噢|呃|嗯)不(?!错)|等等|准确(?:来|地)?[说讲]|应该说|我是说|我的意思是"
)
_WEAK: Final = re.compile(r"不是(?=[\s,]|$)|不好意思|抱歉|其实|算了|实际上")
_HEDGE: Final = re.compile(r"(?:应该|应当|其实|实际上|实际|正确的?|准确的?|那)++(?=是|叫|为|在)")
_VALUE: Final = re.compile(
    r"(?:(?:应该|应当|其实|正确的|准确的|就|那)*+(?:是|叫|为|写作|读作|改成|改为|换成)了?\s?(?P<v>[^,]{1,40}?)"
    r"|(?P<right>[^,]{1,20}?)(?:才对|才是|才行)"
    r"|(?:应该|应当)?(?P<figure>(?:[a-z]{0,3}[\d¥$]|[一二两三四五六七八九十百千万]|周|星期|下周)[^,是]{0,20}?))"
    r"(?:来着|的|了|才对|吧)?[,。!！]*$"
)
_NO_VALUE: Final = re.compile(
    r"^(?:做|去|有|我|你|您|他|她|它|不|没|这|那|说|想|要|因|所|但|可|都|也|就|还|先|再|让|给|请|帮|为|把|跟|和|被|什|怎|谁|哪)"
    r"|[吗呢么]$|你|您"
)
_CHANGED: Final = re.compile(
    r"(?:[，,\s]|最近|刚刚|刚|又|已经|也|都|这边|我们|我|今天|昨天|上周|上个月|有|[TP])*+"
    rf"(?:(?:换|改|变|更新|调整|变更|变动|变化|新办|重办)(?:了|过|一下|一个|个|新的)*+|不对|有误|错了|{WRONG})$"
)
_RENEWED: Final = re.compile(
    r"(?:我们|我|咱们|咱)?(?:最近|刚刚|刚|又|已经|[TP])*+(?:重新办|换|改|更新|变更|新办|办)(?:了|一个|个|新的?)*+"
    rf"(?P<attr>{CODE_NOUNS}|号码|号|地址)了?$"
)
_RENAMED: Final = re.compile(r"我?(?:[PTF]|最近|刚刚|刚|已经|正式|\s)*+(?:改|换)(?:了|个|过)*+(?:名字?|姓名)了?$")
_ENDS: Final = re.compile(
    r"(?:我们家|我们|我家|我|咱们)?(?:[PTF]|最近|刚刚|刚|已经|又|终于|\s)*+"
    r"(?:(?P<home>搬家|搬了家|换城市|换了?个?城市|换地方住|换住处|搬了新家)|换(?:了)?(?:一?[份个家])?新?(?:工作|公司|单位)|跳槽)了?$"
)
_NEW_ONE: Final = re.compile(
    rf"(?:那|就|我|的)*+(?:现在的?|新的?|最新的?|正确的?|真正的?|这次的?)(?:{NOUNS}|号码|号|名字|金额|数字|那个)?"
    r"(?=\s?(?:是|为|:|应该|改|叫|\d|[a-z]))"
)


class ChineseRepairs(Repairs):
    """See `Repairs`."""

    def slips(self, lead: str, view: str) -> int:
        """2 when the words before a clause take something back, 1 when they may, else 0."""
        del view
        return 2 if _SLIP.search(lead) else 1 if _WEAK.search(lead) else 0

    def amended(self, view: str, *, bare: bool) -> tuple[int, int] | None:
        """Where the value stands in a clause that gives nothing but a value. `bare` words never do in Chinese."""
        del bare
        m = _VALUE.match(view)
        if m is None:
            return None
        group = next(name for name in ("v", "right", "figure") if m[name])
        if _NO_VALUE.search(m[group].strip()):
            return None
        return m.span(group)

    def gapped(self, view: str) -> None:
        """Chinese says the verb again."""
        del view


REPAIRS: Final = ChineseRepairs(
    RepairPatterns(
        hedge=_HEDGE,
        changed=_CHANGED,
        renewed=_RENEWED,
        ends=_ENDS,
        renamed=_RENAMED,
        new_one=_NEW_ONE,
        own="用户的{}",
        new_name="用户改名为{}",
    )
)
