"""Words that statements are made of, in the format of `lexicon_things`.

`SYNONYMS` mean the same for a memory. `CONTRASTS` exclude each other: two statements with two members of one group are
different facts. `STATUS` and `STANCE` say how a fact stands to the world and to the user. `STOP` says nothing.
"""

from typing import Final

STANCE: Final = """
喜欢 爱 喜爱 热爱 钟爱 爱吃 爱喝 很爱 偏爱 享受 感兴趣 热衷 爱看 爱玩 | like, love, enjoy, fond of, keen on,
adore, fan of, interested in; 偏好 倾向 倾向于 更喜欢 | prefer, preference < like want;
希望 想要 要求 请 需要 | want, ask for, request, would like, need, ask; 不喜欢 讨厌 厌恶 反感 痛恨 恨 不爱 受不了
不想吃 不爱吃 不爱喝 不再喜欢 不感兴趣 嫌 | dislike, hate, detest, loathe, can not stand, not like, not enjoy, not
fond of, no longer like, averse to; 过敏 | allergic, allergy, allergies;
害怕 怕 恐惧 | afraid of, fear, scared of; 支持 赞成 赞同 | support, in favour of, in favor of;
反对 | oppose, against; 信任 相信 | trust; 不信任 不相信 | distrust, mistrust, not trust;
满意 | satisfied, happy with, pleased; 不满意 不满 | dissatisfied, unsatisfied, unhappy with, not satisfied;
"""

STATUS: Final[dict[str, str]] = {
    "plan": """
计划 打算 准备去 准备买 准备换 准备搬 准备学 准备辞职 准备结婚 准备把 准备参加 即将 将要 将会 将于 将在 就要 快要
考虑 想去 想买 想学 想换 想辞职 想搬 | plans to, plan to, planning to, planned to, plans on, planning on, planning
a, planning, plans, plan, intends to, intend to, intending to, going to, will, about to, considering, thinking of,
thinking about, thinks about, want to visit, want to go, want to buy, want to learn, want to move, wants to visit,
wants to go, wants to buy, wants to learn, wants to move, wants to switch, want to switch, hopes to, hope to;
""",
    "done": """
已经 已 刚 刚刚 过 了 | already, has just, just;
""",
    "going on": """
正在 在学 在读 在看 在玩 在写 在做 进行中 仍 仍在 还在 仍然 仍旧 | currently working on, in the middle of, still;
""",
    "past": """
曾经 曾 以前 过去 原来 从前 原先 小时候 不再 | used to, formerly, previously, former, in the past, once lived,
once worked, back then, no longer, not any more, not anymore;
""",
}

CONTRASTS: Final[dict[str, str]] = {
    "frequency": """
每天 每日 天天 日常 | every day, daily, each day, a day, per day, everyday;
每周 每星期 每个星期 一周 | every week, weekly, each week, a week, per week;
每月 每个月 | every month, monthly, each month, a month, per month;
每年 每一年 | every year, yearly, annually, a year, per year, each year;
经常 常 常常 时常 通常 习惯 平时 平常 一般 | often, usually, regularly, frequently, generally, normally, tend to;
总是 老是 始终 | always; 偶尔 有时 有时候 | sometimes, occasionally, from time to time, once in a while;
很少 极少 难得 | rarely, seldom, hardly ever; 每晚 | every night, every evening, nightly;
每小时 | hourly, every hour; 每季度 | quarterly, every quarter;
""",
    "modality": """
可能 也许 大概 似乎 好像 或许 疑似 怀疑 不确定 | maybe, perhaps, probably, might, may, could be, seems, seem,
apparently, suspects, suspect, unsure, not sure;
必须 一定要 不得不 务必 | must, have to, has to, required to, obliged to;
可以 能 能够 会 允许 | can, able to, allowed to, may freely, permitted to; 应该 应当 | should, ought to;
几乎 差点 | almost, nearly, barely; 更少 较少 少一些 少一点 | less, fewer; 更多 较多 多一些 多一点 | more;
""",
    "shade": """
深色 暗色 黑暗 暗黑 夜间模式 | dark; 浅色 亮色 白天模式 | light, bright;
""",
    "length": """
简洁 简短 精简 简明 简练 精炼 短 言简意赅 | concise, short, brief, succinct, terse;
详细 详尽 详实 长篇 | detailed, long, thorough, verbose, in-depth, elaborate;
""",
    "register": """
正式 | formal; 随意 口语化 轻松 非正式 | casual, informal, relaxed;
""",
    "direction": """
提高 增加 上调 提升 增大 调高 上涨 | increase, raise, grow, rise, higher;
降低 减少 下调 减小 调低 下跌 | decrease, reduce, lower, cut, drop, fall;
""",
    "trade": """
买 购买 买入 购入 买了 采购了 | buy, purchase, bought; 卖 出售 卖出 卖掉 | sell, sold;
租 租了 租用 租赁 租住 | rent, lease, rented; 出租 租给 转租 | rent out, rents out, lease out, sublet;
""",
    "switch": """
打开 开启 启用 开通 | enable, turn on, switch on, enabled, activate;
关闭 关掉 禁用 停用 | disable, turn off, switch off, disabled, deactivate;
""",
    "begin": """
开始 启动 起 | start, begin, launch, begins;
停止 终止 取消 放弃 戒 戒掉 退订 | stop, quit, cancel, give up, given up, gave up, gives up, abandon, stopped;
""",
    "answer": """
同意 批准 接受 答应 | agree, approve, accept; 拒绝 否决 驳回 | refuse, reject, decline, turn down;
""",
    "outcome": """
成功 | succeed, success, win, won; 失败 | fail, failure, lose, lost;
""",
    "before": """
之前 以前 前 前面 | before, ahead of, prior to; 之后 以后 后 后面 | after, following, later;
""",
    "bound": """
至少 以上 不低于 最低 起码 | at least, minimum, more than, over, above, no less than;
至多 最多 以下 不超过 以内 之内 最高 | at most, maximum, less than, under, below, up to, no more than, within;
""",
    "hours": """
全职 | full time, full-time; 兼职 | part time, part-time;
""",
    "presence": """
远程 居家办公 线上 | remote, remotely, work from home, online;
现场 线下 到岗 坐班 | on-site, onsite, in person, offline, in the office;
""",
    "temper": """
热 热的 炎热 | hot, warm; 冷 冷的 冰 寒冷 | cold, iced, chilly;
""",
    "size": """
大 大的 更大 | large, big, larger, bigger; 小 小的 更小 | small, little, smaller;
""",
    "speed": """
快 快速 | fast, quick; 慢 缓慢 | slow;
""",
    "lateness": """
早 | early; 晚 迟 | late;
""",
    "shift": """
白班 日班 早班 | day shift; 夜班 晚班 大夜班 | night shift;
""",
    "seat": """
靠窗 窗边 | window seat, window; 靠过道 过道 | aisle seat, aisle;
""",
    "side": """
左 左侧 左边 | left; 右 右侧 右边 | right;
""",
    "level": """
幼儿园 | kindergarten; 小学 | primary school, elementary school; 初中 中学 | middle school, junior high;
高中 | high school; 大学 本科 | university, college; 硕士 | master's, master; 博士 | phd, doctorate;
""",
    "wedlock": """
已婚 结婚 成家 | married; 未婚 单身 | single, unmarried; 离婚 离异 离了婚 | divorced; 丧偶 | widowed;
订婚 | engaged;
""",
    "access": """
公开 | public; 私密 私有 保密 | private, confidential;
""",
    "sex": """
男 男性 男生 | male, man; 女 女性 女生 | female, woman;
""",
    "scope": """
只 仅 仅仅 只有 | only, just only, solely; 除了 除 以外 除外 | except, other than, apart from;
所有 全部 都 每个 | all, every; 部分 有些 某些 | some;
""",
    "whose": """
自己 本人 | himself, herself, themselves, oneself; 别人 他人 旁人 | others, other people;
""",
    "rank": """
首次 第一次 初次 | first time; 最后 末次 | last time;
""",
}

SYNONYMS: Final = """
住 居住 住在 居住在 居住于 定居 家住 现居 常住 | live, reside, based, living;
搬 搬家 搬到 搬去 搬至 迁居 | move, relocate; 位于 坐落 设 设在 | located, situated; 工作 上班 就职 任职 供职 从事
职业 做 担任 岗位 职位 | work, job, job title, occupation, profession, employed, serve;
负责 主管工作 | responsible, in charge of, handle; 使用 用 采用 用的 在用 使 | use, using, utilize;
叫 名叫 名字 名字叫 名为 姓名 叫做 称为 | name, named, called;
有 有只 拥有 养 养了 养着 家有 家有只 持有 家里有 | have, own, possess, keep, got; 吃 食用 摄入 | eat, consume;
喝 饮用 饮 | drink; 回答 回复 答复 应答 | answer, reply, response, respond; 助手 助理回复 | assistant;
截止日期 截止 截止时间 期限 到期 最后期限 | deadline, due, expire;
完工 做完 交付 完成 完 结束 | finish, complete, deliver, done with; 学 学习 在学 学着 | learn, study;
读 阅读 看 | read; 写 编写 撰写 | write, writes, wrote; 去 到 前往 赴 | go, travel to, visit, went;
旅行 旅游 游玩 | trip, travel, journey, tour; 出差 | business trip, travel for work;
换 换到 换成 切换 改用 改成 改为 换用 更换 | switch, change, replace; 迁移 迁移到 转移 | migrate, transfer;
起床 起 起来 醒来 | get up, wake up, wake, rise; 上学 就读 念书 | attend school; 会议 例会 开会 | meeting;
安排 安排在 定在 定于 约 | schedule, arrange, set for; 体检 | check-up, checkup, medical examination;
站会 | stand-up, standup; 预算 | budget; 房租 租金 | rent money; 工资 薪水 薪资 月薪 | salary, wage, pay cheque;
价格 价钱 售价 | price, cost; 费用 | fee; 身高 | height, tall; 体重 | weight, weigh, weighs;
生日 出生 出生日期 | birthday, birth date, born, date of birth; 年龄 | age; 中国人 | chinese person;
老家 家乡 籍贯 故乡 | hometown, home town; 手机号 手机号码 电话 电话号码 | phone number, telephone;
邮箱 电子邮箱 邮件地址 | email, e-mail, email address; 最喜欢 最爱 | favourite, favorite; 电影 影片 | film, movie;
音乐 歌曲 歌 | music, song; 书 书籍 | book; 小说 | novel; 游戏 | game; 节目 | show;
代码 编程 写代码 | code, coding; 数据库 | database; 服务器 | server; 系统 | system; 软件 | software, app;
网站 | website; 报告 汇报 | report; 邮件 | mail; 周报 | weekly report; 发票 | invoice; 订单 | order;
退款 | refund; 会员 | member, membership; 问题 | issue, problem, question; 建议 | suggestion, advice;
帮助 帮忙 帮 | help; 联系 | contact; 告诉 告知 | tell, inform; 知道 了解 清楚 | know;
认为 觉得 以为 | think, believe, consider, find; 说 说话 表示 提到 称 讲 | say, mention, state, talk, speak;
每次 | every time; 习惯于 | used to doing; 练 练习 锻炼 | practise, practice, exercise, train;
打 玩 弹 演奏 | play; 参加 出席 | attend, join; 准备 备考 筹备 | prepare; 考试 | exam, test;
毕业 毕业于 | graduate; 上课 课 课程 | class, course, lesson; 晚饭 晚餐 | dinner, supper; 午饭 午餐 | lunch;
早饭 早餐 | breakfast; 饭 用餐 | meal; 药 药物 服药 吃药 | medicine, medication, drug; 手术 | surgery, operation;
睡觉 睡眠 入睡 | sleep; 加班 | overtime; 请假 休假 | leave, day off, vacation; 出门 | go out; 酒店 宾馆 | hotel;
航空公司 | airline; 座位 | seat; 会开车 开车 驾驶 | drive; 抽烟 吸烟 | smoke; 收到 收 | receive, get;
支付 付款 付 | pay; 重要 关键 | important; 严重 | severe, serious; 主要 主 | main, mainly, primary, mostly;
目标 | goal, target, aim; 版本 | version; 编号 号码 | number; 风格 样式 | style; 主题 模式 界面 | theme, mode;
语言 | language; 格式 | format; 字体 | font; 要点 列表 | bullet point, bullet points, list;
退休 | retired, retire; 创业 | entrepreneur, startup; 实习 | intern, internship; 辞职 离职 | resign, resigned;
入职 加入 | join; 升职 晋升 | promote, promoted; 搭档 | partner up; 公司名 | company name;
装修 | renovation, renovate; 婚礼 | wedding; 周末休息 | weekend rest; 一起 一同 | together;
独自 一个人 单独 | alone; 附近 旁边 | near, nearby, next to;
"""

STOP: Final = """
先 正 用户 该用户 我 我的 我们 我们的 咱们 他们 她们 他 她 它 的 地 得到 着 呢 吧 啊 呀 吗 嘛 是 为 一名 一个 一位
一只 一种 一款 这 那 每 这个 那个 这款 该 此 其 与 和 及 以及 跟 同 或 并 并且 也 还 又 就 在 于 从 到 向 往 对
对于 把 被 让 给 由 以 用来 作为 当 里 里面 中 上 内 间 时 时候 时间 之 所 者 等 等等 目前 现在 如今 当前 现 今
最近 近期 一直 非常 很 十分 特别 比较 较 更 最 极 极其 尤其 挺 相当 太 尽量 尽可能 一些 一点 一下 有点 有些 些
固定 定期 家 家里 家中 那里 这里 进行 方面 来 去了 起来 下来 出来 出 左右 大约 约 大概是 差不多 共 一共 总共 总
只不过 而 但 但是 不过 因为 所以 由于 如果 即 则 且 便 才 吗 呢 哦 嗯 东西 不错 不同 不久 不断 不仅 不但 不管 不少
多少 不多 对不起 不好意思 别的 区别 级别 性别 特别 告别 别人 未来 无线 非洲 没关系 为了 因此 通过 超过 经过 过来
难过 好过 总之 了不起 user users the a an this that these those his her its their my our your he she it they i we
me him them who which is are was were be been being am do does did has had having of to in on at for from with as
by about into and or also so then than very really quite a lot much too currently now right at the moment these
days at present present lately recently s t 's his/her own each there here it's such as well always just some any
one ones both either around roughly approximately total totally in order time times it will let please get kind
sort type thing things way because while when if but however possible
"""

NEGATIONS: Final = """
不 没 没有 无 未 勿 别 莫 非 从不 从未 从来不 从没 无法 不能 不会 不可 不可以 不要 不用 不必 不想 不到 避免 忌
忌口 拒不 不过敏 不同意 吃不了 喝不了 不了 缺乏 缺少 免 not no never none without neither nor unable avoid lack nothing nobody
"""
