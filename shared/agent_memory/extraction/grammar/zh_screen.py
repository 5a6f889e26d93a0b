"""Chinese: what is not a statement about the user. Questions, hypotheses, guesses, hearsay, errands."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.grammar.zh_repairs import WRONG

QUESTION: Final = re.compile(
    r"[吗么嘛]$|呢$|什么(?!的)|(?<!不)怎么|为啥|为何|咋|啥|哪(?![怕吒])|谁|多少(?!会|有点)|(?<![好十百千])几(?:个|点"
    r"|岁|号|天|年|口|次|时|月|人)(?!月来|年来|都)|是不是|能不能|要不要|有没有"
    r"|可不可以|该不该|应不应该|会不会|好不好|行不行|对不对|值不值|合不合适|如何|是否|能否|可否|多久|多大|多远|多长"
    r"|来着$|对吧$|对么$"
)
# From here to the end of the sentence nothing is real.
HYPOTHESIS: Final = re.compile(
    r"(?:如果|要是|假如|假设|假使|倘若|若是|若(?=我|有)|万一|除非|要不是|早知道|哪怕|即便|就算|的话)(?!(?:可以|方便"
    r"|有空|有时间|不麻烦))"
)
POLITE_IF: Final = re.compile(r"(?:如果|要是|若)(?:可以|方便|有空|有时间|不麻烦|可能)(?:的话)?")
WISHFUL: Final = re.compile(r"就好了|该多好|恨不得|巴不得|差点|本来想|原本打算|本打算|原计划")
GUESS: Final = re.compile(
    r"可能|也许|或许|大概(?!.{0,3}[\d一二两三四五六七八九十百千万])|说不定|恐怕|好像|似乎|貌似|我猜|不确定|不太确定"
    r"|没想好|没决定|没定|考虑|在想|犹豫|纠结|怀疑|算是吧|吧$|应该(?:会|是)|估计|没准|说不准"
)
HEARSAY: Final = re.compile(
    r"(?:他们?|她们?|它|有人|别人|大家|网上|新闻|报道|书上|老师|同事|朋友|客户|老板|领导|同学|邻居|对方|那边|人家|公司"
    r"|妈妈?|爸爸?|老婆|老公|妻子|丈夫|儿子|女儿|孩子|小[一-鿿]|老[一-鿿])(?:们|里|上)?(?:都|也|总|一直|跟我|和我|对我"
    r"|刚)*"
    r"(?:说(?!话|服|明)|讲(?!课|师)|告诉|表示|提到|认为|觉得|问|回复|声称|透露|转达)|我(?:知道|觉得|认为|希望|看到"
    r"|发现|记得|祝|羡慕|佩服)(?:他|她)|听说|据说|传说|所谓|例如|比如|比方|譬如|举个例子"
)
DOCTOR: Final = re.compile(r"医生|大夫")
SELF_TALK: Final = re.compile(
    r"(?:我)?(?:跟|和|给|对)你(?:们)?(?:说|讲)(?:一下|个|哦|啊|件事)*|(?:我)?(?:告诉|想告诉)你(?:一下|哦|个秘密)*"
    r"|你(?:知道的?|懂的)"
)
# What is asked of the assistant, once.
ERRAND: Final = re.compile(
    r"^(?:请|麻烦|劳烦|拜托|能|可以|可否|那|就|先|再|快|赶紧|顺便|直接|还|也|只)*(?:帮(?:我|忙|下|我们|一下)"
    r"|给我(?!的)|替我|为我(?!们)|提醒我|告诉我|教我|陪我|让我|翻译|总结|概括|解释(?!的时候|时)|生成|写(?!代码|东西)"
    r"|列出?|推荐|分析|检查|润色|改写|查(?:一下|下)|计算|算一下|对比|比较一下|介绍|说说|讲讲|讲个|看看|看一下|只?回复"
    r"|回答(?=我的问题$)|继续|重新|换(?:一个|个)|再来|来(?:一|个|点)|设计一|做一|画|找(?:一|几)|安排|制定|规划|订|预订"
    r"|搜)"
)
WANT_ERRAND: Final = re.compile(
    r"(?:我|我们)?(?:现在|今天|这次)?(?:想|要|需要|希望|打算|准备)(?:要|能)?(?:一[个份篇段张句首]|[两三四五几]个?|你"
    r"|请|问|查|看看?(?!海|世界|书|樱花)|了解|知道|咨询|请教|麻烦|订(?!婚)|预订|找(?!工作|一?份工作|对象|女|男)"
    r"|写一?[封份篇段]|做一?[个份]|把|将(?!来)|用你|试|先|说|吃点|买点|点(?:个|外卖)|听听|下载|安装|打印|导出|生成"
    r"|修改|更新|合并|在[^,]{0,8}(?:吃|买|订))"
)
HERE_AND_NOW: Final = re.compile(
    r"(?:你|您)(?:的|刚|上|说|给|发|推荐|写|提|介绍|这|那|能|可以|觉得|看|帮|回)|(?:这|那)(?:个|些|样|段|篇|道|句|份"
    r"|次|里|边|条|张|种|一步|两)?|上面|下面|上述|以下|刚才|刚刚(?=试|看|说|发|没)|第[一二三四五]个"
    r"|第[一二三四五六七八九十\d]+[点步种条段章页行列节句张部题]|报错|代码报|打不开|上传|链接|页面|截图"
)
PASSING: Final = re.compile(
    r"有(?:点|些)(?:饿|困|累|渴|冷|热|烦|晕|慌|懵|急|忙|担心|难过|无聊|伤心|头疼|不舒服|感冒|紧张|失望|犹豫|乱|搞不|想"
    r"|晚|远|贵|难)|(?:好|太|很|真|超|特别|快)(?:累|困|饿|渴|烦|忙|开心|高兴|难过|生气|无聊|感动|激动|失望|惊讶|郁闷"
    r"|崩溃|焦虑|着急|冷|热|懵)(?:了|死|啊|的)*$"
    r"|等(?:一下|会儿?|下)|稍等|待会儿?|马上就?(?:来|好|回)|(?<!现)(?:正|正在|在)(?:写|看|忙|吃|开会|等|排队|路上|赶"
    r"|弄|搞|改|处理)(?!的(?:是|就是))|先(?:去|不|这样|到这)|我去(?:试|看|吃|洗|睡|忙)|明白|知道了|懂了|看到了|收到"
    r"|谢谢|感谢|不客气|没关系|对不起|抱歉|再见|拜拜|晚安|早安"
)
LEADS: Final = re.compile(
    r"(?:[^\w\"“'‘「『《（(\[<$¥￥+@&%]+|\d{1,2}[.、)]\s*(?=[一-鿿])|(?:嗯+|呃|额|哦+|噢|啊|哎呀?|唉|诶|喂|哈+|嘿+|嗨|hi|hello"
    r"|hey|ok|你好(?:呀|啊)?|您好|大家好|早上好|下午好|晚上好|在吗|好的?(?=,|\s)|好吧|是的?(?=,)|对(?:的)?(?=,)|对了"
    rf"|(?:哦|啊|噢|呃|嗯)?不对(?!劲|称|付|外|等)|(?:哦|啊|噢)不(?=[\s,]|$)|不是(?=,)|错了|{WRONG}|没错|等等|抱歉|不好意思"
    r"|准确(?:来|地)?[说讲]|应该说|我是说|算了(?=,)"
    r"|其实|事实上|实际上|说实话|老实说|讲真|坦白说|不瞒你说|话说|说起来|顺便说?(?:一下|一句)?|顺带一提|另外"
    r"|还有(?!一)|此外|补充一下|再补充一下?|而且|并且|但是|但(?!愿)|不过(?!敏)|可是|然而|所以|因此|因为|由于|既然|毕竟"
    r"|而?是(?=对[^,]{1,10}过敏)|然后|于是|接着|同时|总之|反正|那么?(?=我)|首先|其次|最后|目前来说|对我来说|就我而言|简单介绍一下|自我介绍一下"
    r"|介绍一下|先自我介绍|我先说(?:一)?下|怎么说呢|你知道吗|是这样的|情况是这样|背景是))(?:哈|啊|呀|哦|呢"
    r"|吧)?(?=[\s,:、]|我|$|[一-鿿a-z\"“0-9])"
)


AWAY: Final = re.compile(
    r"(?:在|去|来|到|飞)[^,]{1,10}(?:出差|旅游|旅行|度假|玩|开会|培训|探亲|看展|参展|参加[^,]{0,8}会)(?!的(?:次数|频率)|多|比较)"
)


def question(view: str) -> bool:
    """Whether a clause asks."""
    return QUESTION.search(view) is not None


def unreal(view: str) -> bool:
    """Whether a clause opens a hypothesis that runs to the end of its sentence."""
    return HYPOTHESIS.search(POLITE_IF.sub("", view)) is not None


def hearsay(view: str) -> bool:
    """Whether a clause hands on what others say; doctors' words about the user are facts."""
    m = HEARSAY.search(SELF_TALK.sub("", view))
    return m is not None and not DOCTOR.search(view[: m.end()])


def uncertain(view: str) -> bool:
    """Whether a clause is a guess or a wish that did not come true."""
    return GUESS.search(view) is not None or WISHFUL.search(view) is not None


def errand(view: str) -> bool:
    """Whether a clause asks for something to be done now."""
    return ERRAND.match(view) is not None or WANT_ERRAND.match(view) is not None


def passing(view: str) -> bool:
    """Whether a clause is about this conversation or this minute."""
    return HERE_AND_NOW.search(view) is not None or PASSING.search(view) is not None
