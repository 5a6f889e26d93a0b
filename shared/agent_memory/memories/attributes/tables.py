"""Closed lists behind the readers of attribute values."""

from __future__ import annotations

import re
from typing import Final

NO_PLACE: Final = re.compile(
    r"酒店|宾馆|民宿|旅馆|医院|附近|旁边|一带|隔壁|楼[上下]|宿舍|学校|公司|单位|父母|朋友|亲戚|租|这里|那里|哪|什么|叫|外地|同一|新家|新房|自己|"
    r"^(?:市区|郊区|城里|乡下|农村|山区|校区|社区|小区|老城区|市中心|国外|海外|家)$|"
    r"\b(?:hotel|hostel|airbnb|hospital|dorm\w*|near|nearby|next to|countryside|suburbs?|office|company|same|parents'?|"
    r"friend'?s?|fear|peace|harmony|poverty|luxury|abroad|constant)\b"
)
"""Where one sleeps or stays, but no place to compare."""

DWELLING: Final = re.compile(
    r"^(?:an?|the|his|her|their|my)\b[\w -]*\b(?:apartment|flat|house|condo|studio|room|loft|villa|townhouse) (?:in|near the centre of) "
    r"|(?:的?(?:一[套间栋处]|一个)?(?:公寓|小区|别墅|房子|出租屋|两居室|三居室|老房子))$"
)
"""The building around the place."""

ADMINISTRATIVE: Final = re.compile(r"[㐀-鿿](?:省|市|区|县|镇|乡|村|街道|路|街|新村|花园|苑|弄|岛)$")

NO_NAME: Final = re.compile(
    r"用户|什么|不|没|未|一[个名位种只]|^个|\b(?:user|not|unknown|a|an|the|on|in|at|allergic|married|single|very|also|still|"
    r"his|her|my|their|from|who|called|named|doctor|teacher|engineer|manager|there|here)\b"
    r"|(?:工程师|经理|医生|老师|教师|律师|护士|设计师|学生|总监|程序员|会计|顾问|主管|员工|客户|会员|新手|专家|素食者|左撇子|人)$|^(?:我|你|他|她|谁|真名|昵称)"
)
"""Not a name, although it stands where one stands."""

SIMPLE_VALUES: Final[dict[str, dict[str, list[str]]]] = {
    "wedlock": {
        "married": ["已婚", "结婚", "领证", "结了婚", "成家", "married"],
        "unmarried": ["未婚", "没有结婚", "没结婚", "尚未结婚", "unmarried", "not married"],
        "single": ["单身", "single"],
        "divorced": ["离异", "离婚", "离了婚", "divorced"],
        "widowed": ["丧偶", "widowed"],
        "engaged": ["订婚", "engaged"],
    },
    "degree": {
        "secondary": ["高中", "中专", "high school", "high school diploma"],
        "associate": ["大专", "专科", "associate"],
        "bachelor": ["本科", "学士", "大学本科", "bachelor", "bachelor's"],
        "master": ["硕士", "硕士研究生", "研究生", "master", "master's"],
        "doctor": ["博士", "博士研究生", "phd", "doctorate"],
    },
    "contact": {
        "工作": ["work"], "办公": ["work"], "公司": ["work"], "office": ["work"], "business": ["work"],
        "备用": ["backup"], "家庭": ["home"], "私人": ["personal"], "个人": ["personal"], "private": ["personal"],
    },
}  # fmt: skip

ADDRESSES: Final = {
    "家庭": "home", "家里": "home", "收货": "delivery", "快递": "delivery", "shipping": "delivery", "公司": "work", "办公": "work",
    "office": "work", "邮寄": "mailing",
}  # fmt: skip

LENGTHS: Final = {
    **dict.fromkeys(("长", "啰嗦", "罗嗦", "冗长", "细", "长篇大论", "wordy", "long-winded"), "detailed"),
    **dict.fromkeys(("短", "简单", "简略", "少", "shorter", "briefer", "simpler"), "concise"),
    "longer": "detailed",
}
"""Words for the length of an answer that elsewhere mean other things."""

DEMONYMS: Final[dict[str, str]] = {
    pair.partition("=")[0]: pair.partition("=")[2]
    for pair in (
        "chinese=china american=usa british=uk english=england scottish=scotland canadian=canada australian=australia "
        "german=germany french=france italian=italy spanish=spain portuguese=portugal dutch=netherlands swiss=switzerland "
        "austrian=austria swedish=sweden norwegian=norway danish=denmark finnish=finland polish=poland russian=russia "
        "ukrainian=ukraine japanese=japan korean=korea singaporean=singapore malaysian=malaysia thai=thailand "
        "vietnamese=vietnam indonesian=indonesia indian=india pakistani=pakistan brazilian=brazil mexican=mexico "
        "argentinian=argentina chilean=chile turkish=turkey greek=greece irish=ireland israeli=israel egyptian=egypt "
        "nigerian=nigeria kenyan=kenya hungarian=hungary romanian=romania czech=czechia belgian=belgium"
    ).split()
}

TIME_ZONES: Final = {
    **dict.fromkeys(
        (
            "asia/shanghai",
            "北京",
            "中国",
            "中国标准",
            "beijing",
            "china",
            "asia/hong_kong",
            "asia/singapore",
            "asia/taipei",
        ),
        "utc+8",
    ),
    **dict.fromkeys(("asia/tokyo", "jst", "东京", "日本", "asia/seoul", "kst"), "utc+9"),
    **dict.fromkeys(("utc", "gmt", "europe/london", "伦敦"), "utc+0"),
    **dict.fromkeys(
        ("cet", "europe/berlin", "europe/paris", "europe/madrid", "europe/rome", "europe/amsterdam"), "utc+1"
    ),
    **dict.fromkeys(("est", "edt", "et", "eastern", "easterntime", "america/new_york", "美东"), "utc-5"),
    **dict.fromkeys(("cst", "cdt", "central", "centraltime", "america/chicago"), "utc-6"),
    **dict.fromkeys(("mst", "mdt", "mountaintime", "america/denver"), "utc-7"),
    **dict.fromkeys(("pst", "pdt", "pt", "pacific", "pacifictime", "america/los_angeles", "美西"), "utc-8"),
    **dict.fromkeys(("ist", "asia/kolkata"), "utc+5.5"),
}

TOOL_CATEGORY: Final = {
    "erp": "erp", "crm": "crm", "客户管理": "crm", "oa": "oa", "hr": "hr", "人事": "hr", "wms": "warehouse", "仓储": "warehouse",
    "仓库管理": "warehouse", "mes": "mes", "plm": "plm", "财务": "accounting", "记账": "accounting", "accounting": "accounting",
    "bookkeeping": "accounting", "进销存": "inventory", "inventory": "inventory", "考勤": "attendance", "办公": "office",
    "报销": "expenses", "expense": "expenses", "审批": "approval", "协同办公": "collaboration", "项目管理": "project management",
    "project management": "project management", "笔记": "notes", "note-taking": "notes", "notes": "notes", "note": "notes",
    "设计": "design", "绘图": "design", "作图": "design", "design": "design", "剪辑": "video editing", "video editing": "video editing",
    "会议": "meetings", "视频会议": "meetings", "video conferencing": "meetings", "文档": "documents", "客服": "help desk",
    "help desk": "help desk", "ide": "editor", "editor": "editor", "code editor": "editor", "text editor": "editor",
    "编辑器": "editor", "代码编辑": "editor", "文本编辑": "editor", "代码编辑器": "editor", "browser": "browser", "web browser": "browser",
    "浏览器": "browser", "operating system": "os", "os": "os", "操作系统": "os", "输入法": "input method",
    "search engine": "search engine", "搜索引擎": "search engine",
}  # fmt: skip
"""What a tool is for, as people name it without 系统, "software" and the like."""

TOOL_ENDING: Final = re.compile(r" ?(?:系统|软件|平台|工具|app|应用|system|software|tool|platform|application)$")

TOOLS_ZH: Final = (
    r"(?:erp|crm|oa|hr|wms|mes|plm|财务|进销存|仓储|仓库管理|考勤|办公|报销|审批|协同办公|项目管理|客户管理|人事|笔记|记账|设计|绘图|作图|剪辑"
    r"|视频会议|会议|文档|客服|代码编辑|文本编辑) ?(?:系统|软件|平台|工具|app|应用)|erp|crm|oa|wms|mes|plm|ide|浏览器|代码编辑器|编辑器|操作系统|输入法|搜索引擎"
)
TOOLS_EN: Final = (
    r"(?:accounting|bookkeeping|inventory|expense|project management|note-taking|notes?|design|video editing|video conferencing|help desk"
    r"|erp|crm|oa|hr|wms|mes|plm) (?:system|software|tool|app|platform|application)|erp|crm|oa|wms|mes|plm|ide|code editor|text editor|editor"
    r"|web browser|browser|operating system|os|search engine"
)

CODES: Final = {
    "plate": ("车牌号码", "车牌号", "车牌", "license plate", "licence plate", "plate number"),
    "member": ("会员编号", "会员卡号", "会员号", "membership number", "membership id", "member number", "member id"),
    "employee": ("工号", "员工号", "employee number", "employee id", "staff number"),
    "student": ("学号", "student number", "student id"),
    "passport": ("护照号码", "护照号", "passport number"),
    "customer": ("客户编号", "客户号", "customer number", "customer id"),
    "tax": ("税号", "tax id", "tax number", "vat number"),
    "qq": ("qq号码", "qq号", "qq"),
    "postcode": ("邮政编码", "邮编", "zip code", "postal code", "postcode"),
}
"""Numbers of which a person has one at a time."""

PRODUCT_CATEGORY: Final = {
    product: category
    for category, products in {
        "erp": ("kingdee", "yonyou", "digiwin", "inspur", "guanjiapo", "sap", "odoo", "netsuite", "dynamics"),
        "crm": ("salesforce", "hubspot", "fxiaoke", "xiaoshouyi", "zoho crm"),
        "editor": (
            "vs code",
            "vscode",
            "neovim",
            "vim",
            "emacs",
            "intellij",
            "intellij idea",
            "pycharm",
            "sublime text",
            "cursor",
            "zed",
        ),
        "browser": ("chrome", "firefox", "safari", "edge", "brave", "arc", "opera", "vivaldi"),
        "notes": ("notion", "obsidian", "evernote", "logseq", "onenote", "bear", "yuque"),
        "os": ("windows", "macos", "linux", "ubuntu", "debian", "fedora", "arch linux"),
    }.items()
    for product in products
}
"""Categories of which one has one main tool, by the products people name without the category."""
