"""What in a message are the user's own plain words, and what is quoted, pasted, code, or make-believe.

Everything that is not the user speaking for themselves is replaced by a filler character, position by position, so
that offsets into the message stay true and no rule can match across it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.core.time_expressions.reading import plain_lower
from agent_memory.extraction.grammar.rules import FILLER

_FENCE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
_INLINE_CODE: Final = re.compile(r"`[^`\n]{1,200}`")
_QUOTED_LINE: Final = re.compile(r"^[ \t]*>[^\n]*", re.M)
_QUOTES: Final = re.compile(
    r"“[^“”]{1,4000}”|「[^「」]{1,4000}」|『[^『』]{1,4000}』|\"[^\"\n]{1,2000}\"|(?<![\w])'[^'\n]{12,400}'(?![\w])"
)
_SPOKEN: Final = re.compile(r"我|\bi\b|\bi'|\bmy\b|[。！？!?]")
_QUOTE_LENGTH: Final = 12
"""A longer quotation is somebody's speech; a shorter one is a name or a word."""

_WORD_LENGTH: Final = 6
"""A quotation this short is a word, even "我的生日"."""

_OWN_CASE: Final = (
    r"(?!我(?:的|们的)?(?:情况|信息|资料|背景|基本|个人|需求|偏好|要求|习惯|家)"
    r"|my (?:situation|info|background|profile|details|preferences|setup))"
)
_ZH_TASK: Final = (
    r"(?:翻译|译成|译为|润色|改写|改得|总结|概括|归纳|校对|修改|缩写|扩写|续写|仿写|点评|评价|分析|解读|检查|批改|精简"
    r"|优化)"
)
_EN_TASK: Final = (
    r"(?:translate|summari[sz]e|proofread|rewrite|paraphrase|rephrase|fix|correct|edit|polish|improve|shorten|extend"
    r"|expand|review|analy[sz]e|critique)\b"
)
_ZH_PAPER: Final = "(?:简历|邮件|来信|文章|原文|内容|段话|对话|聊天记录|合同|报道|新闻|材料|文本|日志|作文|评论|帖子)"
_EN_PAPER: Final = "(?:paragraph|text|passage|email|sentence|letter|essay|message|section|resume|article|post)s?"
_TONGUES: Final = "英文|英语|中文|日文|日语|法语|德语|韩语|西班牙语|俄语|粤语|繁体|简体|文言文"
_ASKED: Final = r"(?:^|(?<=[.!?\n] )|(?<=please )|(?<=can you )|(?<=could you )|(?<=help me ))"
_DOCUMENTS: Final = (
    # a task over the text that follows it
    rf"{_ZH_TASK}[^。!?\n]{{0,40}}?:",
    rf"(?:帮|请|麻烦|把)[^。!?\n]{{0,20}}{_ZH_TASK}[^。!?\n]{{0,40}}?\n",
    rf"{_ASKED}{_EN_TASK}[^.!?\n]{{0,60}}?[:\n]",
    rf"{_ASKED}{_EN_TASK}[^.!?\n]{{0,40}}?\b(?:following|below|this) (?:\w+ )?{_EN_PAPER}\b[^\n]{{0,20}}?[.:\n]",
    rf"(?:改成|变成|换成)(?:{_TONGUES}|正式|口语|书面语)[^。!?\n]{{0,10}}?[:\n]",
    # language under the glass, examples
    r"(?:主语|谓语|宾语|语法|病句|造句|例句|句子|这句话|句式|成分|词性|示例|样例|模板)[^。!?\n]{0,16}?:",
    r"\b(?:examples?|samples?|sentences?|phrases?|dialogues?|templates?)\b[^.!?\n]{0,30}?:",
    # an announced document
    rf"(?:以下|下面|如下|附上|附|这)(?:的?是)?{_OWN_CASE}[^。!?\n]{{0,24}}?{_ZH_PAPER}[^。!?\n]{{0,6}}?[:\n]",
    r"(?:作文|演讲|征文)(?:题目|题材)?\s?[:是]",
    rf"\b(?:here(?:'s| is| are)|below is|attached is|i found) {_OWN_CASE}[^.!?\n]{{0,50}}?[:\n]",
    r"\b(?:below is|the following is)\b[^\n]{0,60}\n",
    r"\b(?:essay|writing|story) (?:prompt|topic)\s?:",
)
_DOCUMENT: Final = re.compile("|".join(_DOCUMENTS), re.M)
_MAKE_BELIEVE: Final = re.compile(
    r"角色扮演|扮演|假装|假扮|剧本杀|cosplay|(?:我们|咱们)来(?:玩|演)"
    r"|(?:小说|剧本|故事|剧情|童话|漫画)(?:里|中|的主角|的设定|人物)"
    r"|写(?:一?[个篇段])?[^,。!?\n]{0,8}(?:故事|小说|剧本|日记|自我介绍|独白|台词|作文)"
    r"|\brole[- ]?play|\bpretend\b|\bact(?:ing)? as\b|\bplay the (?:role|part)\b"
    r"|\bin (?:my|the|this) (?:novel|story|script|screenplay|book|game)\b"
    r"|\bwrite (?:me )?(?:an?|the|some) (?:[\w-]+ ){0,3}"
    r"(?:story|poem|novel|script|dialogue|monologue|scene|diary|song|cover letter|essay)"
)
_GAME_OPENS: Final = re.compile(r"角色扮演|(?:我们|咱们)来(?:玩|演)|\brole[- ]?play")
_GAME_ENDS: Final = re.compile(
    r"(?:结束|停止|退出|不玩|别玩)[^。!?\n]{0,6}(?:扮演|游戏|了)|回到现实"
    r"|\b(?:end|stop|quit|exit)\b[^.!?\n]{0,20}(?:role|game|play)|\bback to reality\b"
)
_LABELLED: Final = re.compile(
    r"(?:(?<=^)|(?<=[。!?\n.] )|(?<=[。!?\n.]))\s*(?P<label>[甲乙丙丁问答]|[一-鿿]{1,4}(?:说|问|答|道)|q|a|b|c"
    r"|[a-z]{3,12})\s?:(?!//)[^。!?\n.]*",
    re.M,
)
_OWN_LABELS: Final = frozenset(
    "我说 note correction update remember fyi background context edit reminder important question also summary name age job info profile hobbies location"
    " diet allergies budget goal preference preferences system user".split()
)
_DICTATED: Final = re.compile(
    r"(?:写|发|回|起草|拟|编)[^。!?\n]{0,30}?(?:就说|说明|告诉|内容[是为]|大意是|大致是|说我|表示)[^。!?\n]*"
    r"|\b(?:write|draft|send|compose|reply)\b[^.!?\n]{0,60}?"
    r"\b(?:saying|that says|telling|to say|explaining that|stating)\b[^.!?\n]*"
)
_INJECTION: Final = re.compile(
    r"(?:忽略|无视|忘记|忘掉|不要理会)[^。!?\n]{0,8}(?:之前|以上|前面|所有|先前)[^。!?\n]{0,8}(?:指令|提示|规则|设定"
    r"|要求|对话)"
    r"|系统提示|系统指令|越狱|开发者模式|你必须(?:永远|始终|一直)"
    r"|\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|all|your)\b"
    r"[^.!?\n]{0,20}\b(?:instruction|prompt|rule|message)s?"
    r"|\bsystem prompt\b|^\s*\[?(?:system|developer|assistant)\]?\s*[:>]|\byou are now\b|\bfrom now on,? you are\b"
    r"|\byou must (?:always|never|remember)\b|\bjailbreak\b|\bdeveloper mode\b"
    r"|(?:用户|the user)(?:是|的身份|拥有|is an? |has )[^。!?\n]{0,12}(?:管理员|权限|admin|permission)",
    re.M,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A message ready for reading: `text` and `view` are equally long."""

    text: str
    view: str
    """Lower case, Simplified, half-width, with fillers."""
    suspicious: bool = False
    """It tries to instruct the assistant; nothing in it may count as identity."""


def read_passage(text: str, *, in_game: bool = False) -> Passage:
    """The user's own words in a message. In a game that an earlier message opened, there are none."""
    view = plain_lower(text)
    view = _hide(view, _FENCE)
    view = _hide(view, _INLINE_CODE)
    view = _hide(view, _QUOTED_LINE)
    view = _QUOTES.sub(_hide_speech, view)
    if in_game or _MAKE_BELIEVE.search(view):
        return Passage(text, FILLER * len(text))
    view = _hide(view, _DICTATED)
    view = _hide_speakers(view)
    document = _DOCUMENT.search(view)
    if document:
        start = document.start()
        view = view[:start] + FILLER * (len(view) - start)
    suspicious = bool(_INJECTION.search(view))
    return Passage(text, view, suspicious=suspicious)


def opens_game(text: str) -> bool:
    """Whether a message starts a role play that the next messages go on with."""
    return bool(_GAME_OPENS.search(plain_lower(text)))


def ends_game(text: str) -> bool:
    """Whether a message leaves a role play."""
    return bool(_GAME_ENDS.search(plain_lower(text)))


def _hide(view: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda m: FILLER * len(m[0]), view)


def _hide_speakers(view: str) -> str:
    """ "甲说：我住在A城。乙说：…", "Q: … A: …": a dialogue of others. One label alone is no dialogue."""
    if sum(m["label"] not in _OWN_LABELS for m in _LABELLED.finditer(view)) < 2:
        return view
    return _LABELLED.sub(lambda m: m[0] if m["label"] in _OWN_LABELS else FILLER * len(m[0]), view)


def _hide_speech(m: re.Match[str]) -> str:
    inside = m[0][1:-1]
    speech = len(inside) > _QUOTE_LENGTH or (len(inside) > _WORD_LENGTH and _SPOKEN.search(inside))
    return FILLER * len(m[0]) if speech else m[0]
