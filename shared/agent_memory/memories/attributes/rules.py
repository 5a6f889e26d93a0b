"""The sentence patterns of the attributes. Each has to fit the whole statement.

A pattern names the value `v`, and where the attribute has an object, `o`. Short forms in angle brackets are filled in
by `compile_rules`; the reader (last field, a name in `values.READERS`) turns the matched words into the value or
refuses them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_DATE_ZH: Final = r"(?:于|在|自|从)?(?:\d{4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?(?:起|开始|以来)?"
_MONTHS: Final = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
)
_SINCE: Final = rf"(?: (?:since|in|on|as of|from|starting)(?: (?:early|late|mid|{_MONTHS}|\d{{1,4}}(?:st|nd|rd|th)?),?){{1,4}})?"

SHORT_FORMS: Final = {
    "我": r"(?:该?用户(?:本人)?|我|本人)",
    "现": rf"(?:目前|现在|如今|当前|现|最近|近期|今年|刚刚?|已经?|一直|仍然?|还|就|也|是|常年|长期|{_DATE_ZH})*",
    "是": r"(?:现在|目前|已经?)*(?:是|为|叫|叫做|:|应该?是)",
    "改": r"(?:现在|目前|已经?)*(?:从[^，,]+?)?(?:已经?)?(?:改成|改为|调整为|调整到|调到|提高到|提升到|增加到|上调到|上调至|降到|降低到|减少到|"
    r"下调到|变成|变为|换成|换为|定为|更新为|改到|推迟到|延期到|延后到|延长到|提前到)了?",
    "I": r"(?:(?:the |this )?user|i)",
    "my": r"(?:(?:the |this )?user's|my)",
    "now": r"(?:(?:,? ?(?:currently|now|presently|still|recently|already|just|at present)),? )?",
    "is": r"(?:is|'s|am|'m|is now|is currently)",
    "since": _SINCE,
    "became": r"(?:is now|is|has been (?:changed|raised|increased|cut|reduced|lowered|updated|moved|extended|pushed|"
    r"set|postponed)(?: back)? (?:from .+? )?(?:to|until|at)|was (?:changed|raised|increased|cut|reduced|lowered|updated|"
    r"moved|extended|pushed|postponed)(?: back)? (?:from .+? )?(?:to|until)|(?:changed|increased|moved) (?:from .+? )?to)",
    "named": r"(?:is (?:called|named)|is|'s name is)",
    "want_zh": r"(?:希望|要求|想要|喜欢|偏好|更喜欢|倾向于|习惯)",
    "want": r"(?:prefers?|wants?|would like|likes?|asked for|asks for|requested|requests)",
    "reply_zh": r"(?:回答|回复|答复|交流|沟通|对话|作答)",
    "reply": r"(?:replies|answers|responses|communication)",
    "category": r"(?P<o>erp|crm|oa|ide|editor|code editor|text editor|browser|operating system|os|search engine|"
    r"note-taking app|编辑器|代码编辑器|浏览器|操作系统|输入法|搜索引擎|笔记软件|项目管理工具|财务软件)",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One compiled pattern."""

    name: str
    pattern: re.Pattern[str]
    reader: str


# name, reader, patterns. The first rule whose pattern fits and whose reader accepts gives the attribute.
ZH: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("home", "home", (
        r"<我><现>(?:(?:和|跟|与|同)[^，,住]{1,8}?(?:一起)?)?(?:居住|定居|常住|安家)?(?:住|居住|定居|常住|安家)(?:在|于)?(?P<v>[^，,;]{2,24}?)(?:生活|工作)?",
        r"<我><现>现?居(?P<v>[^住，,;]{2,20})",
        r"<我><现>在(?P<v>[^，,;]{2,20}?)(?:居住|定居|生活)",
        r"<我>的?家在(?P<v>[^，,;]{2,20})",
        r"<我>的?(?:现居地|现居住地|居住地|常住地|所在城市|居住城市|常住城市|现住址)<是>?(?P<v>[^，,;]{2,30})",
    )),
    ("home", "moved", (
        r"<我>(?:一家|全家)?<现>(?:和[^，,]{1,6}一起)?(?:从[^，,]{2,12})?(?:举家)?(?:搬家|搬|迁居|移居|迁)(?:到|去|至|回)了?(?P<v>[^，,;]{2,20}?)(?:了|居住|定居|生活)*",
    )),
    ("employer", "employer_title", (
        r"<我><现>(?:在|就职于|任职于|供职于|于)(?P<v>[^，,;]{2,24}?)(?:公司)?(?:担任|任职|工作，?职位是|做|当|任)(?P<t>[^，,;]{2,16})",
    )),
    ("employer", "employer_role", (r"<我><现>是(?:一[名位个])?(?P<v>[^，,;]{2,24})的(?P<t>[^，,;的]{2,12})",)),
    ("employer", "employer", (
        r"<我><现>(?:就职于|任职于|供职于|受雇于|入职了?|跳槽(?:到|去)了?|加盟了?)(?P<v>[^，,;]{2,24}?)(?:了|工作|上班)?",
        r"<我>的?(?:雇主|工作单位|任职公司|就职公司|现任公司|所在公司|公司)<是>(?P<v>[^，,;]{2,24})",
    )),
    ("employer", "employer_known", (
        r"<我><现>(?:在|于)(?P<v>[^，,;]{2,24}?)(?:工作|上班|任职|就职)",
        r"<我><现>加入了?(?P<v>[^，,;]{2,24}?)(?:工作)?了?",
    )),
    ("title", "title_in_firm", (r"<我><现>在(?P<v>[^，,;]{2,24}?)(?:担任|做|当|任)(?P<t>[^，,;]{2,16})",
        r"<我><现>是(?:一[名位个])?(?P<v>[^，,;]{2,24}?)的?(?P<t>[^，,;的]{2,12})",)),
    ("title", "title", (
        r"<我>的?(?:职业|工作岗位|岗位|职位|职务|头衔|职称)(?:<是>|<改>)(?:一[名位个])?(?P<v>[^，,;]{2,20})",
        r"<我>的?工作<是>(?:一[名位])?(?P<v>[^，,;]{2,20})",
        r"<我><现>(?:担任|出任|现任|升任|升职为|晋升为|被提拔为|转岗为|转行做了?)(?:一[名位个])?(?P<v>[^，,;]{2,20}?)(?:一职|职务)?",
    )),
    ("title", "occupation", (r"<我><现>(?:是|当|做)(?:一[名位个])?(?P<v>[^，,;]{2,20})",)),
    ("name", "person", (
        r"<我>的?(?:本名|真名|姓名|名字|全名|大名)(?:现在|现|已)?(?:是|为|叫|叫做|改为|改成|:)(?P<v>[^，,;是的]{2,20})",
        r"<我>(?:现在|现|已)?(?:名叫|名为|改名为|改名叫|改叫)(?P<v>[^，,;是的]{2,20})",
        r"<我>姓名(?P<v>[^，,;是的]{2,20})",
    )),
    ("name", "person_like", (r"<我>(?:现在|现|已)?叫做?(?P<v>[^，,;是的]{2,20})",)),
    ("form_of_address", "person", (r"<我><want_zh>(?:别人|助手|大家|你|我们|被)?(?:称呼|叫|称)(?:他|她|其|自己|我)?(?:为|做|作)?(?P<v>[^，,;]{1,12})",)),
    ("age", "age", (r"<我>的?(?:年龄)?<现>(?P<v>[\d零一二两三四五六七八九十百]{1,4})周?岁(?:了)?", r"<我>的?年龄<是>(?P<v>[\d零一二两三四五六七八九十百]{1,4})周?岁?",)),
    ("birthday", "date", (
        r"<我>的?(?:生日|出生日期|出生年月|生辰)(?:<是>|在|<改>)?(?P<v>(?!农历|阴历)[^，,;]{2,20})",
        r"<我>(?:出生于|生于|出生在)(?P<v>[^，,;]{2,20}?)(?:出生)?",
    )),
    ("birthplace", "place", (r"<我>(?:出生于|生于|出生在)(?P<v>[^，,;]{2,20})", r"<我>的?出生地<是>(?P<v>[^，,;]{2,20})")),
    ("marital_state", "wedlock", (r"<我>的?(?:婚姻状况|婚姻状态|感情状况)?<现>(?P<v>已婚|未婚|单身|离异|离婚|丧偶|订婚|结婚|没有结婚|没结婚|尚未结婚)(?:了|状态)?",)),
    ("reply_language", "language", (
        r"<我><want_zh>(?:助手|AI|你|客服|系统|我们)?(?:始终|总是|一律|都|今后|以后|尽量|能)*(?:用|使用|以)?(?P<v>[^，,;]{2,6}?)(?:来|进行)?<reply_zh>(?:问题|用户|他|她|我)?",
        r"<我>的?(?:首选|偏好的?|默认|惯用|常用)?(?:回复|回答|交流|沟通)?语言(?:偏好)?(?:<是>|<改>)(?P<v>[^，,;]{2,6})",
    )),
    ("reply_length", "length", (
        r"<我><want_zh>(?:助手|AI|你)?的?(?:<reply_zh>|输出)(?:能|要|得|可以|尽量|尽可能|更加|更|比较|保持|再|为)*(?P<v>[^，,;]{2,4}?)(?:一些|一点|些|点)?",
        r"<我><want_zh>(?:尽量|更|比较)?(?P<v>[^，,;]{2,4}?)的?(?:<reply_zh>|输出|回答风格|回复风格|风格)(?:风格|方式)?",
    )),
    ("reply_tone", "tone", (
        r"<我><want_zh>(?:助手|AI|你)?的?(?:<reply_zh>)(?:语气|口吻|风格)?(?:能|要|尽量|更|比较|保持)*(?P<v>[^，,;]{2,4}?)(?:一些|一点|些|点)?",
        r"<我><want_zh>(?P<v>[^，,;]{2,4}?)的?(?:语气|口吻|<reply_zh>(?:语气|风格))",
        r"<我><want_zh>(?:助手|AI|你)?的?(?:<reply_zh>)?(?:语气|口吻)(?:能|要|尽量|更加|更|比较|保持)*(?P<v>[^，,;]{2,4}?)(?:一些|一点|些|点)?",
    )),
    ("phone", "phone", (r"<我>的?(?P<o>工作|办公|备用|家庭|公司)?的?(?:手机|电话|联系电话|联系方式|手机号|手机号码|电话号码)(?:号码?)?(?:<是>|<改>)(?P<v>[+\d][\d \-()]{5,20})",)),
    ("email", "email", (r"<我>的?(?P<o>工作|公司|私人|个人|备用)?的?(?:邮箱|电子邮箱|电子邮件|邮箱地址|邮件地址|email|e-mail)(?:<是>|<改>)(?P<v>\S+@\S+)",)),
    ("wechat", "handle", (r"<我>的?(?:微信|微信号|微信ID)(?:<是>|<改>)(?P<v>[A-Za-z][\w-]{4,30})",)),
    ("nationality", "country", (r"<我>的?国籍<是>(?P<v>[^，,;]{2,10})", r"<我>(?:是|为)(?P<v>[^，,;]{2,8})(?:人|籍|公民)",)),
    ("origin", "city_person", (r"<我>(?:是|为)(?P<v>[^，,;]{2,8})人", r"<我>来自(?P<v>[^，,;]{2,12})",)),
    ("hometown", "place", (r"<我>的?(?:老家|家乡|故乡|籍贯|祖籍)(?:<是>|在)?(?P<v>[^，,;]{2,20})",)),
    ("school", "school", (r"<我><现>(?:就读于|在读于)(?P<v>[^，,;]{3,20})", r"<我><现>在(?P<v>[^，,;]{3,20}?)(?:读书|上学|就读|读大学|读研)")),
    ("degree", "degree", (r"<我>的?(?:最高)?学历<是>(?P<v>[^，,;]{2,8})",)),
    ("spouse_name", "person", (r"<我>的?(?:妻子|太太|老婆|爱人|夫人|丈夫|老公|配偶)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为)(?P<v>[^，,;是的]{2,20})", r"<我>的?(?:妻子|太太|老婆|爱人|夫人|丈夫|老公|配偶)的?(?:名字|姓名)(?:叫|叫做|名叫|名为|是|为)(?P<v>[^，,;是的]{2,20})")),
    ("spouse_name", "person_like", (r"<我>的?(?:妻子|太太|老婆|爱人|夫人|丈夫|老公|配偶)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为|是|为)(?P<v>[^，,;是的]{2,20})",)),
    ("partner_name", "person", (r"<我>的?(?:女朋友|女友|男朋友|男友|伴侣)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为)(?P<v>[^，,;是的]{2,20})", r"<我>的?(?:女朋友|女友|男朋友|男友|伴侣)的?(?:名字|姓名)(?:叫|叫做|名叫|名为|是|为)(?P<v>[^，,;是的]{2,20})")),
    ("partner_name", "person_like", (r"<我>的?(?:女朋友|女友|男朋友|男友|伴侣)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为|是|为)(?P<v>[^，,;是的]{2,20})",)),
    ("father_name", "person", (r"<我>的?(?:父亲|爸爸)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为)(?P<v>[^，,;是的]{2,20})",)),
    ("mother_name", "person", (r"<我>的?(?:母亲|妈妈)(?:的?(?:名字|姓名))?(?:叫|叫做|名叫|名为)(?P<v>[^，,;是的]{2,20})",)),
    ("manager_name", "person", (r"<我><现>的?(?:直属)?(?:领导|上司|上级|直属上级|主管|老板)(?:的?(?:名字|姓名))?(?:现在)?(?:叫|叫做|名叫|名为)(?P<v>[^，,;是的]{2,20})", r"<我><现>的?(?:直属)?(?:领导|上司|上级|直属上级|主管|老板)的?(?:名字|姓名)(?:现在)?(?:叫|叫做|名叫|名为|是|为|换成了?)(?P<v>[^，,;是的]{2,20})")),
    ("manager_name", "person_like", (r"<我><现>的?(?:直属)?(?:领导|上司|上级|直属上级|主管|老板)(?:的?(?:名字|姓名))?(?:现在)?(?:叫|叫做|名叫|名为|是|为|换成了?)(?P<v>[^，,;是的]{2,20})",)),
    ("children", "count", (r"<我><现>(?:一共|总共)?有(?P<v>[\d一二两三四五六七八九十]{1,2})个(?:孩子|小孩|子女|娃)", r"<我><现>(?P<v>没有?)(?:孩子|小孩|子女)", r"<我><现>育有(?P<v>[\d一二两三四五六七八九十]{1,2})(?:个孩子|子女|个子女)")),
    ("height", "amount", (r"<我>的?身高<是>?(?P<v>[^，,;]{2,10})",)),
    ("weight", "amount", (r"<我>的?体重<现>(?:<是>|<改>)?(?P<v>[^，,;]{2,10})",)),
    ("salary", "amount", (r"<我>的?(?:月薪|工资|月工资|年薪|薪资)<现>(?:<是>|<改>)?(?P<v>[^，,;]{2,14})",)),
    ("gender", "gender", (r"<我>(?:的?性别)?<是>(?P<v>男|女|男性|女性|男生|女生)(?:的)?",)),
    ("blood_type", "blood", (r"<我>的?血型<是>(?P<v>[^，,;]{1,5})",)),
    ("time_zone", "zone", (r"<我>的?(?:所在)?时区(?:<是>|在|<改>)(?P<v>[^，,;]{2,30})", r"<我><现>(?:在|处于|位于)(?P<v>[^，,;]{2,20}?时区|UTC[+-]\d+)")),
    ("department", "text", (r"<我><现>的?(?:所在)?部门<是>(?P<v>[^，,;]{2,14})", )),
    ("budget", "budget", (
        r"(?:<我>的?)?(?P<o>[^，,;:]{0,16}?)的?(?:总)?预算(?:上限|总额|金额)?(?:<是>|<改>|有|约|只有|大约|控制在|不超过|在)*(?P<v>[^，,;从]{1,20}?)(?:左右|以内|以下|上下|之内)?",
    )),
    ("deadline", "deadline", (
        r"(?P<o>[^，,;]{1,20}?)的?(?:截止日期|截止时间|最后期限|截止日|deadline|ddl)(?:<是>|在|定在|定于|<改>)(?P<v>[^，,;]{2,20})",
        r"(?P<o>[^，,;]{1,20}?)(?:必须|需要|需|要|应|应该)?(?:在|于)(?P<v>[^，,;]{2,16}?)(?:之前|以前|前)(?:完成|做完|结束)",
        r"(?P<o>[^，,;]{1,20}?)(?:截止到|截止于|截至|截止)(?P<v>[^，,;]{2,16})",
    )),
    ("delivery", "deadline", (r"(?P<o>[^，,;]{1,20}?)的?(?:交付日期|交付时间|交货日期|交期)(?:<是>|在|定在|定于|<改>)(?P<v>[^，,;]{2,20})",)),
    ("launch", "deadline", (r"(?P<o>[^，,;]{1,20}?)的?(?:上线日期|上线时间|发布日期|发布时间)(?:<是>|在|定在|定于|<改>)(?P<v>[^，,;]{2,20})",)),
    ("tool", "tool", (
        r"<我>(?:目前|现在)?的?(?:主力|主要|常用|默认|首选|惯用|现用)?的? ?<category> ?(?:系统|软件|工具)?(?:<是>|<改>|<现>(?:改用|换用|切换到|换到)了?|用的是) ?(?P<v>[^，,;]{1,20})",
        r"<我><现>(?:使用|用|采用|以)(?P<v>[^，,;]{1,20}?)(?:作为|当作|做|为)(?:主力|主要|默认|首选)?的?<category>(?:系统|软件|工具)?",
        r"<我><现>(?:把|将)?<category>(?:系统|软件)?(?:从[^，,;]{1,16})?(?:换成|改成|改为|切换到|换到|迁移到|改用)了?(?P<v>[^，,;]{1,20})",
    )),
    ("tool", "product", (r"<我><现>(?:从[^，,;]{1,16})?(?:改用|换用|转用|换成|换到|切换到)了?(?P<v>[^，,;]{1,20}?)(?:系统|软件|erp|ERP)?了?",)),
    ("favorite", "favorite", (r"<我>最(?:喜欢|爱)的(?P<o>颜色|季节|数字)<是>(?P<v>[^，,;]{1,8})",)),
)  # fmt: skip

EN: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("home", "home", (
        r"<I> <now>(?:lives|live|resides|reside|is living|is residing|is based|am based|is settled|has settled)(?: alone)?(?: with (?:his|her|their|my) [\w' ]+?)? in (?P<v>.+?)(?: alone)?(?: with (?:his|her|their|my) [\w' ]+)?<since>",
        r"<my> (?:home|house) <is> in (?P<v>.+?)<since>",
        r"<my> (?:current |present )?(?:city|place of residence|residence|home city|city of residence) <is>(?: in)? (?P<v>.+?)<since>",
        r"<I> <is> <now>(?:living|residing|based) in (?P<v>.+?)<since>",
    )),
    ("home", "moved", (r"<I> (?:has |have |'ve )?<now>(?:moved|relocated)(?: back)?(?: from .+?)? to (?P<v>.+?)(?: with (?:his|her|their|my) [\w' ]+)?(?: from .+?)?(?: (?:recently|permanently|last (?:week|month|year)))?<since>",)),
    ("employer", "employer_title", (
        r"<I> <now>(?:works|work|is working|is employed)(?: at| for) (?P<v>.+?) as (?:an? |the )?(?P<t>.+?)<since>",
        r"<I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<t>.+?) (?:at|for) (?P<v>.+?)<since>",
        r"<I> (?:has |have )?<now>joined (?P<v>.+?) as (?:an? |the )?(?P<t>.+?)<since>",
    )),
    ("employer", "employer_role", (r"<I> <is> <now>(?:an? |the )?(?P<t>.+?) at (?P<v>.+?)<since>",)),
    ("employer", "employer", (
        r"<I> <now>(?:works|work|is working|is employed)(?: at| for| by) (?P<v>.+?)<since>",
        r"<my> (?:current |new |present )?(?:employer|company) (?:<is>|is called|is named|<became>) (?P<v>.+?)<since>",
    )),
    ("employer", "employer_known", (r"<I> (?:has |have )?<now>joined (?P<v>.+?)<since>",)),
    ("title", "title_in_firm", (
        r"<I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)<since>",
        r"<I> <is> <now>(?:an? |the )?(?P<t>.+?) (?:at|for|in) (?P<v>an? .+?)<since>",
    )),
    ("title", "title", (
        r"<my> (?:current |new )?(?:job title|job|title|occupation|profession|position|role) (?:<is>|<became>) (?:an? |the )?(?P<v>.+?)<since>",
        r"<I> <now>(?:works|work|is working|is employed) as (?:an? |the )?(?P<v>.+?)<since>",
        r"<I> (?:has been|was|got) promoted to (?:an? |the )?(?P<v>.+?)<since>",
        r"<I> (?:has become|became) (?:an? |the )?(?P<v>.+?)<since>",
    )),
    ("title", "occupation", (r"<I> <is> <now>(?:an?|the) (?P<v>.+?)(?: by profession| by trade)?<since>",)),
    ("name", "person", (
        r"<my> (?:full |real |first |last )?name (?:<is>|<became>) (?P<v>.+)",
        r"<I> <is> (?:called|named) (?P<v>.+)",
        r"(?P<v>[^,]+?) is <my> (?:full |real )?name",
    )),
    ("form_of_address", "person", (r"<I> (?:prefers|wants|would like|likes) to be (?:called|addressed as) (?P<v>.+)", r"<I> goes by (?P<v>.+)")),
    ("age", "age", (r"<I> <is> <now>(?P<v>[a-z\d -]{1,16}?)(?: |-)years?(?: |-)old", r"<I> <is> an? (?P<v>[a-z\d]+)-year-old", r"<my> age <is> (?P<v>[a-z\d -]{1,16})", r"<I> (?:has |just )?turned (?P<v>[a-z\d -]{1,16})(?: years old)?")),
    ("birthday", "date", (r"<my> (?:birthday|birth date|date of birth) (?:<is>|<became>)(?: on)? (?P<v>.+)", r"<I> was born (?:on|in) (?P<v>.+)")),
    ("birthplace", "place", (r"<I> was born in (?P<v>.+)", r"<my> (?:birthplace|place of birth) <is> (?P<v>.+)")),
    ("marital_state", "wedlock", (r"<I> (?:<is>|got|has gotten|has got) <now>(?P<v>married|single|divorced|widowed|engaged|unmarried|not married)", r"<my> marital status <is> (?P<v>\w+)")),
    ("reply_language", "language", (
        r"<I> <want> (?:the assistant to (?:reply|answer|respond|communicate|write)|to (?:be answered|receive replies|receive answers|get replies|get answers|communicate|chat)|(?:all )?<reply>)(?: to be)?(?: written| given)? in (?P<v>[\w ]+)",
        r"<I> <want> (?P<v>[\w ]+?) <reply>",
        r"<my> (?:preferred|default)(?: reply| response| communication)? language (?:<is>|<became>) (?P<v>[\w ]+)",
        r"<I> <want> (?P<v>[\w ]+?) as (?:the |his |her |their )?(?:reply |response |default )?language",
    )),
    ("reply_length", "length", (
        r"<I> <want> (?:more |very |to receive |to get )?(?P<v>[\w-]+)(?:,? (?:and )?(?:clear|direct|simple|to-the-point))? <reply>",
        r"<I> <want> (?:the assistant's |all )?<reply> (?:to be |that are |kept |to be kept |to stay )?(?:as |more |very |quite )?(?P<v>[\w-]+)(?: as possible)?",
        r"<I> <want> the assistant to (?:keep (?:its |the )?<reply>|be|give|write) (?:more |as )?(?P<v>[\w-]+)(?: <reply>)?(?: as possible)?",
    )),
    ("reply_tone", "tone", (r"<I> <want> (?:an? )?(?:more )?(?P<v>[\w-]+) (?:tone|style|tone of voice|<reply>)", r"<I> <want> <reply> in an? (?P<v>[\w-]+) (?:tone|style)")),
    ("phone", "phone", (r"<my> (?P<o>work|office|home|backup|business )?(?:phone|mobile|cell|telephone|cell phone|mobile phone)(?: number)? (?:<is>|<became>) (?P<v>[+\d(][\d \-()]{5,20})",)),
    ("email", "email", (r"<my> (?P<o>work |office |personal |private |business |backup )?(?:e-?mail)(?: address)? (?:<is>|<became>) (?P<v>\S+@\S+)",)),
    ("wechat", "handle", (r"<my> wechat(?: id| handle)? (?:<is>|<became>) (?P<v>[a-z][\w-]{4,30})",)),
    ("nationality", "country", (r"<my> (?:nationality|citizenship) <is> (?P<v>.+)", r"<I> <is> a citizen of (?P<v>.+)")),
    ("nationality", "demonym", (r"<I> <is> (?P<v>\w+)", r"<I> <is> an? (?P<v>\w+)(?: citizen)?")),
    ("origin", "city_person", (r"<I> (?:is|'s|am|'m|comes|come) (?:originally )?from (?P<v>.+)",)),
    ("hometown", "place", (r"<my> (?:home ?town|native city) <is>(?: in)? (?P<v>.+)",)),
    ("school", "school", (r"<I> <now>(?:studies|study|is studying|is enrolled|is a student) at (?P<v>.+?)<since>", r"<I> <now>attends (?P<v>.+?)<since>")),
    ("degree", "degree", (r"<my> highest (?:degree|education|qualification) <is> (?:an? )?(?P<v>.+)",)),
    ("spouse_name", "person", (r"<my> (?:wife|husband|spouse)(?:'s name)? <named> (?P<v>.+)", r"(?P<v>[^,]+?) is (?:the name of )?<my> (?:wife|husband|spouse)(?:'s name)?")),
    ("partner_name", "person", (r"<my> (?:girlfriend|boyfriend|partner)(?:'s name)? <named> (?P<v>.+)",)),
    ("father_name", "person", (r"<my> (?:father|dad)(?:'s name is| is called| is named) (?P<v>.+)",)),
    ("mother_name", "person", (r"<my> (?:mother|mom|mum)(?:'s name is| is called| is named) (?P<v>.+)",)),
    ("manager_name", "person", (r"<my> (?:new |current |line |direct )?(?:manager|boss|supervisor)(?:'s name)? (?:<named>|is now) (?P<v>.+)",)),
    ("children", "count", (r"<I> (?:has|have) <now>(?P<v>[a-z\d]+) (?:children|kids|child|kid)", r"<I> (?:does not|doesn't|do not|don't) have (?P<v>any) (?:children|kids)")),
    ("height", "amount", (r"<I> <is> (?P<v>[\d.]+ ?(?:cm|m|centimet\w+|met\w+|feet|ft|inches)) tall", r"<my> height <is> (?P<v>.+)")),
    ("weight", "amount", (r"<I> (?:now )?weighs? (?P<v>.+)", r"<my> weight (?:<is>|<became>) (?P<v>.+)")),
    ("salary", "amount", (r"<my> (?:monthly |annual |yearly )?salary (?:<is>|<became>) (?P<v>.+?)(?: a (?:month|year)| per (?:month|year))?",)),
    ("gender", "gender", (r"<I> <is> (?:an? )?(?P<v>male|female|man|woman)", r"<my> gender <is> (?P<v>\w+)")),
    ("blood_type", "blood", (r"<my> blood type <is> (?:type )?(?P<v>[\w+-]{1,5})",)),
    ("time_zone", "zone", (r"<my> time ?zone (?:<is>|<became>) (?P<v>.+)", r"<I> <is> in (?:the )?(?P<v>\S+) time ?zone")),
    ("department", "text", (r"<my> department <is> (?P<v>.+)", r"<I> <now>works in the (?P<v>[\w &]+) department")),
    ("budget", "budget", (
        r"(?:<my> |the )?(?:total )?(?P<o>[\w' -]*?) ?budget(?: (?:for|of) (?P<o2>[\w' -]+?))? (?:<became>|is about|is around|is set at) (?P<v>.+?)",
        r"<I> (?:has|have) <now>an? (?P<o>[\w' -]*?) ?budget of (?P<v>.+?)(?: for (?P<o2>[\w' -]+))?",
    )),
    ("deadline", "deadline", (
        r"(?:the |my |<my> )?(?P<o>[\w' -]*?) ?(?:deadline|due date)(?: (?:for|of) (?P<o2>[\w' -]+?))? <became>(?: on)? (?P<v>.+)",
        r"(?:the |my |<my> )?(?P<o>[\w' -]+?) (?:is|are) due(?: on| by)? (?P<v>.+)",
        r"(?:the |my |<my> )?(?P<o>[\w' -]+?) (?:must|has to|needs to|should|have to) be (?:finished|completed|done) (?:by|before) (?P<v>.+)",
    )),
    ("delivery", "deadline", (r"(?:the |my |<my> )?(?P<o>[\w' -]+?) (?:delivery date) <became>(?: on)? (?P<v>.+)",)),
    ("launch", "deadline", (r"(?:the |my |<my> )?(?P<o>[\w' -]+?) (?:launch date|release date) <became>(?: on)? (?P<v>.+)",)),
    ("tool", "tool", (
        r"<my> (?:main |primary |default |preferred |current |usual |go-to )?<category>(?: system| software| tool)? (?:<is>|<became>) (?P<v>.+)",
        r"<I> <now>uses? (?P<v>.+?) as (?:his|her|their|my|the|an?)(?: main| primary| default| preferred)? <category>(?: system| software| tool)?",
        r"<I> (?:has |have )?<now>(?:switched|changed) (?:his|her|their|my|the) <category>(?: system| software| tool)?(?: from .+?)? to (?P<v>.+)",
    )),
    ("tool", "product", (r"<I> (?:has |have )?<now>switched (?:from .+? )?to (?P<v>.+?)(?: erp)?",)),
    ("favorite", "favorite", (r"<my> favou?rite (?P<o>colou?r|season|number) <is> (?P<v>[\w ]+)",)),
)  # fmt: skip


def compile_rules(table: tuple[tuple[str, str, tuple[str, ...]], ...]) -> tuple[Rule, ...]:
    """The table with its short forms filled in, in order."""

    def fill(pattern: str) -> str:
        for _ in range(2):
            pattern = re.sub(r"<(?![=!])([^<>]+)>", lambda m: SHORT_FORMS.get(m[1], m[0]), pattern)
        return pattern

    return tuple(
        Rule(name, re.compile(fill(pattern), re.IGNORECASE), reader)
        for name, reader, patterns in table
        for pattern in patterns
    )
