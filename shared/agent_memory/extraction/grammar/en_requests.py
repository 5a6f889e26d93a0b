"""English rules: standing instructions about the assistant's style. One-off tasks match none of them."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.en_words import row
from agent_memory.extraction.grammar.rules import Rule
from agent_memory.extraction.grammar.vocabulary_en import LANGUAGES, REPLY
from agent_memory.memories.model import Kind

_LIKE: Final = Kind.PREFERENCE
_ALWAYS: Final = (
    r"(?:always|never|from now on|in (?:the )?future|going forward|by default|every time|each time|whenever"
    r"|from here on|at all times|in all (?:your )?(?:replies|answers|responses)|for everything|in general|all the time"
    r"|until i say otherwise|unless i say otherwise)"
)
_POLITE: Final = (
    r"(?:please |kindly |also |just |then |ok |okay |and |could you |can you |would you |i would like you to "
    r"|i want you to |i need you to |i expect you to |i would prefer (?:that |if )?you |i prefer (?:that |when )?you "
    r"|try to |make sure to |make sure you |be sure to |remember to |do )*"
)
_ONCE: Final = (
    r"\b(?:this (?:time|text|message|email|sentence|paragraph|one)|the following|below|above|only (?:reply|answer|say"
    r"|respond)|ok\b|just (?:say|reply|answer) |that (?:email|text|one)|right now|for now|today|once|tomorrow"
    r"|these (?:two|three)|first (?:one|sentence)"
    r"|(?:in|for|on|to|of) (?:this|that|these|those|the (?:table|text|list|code|script|essay|report|letter|story"
    r"|draft|chart|diagram|next|last|previous|same)))\b"
)
_STYLE: Final = (
    r"(?:short|brief|concise|simple|detailed|formal|informal|casual|polite|friendly|direct|to the point|technical"
    r"|professional|plain|succinct|minimal|thorough|honest|humorous|step by step)"
)
_THING: Final = (
    r"(?:emojis?|emoticons|exclamation (?:marks|points)|bullet points|bullets|markdown|headings|tables|jargon|slang"
    r"|abbreviations|citations?|sources|references|comments|examples|code examples|disclaimers|apologies|pleasantries"
    r"|filler|small talk|metaphors|passive voice|long paragraphs|units|metric|imperial|celsius|fahrenheit|24-hour"
    r"|24 hour|euros?|dollars|pounds|usd|eur|gbp|yuan|rmb|kilometers|miles|british spelling|american spelling|prices"
    r"|dates|iso dates|simple words|simple language|plain language|plain english|short sentences|simple terms"
    r"|layman's terms)"
)

# fmt: off
REQUESTS: Final[tuple[Rule, ...]] = (
    row("call me", "call_me",
        r"(?:please |just |you can |everyone |people |friends |they |my friends |most people "
        r"|all )*calls? me <name:NAME>(?:,? (?:everyone|please|from now on|instead|it|they|all)\b[^X]*)?~",
        _LIKE, 4, 0.9, "The user wants to be called {name}", who="assistant", entities="name:person",
        never={"name": r"^(?:back|when|if|at|on|a|an|the|tomorrow|today|later|crazy|old|if you|about|in|by|names)\b"}),
    row(
        "standing manner",
        "always never from_now_on future going_forward by_default every_time each_time whenever unless_i_say "
        "everything",
        rf"{_POLITE}(?:{_ALWAYS},? )?{_POLITE}(?:{_ALWAYS} )?(?P<what>(?:don't |do not |never |always |avoid "
        r"|stop )?(?:answer|reply|respond|write|use|speak|talk|explain|show|include|add|give|keep|cite|format|start"
        r"|end|begin|put|be|suggest|recommend|offer|ask|convert|quote|provide|avoid|address|summari[sz]e|assume|tell"
        r"|skip|call|refer|translate|send|mention|make|list|double-?check)\b[^X]*)",
        _LIKE, 4, 0.9, "The user wants the assistant {to_what}", who="assistant", only={"p": _ALWAYS},
        never={
            "what": rf"{_ONCE}|^(?:(?:never |always )?(?:be (?:on|at|in|afraid|yourself|kind|happy|safe)|give (?:up|in)"
                r"|stop|forget|mind|lose|say never|change|worry|keep (?:going|it up|up|trying|pushing)|start|end"
                r"|make (?:it|sure)|put (?:off|yourself))|use (?:it|this)|tell (?:him|her|them))|\bi (?:always"
                r"|never)\b",
            "p": r"^(?:i|we|he|she|they|my|it|the|that|this) (?!want|would|prefer|need|expect)",
        }),
    row("replies to be", "to_be shorter longer simpler",
        rf"(?:i (?:want|would like|prefer|need)|please make|make) (?:your|the|all your|all) (?:{REPLY}) (?:to be )?(?P<what>(?:more |less |much |a bit |very |a little )*"
        rf"(?:shorter|longer|simpler|briefer|{_STYLE}))(?: please| from now on| in (?:the )?future)*~",
        _LIKE, 4, 0.85, "The user wants the assistant's replies to be {what}", who="assistant"),
    row("be so", "be",
        rf"{_POLITE}(?P<what>be (?:(?:more|less|very|a bit|a little|much|a lot|as) )*(?:{_STYLE}|shorter|briefer|longer|simpler)(?: (?:in (?:your|all your|the) (?:{REPLY})"
        rf"|with me|when (?:you )?(?:answer|reply|respond|talk|explain)[^X]*|from now on|going forward|in (?:the )?future|as possible))+)~",
        _LIKE, 4, 0.85, "The user wants the assistant {to_what}", who="assistant", never={"what": _ONCE}),
    row("tone", "tone style",
        rf"{_POLITE}(?P<what>(?:use|keep|adopt|take|go with) an? (?:(?:more|less|very) )*(?:{_STYLE}|warm|serious|relaxed|neutral) (?:tone|style|voice)[^X]*)~",
        _LIKE, 4, 0.85, "The user wants the assistant {to_what}", who="assistant", never={"what": _ONCE}),
    row("stop the language", "stop don't do_not",
        rf"{_POLITE}(?P<what>(?:stop (?:answering|replying|responding|writing|talking|speaking)|(?:don't|do not|never) (?:answer|reply|respond|write|talk|speak))"
        rf"(?: to)?(?: me)? in (?P<old>{LANGUAGES})(?: any ?more| please| to me)*)~",
        _LIKE, 4, 0.85, "The user wants the assistant not to reply in {old}", who="assistant", ends="reply language"),
    row("other language", "use in",
        rf"{_POLITE}(?:use|in|switch to|go with)(?: only)? (?P<lang>{LANGUAGES})(?: instead| please| only| from now on)*~",
        _LIKE, 4, 0.85, "The user wants the assistant to reply in {lang}", who="assistant", sets="reply language", after_end=True),
    row("keep replies", "keep make be",
        rf"{_POLITE}(?P<what>(?:keep|make)(?: all| every)?(?: of)? (?:your |the |all )*(?:{REPLY}|it|things"
        rf"|everything)(?: to me)? (?:as )?(?:very |more |super |fairly |pretty |relatively )?(?:{_STYLE}|under|below"
        r"|within|to)[^X]*)",
        _LIKE, 4, 0.85, "The user wants the assistant {to_what}", who="assistant",
        never={"what": rf"{_ONCE}|make it (?:more|less|shorter|longer|simpler)"}),
    row("use things", "use don't no skip avoid without stop give show cite include prefer",
        rf"{_POLITE}(?P<what>(?:don't use|do not use|never use|stop using|avoid using|avoid|skip|use|show|include|cite"
        r"|give me|write)(?: any| the| only| your| all| me| more| fewer| less"
        rf"| proper)* ?(?:{_THING})[^X]*(?:for everything|in (?:your|all|every) [^X]+|when(?:ever)? you [^X]+"
        r"|when you talk[^X]*|with me|for me|in general|everywhere|throughout|always|from now on|only|please"
        r"|instead[^X]*|,? ?thanks?)?)~",
        _LIKE, 4, 0.8, "The user wants the assistant {to_what}", who="assistant",
        only={
            "what": r"your|everything|always|when you|whenever|from now on|with me|in general|everywhere|only|^(?:don't"
                r"|do not|stop|avoid|skip|use (?:simple|plain|short|layman|metric|celsius|fahrenheit|imperial"
                r"|the metric|the 24|24|british|american|bullet))|replies|answers|prices|please|future",
        }, never={"what": _ONCE}),
    row("language", "in",
        rf"{_POLITE}(?P<what>(?:answer|reply|respond|speak|talk|write"
        rf"|communicate)(?: to)?(?: me)?(?: only)? in (?:{LANGUAGES}|simple english|plain english|british english"
        r"|american english)[^X]*)",
        _LIKE, 4, 0.75, "The user wants the assistant {to_what}", who="assistant", never={"what": _ONCE}),
    row("explain like", "explain",
        rf"{_POLITE}(?P<what>explain (?:things|everything|stuff|concepts|it all|technical \w+)[^X]+)",
        _LIKE, 4, 0.85, "The user wants the assistant {to_what}", who="assistant"),
    row("wants you to", "i_want_you i_would_like_you i_need_you i_prefer_when_you",
        r"i (?:want|would like|need|prefer|expect|like)(?: it when| when| that)? you (?:to )?(?P<what>(?:cite|include"
        r"|use|answer|reply|respond|keep|give|show|explain|be|avoid|ask|write|provide|challenge|check)[^X]*(?:whenever"
        r"|always|every|when you|in your|your answers?|your repl\w+|going forward|from now on|each time|bullet|sources"
        r"|concise|brief|short|direct)[^X]*)",
        _LIKE, 4, 0.85, "The user wants the assistant {to_what}", who="assistant", never={"what": _ONCE}),
    row("wants answers", "answers replies responses explanations",
        r"i (?:want|would like|prefer|need|like) (?P<what>(?:(?:your|the|all|more|much|very|really|less) )*(?:shorter"
        r"|longer|short|brief|concise|detailed|simple|simpler|direct|in-depth|technical|step-by-step|honest|quick"
        r"|formal|casual)(?:,? (?:and |more )*\w+)? (?:answers|replies|responses|explanations)[^X]*)",
        _LIKE, 4, 0.85, "The user wants {what}", who="assistant"),
    row("email instead", "email text call message",
        r"(?:so |and |please |just )*(?P<what>(?:email|text|message|call|contact|reach) me (?:instead|by|via|on"
        r"|only)\b[^X]*)",
        _LIKE, 3, 0.7, "The user wants people {to_what}", who="assistant", only={"what": "instead|only"},
        never={"what": "[TF]"}),
)
# fmt: on
