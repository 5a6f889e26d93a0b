"""Chinese: whom a clause is about."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from agent_memory.extraction.grammar.rules import NOBODY, Found, Subject, Who
from agent_memory.extraction.grammar.vocabulary_zh import CLOSE, CONTACTS, FAMILY, FULL_KIN, OTHERS, PETS, SYSTEMS
from agent_memory.extraction.grammar.zh_attributes import BARE_NOUNS, DEADLINE_NOUNS, LIMIT_NOUNS, NOUNS

USER: Final = Subject(Who.SELF, "用户")

_SELF: Final = re.compile(
    r"(?:我本人|我自己|我个人|本人|我们一家[三四五六]口|我们一家人?|我们全家|我全家|咱们一家|我们俩|我们夫妻俩?"
    r"|我和我?(?:老婆|老公|妻子|丈夫|家人|对象|女朋友|男朋友)(?=[^,]{0,6}(?:要|打算|计划|准备|想|都|去|在|住|结婚|离婚"
    r"|认识|有))|我家里?(?!在|住)|我们家里?(?!在|住)|咱们?家|我们|咱们|咱|我|俺|敝人)"
)
_START: Final = (  # how a predicate begins, after a relation and its name
    r"(?=\d|[一二三四五六七八九十]{1,2}[月岁点号]|[上下]个?[周月星礼]|周[一二三四五六日末]|星期|后天|前天|昨|五一|国庆"
    r"|春节|今年|明年|去年|已经|刚|正在|在|是|叫|姓|也|都|还|很|非常|特别|最|不|没|有|对|喜欢|爱|讨厌|怕|住|要|会|上"
    r"|读|做|当|工作|退休|的|他|她|属|马上|快|想|打算|准备|计划|养|教|学|怀孕|经常|平时|一直|每|从|吃|喝|毕业|结婚"
    r"|离婚|去世|名字|身体|生日|患|得了|戴|去|下|开|刚|现在|就|负责|用|总|血|总是|跟|和|今|明|小名|大名|英文名|,|$)"
)
_NAME: Final = (
    r"(?P<name>(?!妈|爸|哥|姐|弟|妹|婆|公|爷|奶|他|她|今|明|去|已|刚|正|在|是|叫|姓|也|都|还|很|非|特|最|不|没|有|对"
    r"|喜|爱|讨|怕|住|要|会|上|读|做|当|工|退|的|属|马上|快|想|打|准|计|养|教|学|经|平|每|从|吃|喝|毕|结|离|名|身|生"
    r"|患|戴|下|开|现|就|负|用|总|血|说|跟|和|那|这|给|让|把|被|又|又|小时|一)[一-鿿]{1,3}?|[a-z][a-z]{1,14})"
)
_FAMILY: Final = re.compile(rf"(?P<own>我们?的?|我家的?|咱们?的?|家里的?|俺)(?P<rel>{FAMILY})(?:{_NAME})??{_START}")
_BARE_FAMILY: Final = re.compile(rf"(?P<own>)(?P<rel>{CLOSE})(?:{_NAME})??{_START}")
_PET: Final = re.compile(
    r"(?P<own>我们?的|我家的?|我们家的?|家里的?|我养的)(?P<rel>(?:那只|那条|小|大"
    rf"|老)?[一-鿿]{{0,2}}?(?:{PETS}))(?:{_NAME})??{_START}"
)
_TEAM: Final = re.compile(
    r"(?P<own>我们?的?|我们?自己的|咱们?的?|我所在的?|我在的|敝|本|自家)?(?P<rel>公司|团队|部门|单位|工厂|厂里?|门店"
    r"|店里?|项目组|小组|组里|项目|产品|后端|前端|网站|仓库|学校|研究所|医院|工作室|财务部?|事务所)(?:这边|那边|里"
    r"|内部|内)?(?:的)?"
    r"(?=\d|最近|现在|目前|主要|常用|不|没|把|将|都|也|一直|一共|总共|用|是|在|有|做|从|叫|总部|erp|crm|oa|统一|采用|使用|规定|已经|刚"
    r"|报销|数据库|后端|前端|系统|位于|主营|换|改|平时|全|办公|这边|要求|只能|必须|不允许|每|,)"
)
_SYSTEM: Final = re.compile(
    r"(?P<own>(?:我们?|咱们?)?的?(?P<team>公司|团队|部门|单位|厂|店|学校|工作室|项目组|组)?(?:这边|那边|内部|里)?)"
    r"(?:现在|目前|一直|主要|平时|一般|日常|上班|工作|写代码|编程|电脑|手机|的|最近|刚刚|刚|已经|[上这]个?[周月]|今年|去年|前阵子)*+(?:把|将)?"
    r"(?P<how>(?:最?常用|主要用|在用|使用|用|默认|惯用|主力|首选)的?)?"
    rf"\s?(?P<attr>{SYSTEMS})(?=\s?(?:一般|都|现在|目前|主要|已经|刚|最近|[上这]个?[周月]|今年|去年|从|是|用|为|换|改|迁|切|升级|选|叫|:|就|还是"
    r"|一直|全))"
)
_OWNER: Final = (
    r"(?:(?:[上下这本]个?[周月]|今年|明年|明天|后天)的|我们?(?:这次|本次|这个月|今年|这趟|此次)(?:[^,是的在]{0,8}的)?|我们?(?:每个?[月年周天季度]{1,2}|今年|明年|这个?月|本月|下个?月)的?|我们?(?:的|家的?|公司的?|团队的?"
    r"|部门的?|项目的?|店里?的?|现在的|目前的|新的?)?|咱们?的?|(?:这次|本次|今年|这个|该|此次|我这次)(?:[^,是的在]{0,8}的)?)"
)
_TASK_OWNER: Final = (
    r"(?!我|咱|你|您|他|她|这|那|此|该|没|不|的|总|有|是|在|和|做|用|今年|明年|去年|本次|月|主要|负责|每|整体|目前|现在|一共|大概|老板|公司|客户"
    r"|之|以|原|当|刚|说|前|后|就|但|另|还|其)(?:(?![说讲的是有把将给])[一-鿿a-z]){2,6}?"
)
_THING_OWNER: Final = r"(?!把|将|第|我|咱|主要|负责|你|他|她|不|没|有|是|在|喜|做|用|今年|明年|去年)[一-鿿a-z]{2,8}的"
_AFTER_ATTRIBUTE: Final = (
    r"(?=[\s:]|[上下]个?[周月]|周[一二三四五六日]|[一二三四五六七八九十两]|是|为|在|叫|有|就|大概|大约|差不多|最多"
    r"|最晚|最迟|必须|要|从|改|调|涨|降|提|推|增|加|减|追|上调|下调|压|砍|更新|变|刚|最近|延|卡|控制|不能"
    r"|不超|上限|只|也|都|定|目前|现在|一直|到期|约|不得|已经|[a-z]|\d|我?(?:说|写|打|记|填|报|搞|弄|输|给|发)(?:错|混|反)|有误|不|主要|全都|多是|一共|总共|需要|得|换|压)"
)
_ATTRIBUTES: Final = (
    re.compile(rf"(?P<own>{_OWNER})(?P<attr>{NOUNS})的?{_AFTER_ATTRIBUTE}"),
    re.compile(rf"(?P<own>(?:我们?的?)?{_THING_OWNER})(?P<attr>{LIMIT_NOUNS}|{DEADLINE_NOUNS})的?{_AFTER_ATTRIBUTE}"),
    re.compile(
        rf"(?P<own>)(?:(?:我们?)?(?:把|将)(?:这次的?)?|新的?|现在的?|最新的?)?(?P<attr>{BARE_NOUNS})的?{_AFTER_ATTRIBUTE}"
    ),
    re.compile(
        rf"(?P<own>我们?的?{_TASK_OWNER}|{_TASK_OWNER})(?P<attr>预算|经费|{DEADLINE_NOUNS})的?{_AFTER_ATTRIBUTE}"
    ),
)
_CONTACT: Final = re.compile(
    rf"(?P<own>我的?|我们的?)?(?:[一-鿿]{{0,4}}的)?(?P<rel>{CONTACTS})(?P<name>[一-鿿]{{1,3}}?)?(?=叫|是|姓|喜|爱|在"
    r"|住|说|有|今|对|不|用|要|最|去|每|让|给|觉|想|刚|也|都|很|,|$)"
)
_SOMEBODY: Final = re.compile(rf"(?:我的?|我们的?)(?!会计划|导师傅)(?:{CONTACTS})")
_OTHER: Final = re.compile(
    rf"(?:{OTHERS})(?![好])|[一-鿿]{{1,3}}(?:总|哥|姐|叔|老师|先生|女士|经理|医生)(?=[的在是说喜住有今用要对])|隔壁"
    r"|楼[上下]|(?:小|老|阿)[一-鿿](?=[的在是说喜住有今用要对叫])|某|有[个位名](?:朋友|同事|人|客户)"
)
_THIRD_NAME: Final = re.compile(
    r"(?!我|本|名字|小名|大名|主要|今|现|目|平|一般|经常|已经|之前|以前|最近|通常|主要|特别|非常|其实|周|每|每天|早上"
    r"|晚上|下午|中午|上午|家里|公司|孩子|女儿|儿子|老婆|老公|出差|出门|上班|下班|工作|业余|刚|从|在|对|不|喜|爱|住|是"
    r"|做|常|会|有|叫|姓|只|习|讨|受|想|打|计|准|负|擅|熟|毕|用|养|开|吃|喝|比|更|最|也|都|还|就|学|读|搬|换|升|转|离"
    r"|辞|入|加|当|担|任|教|带|管|怀|患|得|戒)"
    r"[一-鿿]{2,4}(?:今年|住在|喜欢|是一[个名位]|在[^,]{1,10}(?:工作|上班|上学)|叫|对[^,]{1,6}过敏|毕业于|不喜欢|讨厌"
    r"|说|最近|打算|计划|出生|有[一两三四]个|的(?:老婆|女儿|儿子|公司|爱好|生日))"
)
_LATIN_NAME: Final = re.compile(
    r"[a-z][a-z.'-]*(?: [a-z][a-z.'-]*){0,2} ?(?:更|喜欢|最|是|在|说|决定|承诺|答应|告诉|想|会|要|已|住|有|对|不|和|跟"
    r"|今年)"
)
_WHEN: Final = (
    r"(?:[\d一二两三四五六七八九十百年月日号周星期礼拜天点半刻上下午早晚今明后昨前去个每以之末底初里间凌晨中夜从到至起:.\s第]"
    r"|国庆|春节|元旦|中秋|端午|清明|暑假|寒假|假期|圣诞"
    r"|平时|一般|现在|目前|最近|通常|有时候?|偶尔|周末|工作日|其实|小时候|以前|之前|以后|将来|原来|本来|后来|当时|经常"
    r"|今后|除夕|刚才?|反正|说实话|只要|业余时间|闲的时候|的话)+"
)
_PREFIX: Final = re.compile(
    rf"(?P<when>{_WHEN},?|[^,我]{{1,10}}(?:的时候|时|期间|之余|这块|这方面|方面|上面?|里),?|(?:比起|相比于?|与其|除了"
    r"|对于|关于|至于|作为)[^,我]{1,14},?)"
    r"(?P<me>我们全家|我们一家|我们俩|我们家|我们|我家(?!的)|我自己|我(?!的|爸|妈|老|女|儿|妻|丈|先生|太太|对象|爱人"
    r"|哥|姐|弟|妹|同|朋))"
)
_OWNED: Final = re.compile(
    r"(?:[今明去]年的?|新年的?|最大的?|长期|短期)*(?:全?名|名字|姓名|大名|本名|英文名|中文名|小名|网名|昵称|目标|愿望"
    r"|梦想|理想|心愿|爱好|兴趣|特长|口味|饮食|睡眠|英语|英文|日语|普通话|法语|德语|韩语|粤语|kpi|okr|学历|专业|老家"
    r"|家乡|预产期|家|母语|性别|国籍|籍贯|血型|身高|体重)"
)
_UNKNOWN: Final = re.compile(
    r"(?P<attr>(?!问题|意思|想法|看法|建议|观点|需求|疑问|感觉|理解|代码|错误|报错|答案|回答|任务|要求|做法|思路|方案"
    r"|目的|情况|状态|结论|标题|文章|作业|提问|步骤|重点|关键|担心|顾虑|困惑|打算|图片|消息|文件|数据|程序|脚本|环境"
    r"|屏幕|页面|心情|天|老天)"
    r"[一-鿿a-z0-9]{2,8}?)(?=(?:就|一直|目前|现在|主要|大概|都)*(?:是|为|叫)(?!不是|什么|谁|否|非))"
)
_DOCTOR: Final = re.compile(r"(?:医生|大夫)(?:说|让|建议|叮嘱|嘱咐|诊断|告诉)")
_PRONOUN: Final = re.compile(r"(?:他|她|它)(?:们)?(?!的?(?:说|公司|朋友|同事))")


def find_subject(
    view: str, text: str, carried: Subject | None, relation: Subject | None
) -> tuple[Subject | None, tuple[int, int]]:
    """The subject of a clause and the span it takes up; `carried` with an empty span when the clause leaves it out.

    A pronoun means the relation last spoken of, if there is one.
    """
    pronoun = _PRONOUN.match(view)
    if pronoun and relation is not None:
        return relation, (0, pronoun.end())
    if _DOCTOR.match(view):
        return USER, (0, 0)
    for finder in (_relation, _system, _team, _attribute, _contact, _stranger, _self):
        found = finder(view, text)
        if found is not None:
            return found
    return (replace(carried, said=False) if carried is not None else None), (0, 0)


def _stranger(view: str, text: str) -> Found | None:
    named = _LATIN_NAME.match(view) and text[:1].isupper()
    return NOBODY if named or _OTHER.match(view) or _SOMEBODY.match(view) or _is_third_name(view) else None


def _is_third_name(view: str) -> bool:
    return _THIRD_NAME.match(view) is not None and not _SELF.match(view) and not _PREFIX.match(view)


def _self(view: str, text: str) -> Found | None:
    me = _SELF.match(view)
    if me is None:
        later = _PREFIX.match(view)
        return (USER, later.span("me")) if later else None
    if not view.startswith("的", me.end()):
        return USER, (0, me.end())
    start = me.end() + 1
    return (USER, (0, start)) if _OWNED.match(view, start) else _unknown(view, text, start)


def _unknown(view: str, text: str, start: int) -> Found:
    """ "我的发票抬头是…": an attribute that no list knows, unless it is one of the conversation ("我的问题是…")."""
    m = _UNKNOWN.match(view, start)
    if m is None:
        return Subject(Who.OTHER, "用户的"), (0, start)
    return Subject(Who.ATTRIBUTE, f"用户的{text[start : m.end('attr')]}", f"?{m['attr']}"), (0, m.end("attr"))


def _relation(view: str, text: str) -> Found | None:
    for pattern in (_PET, _FAMILY, _BARE_FAMILY):
        m = pattern.match(view)
        if m is None:
            continue
        noun = FULL_KIN.get(m["rel"], text[m.start("rel") : m.end("rel")])
        name = text[m.start("name") : m.end("name")] if m["name"] else ""
        again = _PRONOUN.match(view, m.end())  # "我表姐她是…"
        return Subject(Who.FAMILY, f"用户的{noun}{name}", m["rel"]), (0, again.end() if again else m.end())
    return None


def _team(view: str, text: str) -> Found | None:
    m = _TEAM.match(view)
    if m is None:
        return None
    noun = text[m.start("rel") : m.end("rel")].removesuffix("里")
    return Subject(Who.TEAM, f"用户的{noun}", m["rel"]), (0, m.end())


def _system(view: str, text: str) -> Found | None:
    """ "我们公司常用的 ERP 系统": one of the user's tools, by what it is for."""
    m = _SYSTEM.match(view)
    if m is None:
        return None
    whose = f"用户{text[slice(*m.span('team'))]}" if m["team"] else "用户"
    how = m["how"] if m["how"] and m["how"] not in ("用", "用的", "使用", "使用的", "在用", "在用的") else "的"
    blank = " " if text[m.start("attr") - 1 : m.start("attr")].isspace() else ""
    after = " " if text[m.end() : m.end() + 1].isspace() and m["attr"].isascii() else ""
    label = f"{whose}{how.removesuffix('的')}的{blank}{text[slice(*m.span('attr'))]}{after}"
    return Subject(Who.ATTRIBUTE, label, f"系统:{m['attr']}", bare=not m["own"]), (0, m.end())


def _attribute(view: str, text: str) -> Found | None:
    m = next((m for pattern in _ATTRIBUTES if (m := pattern.match(view))), None)
    if m is None:
        return None
    attribute = text[m.start("attr") : m.end("attr")]
    own = text[m.start("own") : m.end("own")] if m["own"] else ""
    bare = not own or re.match(r"(?:我们?|我們|咱们?|这个|该)(?:现在|目前|新)?的?$", own) is not None
    if bare:
        label = f"用户的{attribute}"
    elif not re.match("我|这|本|此|[上下今明后]", own) and not own.endswith("的"):
        label = f"用户的{own}{attribute}"
    else:
        label = f"用户{re.sub('^我(?:们|們)?', '', own)}{attribute}"
    return Subject(Who.ATTRIBUTE, label, m["attr"], bare=bare), (0, m.end())


def _contact(view: str, text: str) -> Found | None:
    m = _CONTACT.match(view)
    if m is None:
        return None
    noun = text[m.start("rel") : m.end("rel")]
    named = m["own"] and not re.search("客户|朋友|同事|邻居|同学|室友|学生|闺蜜|好友", m["rel"])
    return Subject(Who.CONTACT if named else Who.OTHER, f"用户的{noun}", m["rel"]), (0, m.end("rel"))
