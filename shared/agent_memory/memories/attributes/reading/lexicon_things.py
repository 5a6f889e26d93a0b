"""Known things, `zh zh | en, en < parents`, one sense per entry, entries separated by `;`.

Two different things of one category make two statements different facts; the same thing under two names, or in two
languages, does not. What is missing here is compared by its characters, so the lists only have to hold what
people tell an assistant often.
"""

from typing import Final

THINGS: Final[dict[str, str]] = {
    "food": """
食物 吃的 食品 | food; 水果 | fruit; 蔬菜 青菜 | vegetable, veg; 肉 肉类 | meat; 海鲜 | seafood; 坚果 | nut, nuts;
鱼 鱼肉 | fish < seafood; 虾 虾仁 大虾 | shrimp, prawn < seafood; 螃蟹 蟹 | crab < seafood;
龙虾 | lobster < seafood; 贝类 甲壳类 | shellfish < seafood; 三文鱼 鲑鱼 | salmon < fish; 金枪鱼 | tuna < fish;
牡蛎 生蚝 | oyster < seafood; 花生 | peanut, groundnut < nut; 核桃 | walnut < nut; 腰果 | cashew < nut;
杏仁 | almond < nut; 榛子 | hazelnut < nut; 芝麻 | sesame; 大豆 黄豆 | soy, soya, soybean; 豆腐 | tofu;
鸡蛋 蛋 | egg; 牛奶 | milk < dairy; 奶制品 乳制品 | dairy; 乳糖 | lactose; 酸奶 | yogurt, yoghurt < dairy;
奶酪 芝士 | cheese < dairy; 黄油 | butter < dairy; 麸质 | gluten; 猪肉 | pork < meat; 牛肉 | beef < meat;
羊肉 | lamb, mutton < meat; 鸡肉 | chicken < meat; 鸭肉 | duck < meat; 牛排 | steak < beef;
火锅 | hotpot, hot pot; 烧烤 | barbecue, bbq; 寿司 | sushi; 刺身 生鱼片 | sashimi; 拉面 | ramen; 面条 | noodles;
米饭 大米 | rice; 面包 | bread; 饺子 | dumpling, dumplings; 包子 | baozi; 披萨 比萨 | pizza;
汉堡 | hamburger, burger; 热狗 | hot dog; 意大利面 意面 | pasta, spaghetti; 沙拉 | salad; 三明治 | sandwich;
粥 | congee, porridge; 蛋糕 | cake; 巧克力 | chocolate; 冰淇淋 冰激凌 | ice cream; 糖果 | candy;
甜食 甜品 甜点 | dessert, sweets; 零食 | snack; 苹果 | apple < fruit; 香蕉 | banana < fruit;
橙子 | orange < fruit; 芒果 | mango < fruit; 菠萝 凤梨 | pineapple < fruit; 草莓 | strawberry < fruit;
西瓜 | watermelon < fruit; 葡萄 | grape < fruit; 榴莲 | durian < fruit; 桃子 水蜜桃 | peach < fruit;
樱桃 | cherry < fruit; 蓝莓 | blueberry < fruit; 梨 | pear < fruit; 柠檬 | lemon < fruit; 猕猴桃 | kiwi < fruit;
荔枝 | lychee < fruit; 番茄 西红柿 | tomato < vegetable; 土豆 马铃薯 | potato < vegetable;
茄子 | eggplant, aubergine < vegetable; 洋葱 | onion < vegetable; 大蒜 蒜 | garlic; 香菜 | cilantro, coriander;
大葱 小葱 | scallion; 生姜 | ginger; 蘑菇 菌菇 | mushroom; 菠菜 | spinach < vegetable;
胡萝卜 | carrot < vegetable; 黄瓜 | cucumber < vegetable; 西兰花 | broccoli < vegetable;
辣 辣椒 辣的 辛辣 | spicy, chili, chilli; 糖 | sugar; 盐 | salt; 醋 | vinegar;
川菜 | sichuan cuisine, sichuan food; 粤菜 | cantonese cuisine, cantonese food; 湘菜 | hunan cuisine;
日料 日本料理 | japanese food, japanese cuisine; 西餐 | western food;
素食 吃素 素食主义 素食者 素食主义者 | vegetarian, vegetarianism; 纯素 纯素食 | vegan, veganism; 清真 | halal;
生酮 | keto, ketogenic;
""",
    "drink": """
咖啡 | coffee; 美式 美式咖啡 | americano < coffee; 拿铁 拿铁咖啡 | latte < coffee; 卡布奇诺 | cappuccino < coffee;
浓缩咖啡 | espresso < coffee; 黑咖啡 | black coffee < coffee; 摩卡 | mocha < coffee;
速溶咖啡 | instant coffee < coffee; 咖啡馆 咖啡店 咖啡厅 | coffee shop, cafe, café; 茶 茶叶 喝茶 | tea;
绿茶 | green tea < tea; 红茶 | black tea < tea; 乌龙 乌龙茶 | oolong, oolong tea < tea;
普洱 普洱茶 | pu'er, pu-erh < tea; 茉莉花茶 | jasmine tea < tea; 龙井 | longjing < tea;
奶茶 | milk tea, bubble tea, boba; 抹茶 | matcha; 酒 | alcohol, liquor; 白酒 | baijiu < alcohol;
啤酒 | beer < alcohol; 红酒 葡萄酒 | wine, red wine < alcohol; 威士忌 | whisky, whiskey < alcohol;
鸡尾酒 | cocktail < alcohol; 伏特加 | vodka < alcohol; 可乐 | cola, coke; 果汁 | juice;
橙汁 | orange juice < juice; 豆浆 | soy milk; 燕麦奶 | oat milk; 白开水 开水 | plain water; 汽水 苏打水 | soda;
""",
    "animal": """
宠物 | pet; 猫 猫咪 | cat < pet; 狗 狗狗 小狗 犬 | dog, puppy < pet; 柯基 柯基犬 | corgi < dog;
金毛 金毛犬 | golden retriever < dog; 拉布拉多 | labrador < dog; 泰迪 | poodle < dog; 哈士奇 | husky < dog;
仓鼠 | hamster < pet; 兔子 | rabbit, bunny < pet; 鹦鹉 | parrot < pet; 乌龟 | turtle, tortoise < pet;
金鱼 | goldfish < pet; 豚鼠 荷兰猪 | guinea pig < pet; 鸟 | bird < pet; 英短 | british shorthair < cat;
布偶 布偶猫 | ragdoll < cat; 蛇 | snake;
""",
    "allergen": """
花粉 | pollen; 猫毛 | cat hair, cat dander; 尘螨 | dust mite, dust mites; 青霉素 | penicillin; 阿司匹林 | aspirin;
头孢 | cephalosporin; 布洛芬 | ibuprofen; 乳胶 | latex; 磺胺 | sulfa;
""",
    "illness": """
糖尿病 | diabetes, diabetic; 高血压 | hypertension, high blood pressure; 低血压 | low blood pressure;
哮喘 | asthma; 失眠 | insomnia; 抑郁症 抑郁 | depression; 焦虑症 焦虑 | anxiety; 偏头痛 | migraine;
颈椎病 | neck pain; 腰痛 腰疼 背痛 | back pain; 痛风 | gout; 胃炎 | gastritis; 鼻炎 | rhinitis;
近视 | nearsighted, myopia; 癌症 | cancer; 心脏病 | heart disease; 贫血 | anemia, anaemia; 脂肪肝 | fatty liver;
乳糖不耐受 乳糖不耐 | lactose intolerant, lactose intolerance; 色盲 | colour blind, color blind;
""",
    "tongue": """
中文 汉语 华语 普通话 国语 | chinese language, mandarin; 简体中文 简体 | simplified chinese < chinese-language;
繁体中文 繁体 | traditional chinese < chinese-language; 粤语 广东话 | cantonese; 英语 英文 | english;
日语 日文 | japanese; 韩语 韩文 | korean; 法语 法文 | french; 德语 德文 | german; 西班牙语 西语 | spanish;
意大利语 | italian; 葡萄牙语 | portuguese; 俄语 | russian; 阿拉伯语 | arabic; 泰语 | thai; 越南语 | vietnamese;
荷兰语 | dutch; 瑞典语 | swedish; 挪威语 | norwegian; 芬兰语 | finnish; 丹麦语 | danish; 波兰语 | polish;
土耳其语 | turkish; 印地语 | hindi; 希腊语 | greek; 希伯来语 | hebrew; 拉丁语 | latin; 印尼语 | indonesian;
马来语 | malay; 手语 | sign language; 上海话 | shanghainese; 闽南语 | hokkien;
""",
    "instrument": """
钢琴 | piano; 吉他 | guitar; 小提琴 | violin; 大提琴 | cello; 架子鼓 打鼓 | drum, drums; 长笛 | flute;
萨克斯 | saxophone; 古筝 | guzheng; 二胡 | erhu; 琵琶 | pipa; 尤克里里 | ukulele; 贝斯 | bass guitar;
单簧管 | clarinet; 双簧管 | oboe; 小号 | trumpet; 口琴 | harmonica; 竖琴 | harp; 手风琴 | accordion;
电子琴 | keyboard piano;
""",
    "sport": """
跑步 慢跑 | running, jogging; 晨跑 | morning run < running; 夜跑 | night run < running; 游泳 | swimming;
篮球 | basketball; 足球 | football, soccer; 网球 | tennis; 羽毛球 | badminton; 乒乓球 | table tennis, ping pong;
排球 | volleyball; 高尔夫 | golf; 棒球 | baseball; 橄榄球 | rugby; 壁球 | squash; 瑜伽 瑜珈 | yoga;
普拉提 | pilates; 健身 撸铁 | gym, working out, workout; 骑行 骑车 自行车 | cycling, bike, bicycle, biking;
徒步 远足 | hiking; 登山 爬山 | mountaineering, mountain climbing; 攀岩 | rock climbing, climbing, bouldering;
滑雪 | skiing, ski; 滑板 | skateboard, skateboarding; 冲浪 | surfing, surf; 潜水 | diving, scuba; 拳击 | boxing;
太极 太极拳 | tai chi; 跆拳道 | taekwondo; 柔道 | judo; 马拉松 | marathon; 半马 半程马拉松 | half marathon;
跳舞 舞蹈 | dancing, dance; 芭蕾 | ballet; 钓鱼 | fishing; 下棋 象棋 | chess;
国际象棋 | international chess < chess; 围棋 | weiqi, baduk; 桥牌 | bridge game; 露营 | camping;
跳绳 | rope skipping; 摄影 拍照 | photography; 绘画 画画 | painting; 书法 | calligraphy; 园艺 | gardening;
烹饪 做饭 | cooking; 烘焙 | baking; 阅读 看书 读书 | reading; 唱歌 | singing;
""",
    "colour": """
红色 | red; 蓝色 | blue; 绿色 | green; 黄色 | yellow; 黑色 | black; 白色 | white; 紫色 | purple;
粉色 粉红色 | pink; 橙色 | orange colour; 灰色 | grey, gray; 棕色 | brown; 金色 | gold colour; 银色 | silver;
""",
    "organisation": """
腾讯 | tencent; 阿里巴巴 阿里 | alibaba; 字节跳动 字节 | bytedance; 百度 | baidu; 京东 | jd.com; 美团 | meituan;
拼多多 | pinduoduo, pdd; 网易 | netease; 滴滴 | didi; 快手 | kuaishou; 华为 | huawei; 小米 | xiaomi;
联想 | lenovo; 海尔 | haier; 格力 | gree; 比亚迪 | byd; 蔚来 | nio; 理想汽车 | li auto; 小鹏 | xpeng;
吉利 | geely; 大疆 | dji; 中兴 | zte; 携程 | ctrip; 平安 | ping an; 蚂蚁集团 蚂蚁 | ant group;
招商银行 招行 | china merchants bank; 工商银行 工行 | icbc; 建设银行 建行 | china construction bank;
中国银行 | bank of china; 顺丰 | sf express; 谷歌 | google; 微软 | microsoft; 苹果公司 | apple inc;
亚马逊 | amazon; 脸书 | facebook; 元宇宙公司 | meta; 特斯拉 | tesla; 英伟达 | nvidia; 英特尔 | intel;
三星 | samsung; 索尼 | sony; 松下 | panasonic; 丰田 | toyota; 本田 | honda; 日产 | nissan; 大众 | volkswagen;
宝马 | bmw; 奔驰 | mercedes, mercedes-benz; 奥迪 | audi; 沃尔沃 | volvo; 福特 | ford; 保时捷 | porsche;
西门子 | siemens; 博世 | bosch; 甲骨文 | oracle; 思科 | cisco; 星巴克 | starbucks; 麦当劳 | mcdonald's, mcdonalds;
肯德基 | kfc; 宜家 | ikea; 耐克 | nike; 阿迪达斯 | adidas; 优步 | uber; 高盛 | goldman sachs;
摩根士丹利 | morgan stanley; 普华永道 | pwc; 德勤 | deloitte; 安永 | ernst & young; 毕马威 | kpmg;
麦肯锡 | mckinsey; 埃森哲 | accenture; 奈飞 网飞 | netflix; 空客 | airbus; 波音 | boeing;
清华大学 清华 | tsinghua, tsinghua university; 北京大学 北大 | peking university, pku;
复旦大学 复旦 | fudan, fudan university; 浙江大学 浙大 | zhejiang university;
上海交通大学 上海交大 | shanghai jiao tong university, sjtu; 南京大学 南大 | nanjing university;
哈佛 哈佛大学 | harvard, harvard university; 斯坦福 斯坦福大学 | stanford, stanford university;
麻省理工 麻省理工学院 | mit; 牛津大学 | oxford university, university of oxford;
剑桥大学 | cambridge university, university of cambridge;
""",
    "software": """
金蝶 | kingdee; 用友 | yonyou, ufida; 鼎捷 | digiwin; 浪潮 | inspur; 管家婆 | guanjiapo; sap | sap; odoo | odoo;
netsuite | netsuite; dynamics | dynamics 365, microsoft dynamics; 飞书 | feishu, lark; 钉钉 | dingtalk;
企业微信 企微 | wecom; 微信 | wechat; qq | qq; 腾讯会议 | tencent meeting; 支付宝 | alipay; 淘宝 | taobao;
抖音 | douyin; 微博 | weibo; 知乎 | zhihu; 哔哩哔哩 b站 | bilibili; 小红书 | xiaohongshu, rednote;
高德 高德地图 | amap; 语雀 | yuque; 有道 | youdao; 石墨 石墨文档 | shimo; 纷享销客 | fxiaoke; 销售易 | xiaoshouyi;
""",
    "exam": """
雅思 | ielts; 托福 | toefl; 高考 | gaokao; 考研 | postgraduate entrance exam;
公务员考试 考公 国考 | civil service exam; 四级 英语四级 | cet-4; 六级 英语六级 | cet-6; 注册会计师 cpa | cpa;
司法考试 法考 | bar exam;
驾照 驾驶证 驾驶执照 | driving licence, driver's licence, driver's license, driving license; 签证 | visa;
护照 | passport; 身份证 | identity card;
""",
    "industry": """
金融 金融业 金融行业 | finance, financial industry; 互联网 互联网行业 | internet industry;
教育 教育行业 | education; 医疗 医疗行业 | healthcare; 制造业 | manufacturing; 房地产 | real estate;
外贸 对外贸易 | foreign trade; 电商 电子商务 | e-commerce, ecommerce; 物流 | logistics; 保险 | insurance;
法律 | law; 广告 | advertising; 农业 | agriculture; 零售 | retail; 咨询 | consulting; 游戏行业 | gaming industry;
餐饮 | catering;
""",
    "relation": """
妻子 太太 老婆 爱人 夫人 媳妇 | wife; 丈夫 老公 | husband; 配偶 | spouse; 伴侣 | partner;
女朋友 女友 | girlfriend; 男朋友 男友 | boyfriend; 未婚妻 | fiancée, fiancee; 未婚夫 | fiancé, fiance;
前妻 | ex-wife; 前夫 | ex-husband; 父亲 爸爸 老爸 | father, dad, daddy; 母亲 妈妈 老妈 | mother, mom, mum, mommy;
父母 爸妈 双亲 | parents, parent; 儿子 | son; 女儿 闺女 | daughter;
孩子 小孩 子女 宝宝 | child, children, kid, kids, baby; 哥哥 大哥 | elder brother, older brother < brother;
弟弟 | younger brother, little brother < brother; 兄弟 | brother; 姐姐 大姐 | elder sister, older sister < sister;
妹妹 | younger sister, little sister < sister; 姐妹 | sister; 祖辈 | grandfather, grandpa;
爷爷 祖父 | paternal grandfather < grandfather; 老祖母 | grandmother, grandma;
奶奶 祖母 | paternal grandmother < grandmother; 外公 姥爷 | maternal grandfather < grandfather;
外婆 姥姥 | maternal grandmother < grandmother; 岳母 丈母娘 | mother-in-law; 岳父 老丈人 | father-in-law;
婆婆 | mother of the husband < mother-in-law; 公公 | father of the husband < father-in-law;
叔叔 叔父 | paternal uncle < uncle; 伯伯 伯父 | elder uncle < uncle; 舅舅 | maternal uncle < uncle;
姨父 姑父 | uncle; 阿姨 | aunt; 姑姑 姑妈 | paternal aunt < aunt; 姨妈 | maternal aunt < aunt;
舅妈 | aunt by marriage < aunt; 表亲 堂亲 | cousin; 表哥 < cousin; 表弟 < cousin; 表姐 < cousin; 表妹 < cousin;
堂哥 < cousin; 堂弟 < cousin; 堂姐 < cousin; 堂妹 < cousin; 侄子 | nephew; 外甥 < nephew; 侄女 | niece;
外甥女 < niece; 孙子 | grandson; 孙女 | granddaughter; 家人 家庭成员 | family; 亲戚 | relative, relatives;
朋友 好友 | friend; 闺蜜 | best friend < friend; 同学 | classmate; 室友 舍友 | roommate, flatmate;
邻居 | neighbour, neighbor; 同事 | colleague, coworker, co-worker;
老板 上司 领导 直属领导 直属上司 直接上级 上级 | boss; 下属 | subordinate;
合伙人 合作伙伴 | business partner, cofounder, co-founder; 导师 | mentor, advisor; 客户 | client, customer;
供应商 | supplier, vendor; 房东 | landlord; 团队 小组 | team; 部门 | department;
公司 企业 | company, firm, employer; 项目 | project; 学校 | school; 仓库 | warehouse; 产品 | product;
合同 | contract;
""",
    "occupation": """
工程师 | engineer; 软件工程师 程序员 码农 软件开发工程师 软件开发 | software engineer, software developer,
programmer, developer, coder < engineer; 后端工程师 后端开发 后端开发工程师 | backend engineer, backend developer,
back-end engineer, back-end developer < software-engineer;
测试工程师 测试 | qa engineer, test engineer, tester < engineer; 前端工程师 前端开发 前端开发工程师 | frontend
engineer, frontend developer, front-end engineer, front-end developer < software-engineer;
算法工程师 | algorithm engineer < engineer; 机械工程师 | mechanical engineer < engineer;
土木工程师 | civil engineer < engineer; 电气工程师 | electrical engineer < engineer;
数据工程师 | data engineer < engineer; 数据科学家 | data scientist; 数据分析师 | data analyst < analyst;
分析师 | analyst; 架构师 | architect; 建筑师 | building architect; 设计师 | designer;
平面设计师 | graphic designer < designer; 交互设计师 | interaction designer, ux designer < designer;
室内设计师 | interior designer < designer; 经理 | manager < boss; 产品经理 | product manager < manager;
项目经理 | project manager < manager; 销售经理 | sales manager < manager;
采购经理 | purchasing manager, procurement manager < manager; 运营经理 | operations manager < manager;
人事经理 | hr manager < manager; 财务经理 | finance manager < manager; 技术经理 | technical manager < manager;
总监 | director; 技术总监 | technical director < director; 市场总监 | marketing director < director;
财务总监 首席财务官 | cfo, chief financial officer; 首席执行官 | ceo, chief executive officer;
首席技术官 | cto, chief technology officer; 总经理 | general manager < manager; 采购 采购员 | buyer, purchaser;
销售 销售员 | salesperson, salesman, sales representative; 会计 会计师 | accountant; 审计师 审计 | auditor;
出纳 | cashier; 律师 | lawyer, attorney; 法官 | judge; 医生 大夫 | doctor, physician;
儿科医生 小儿科医生 | pediatrician, paediatrician < doctor; 牙医 牙科医生 | dentist < doctor;
外科医生 | surgeon < doctor; 兽医 | vet, veterinarian; 护士 | nurse; 药剂师 | pharmacist; 教师 老师 | teacher;
小学老师 小学教师 | primary school teacher, elementary school teacher < teacher;
高中老师 高中教师 | high school teacher < teacher; 教授 | professor; 讲师 | lecturer;
研究员 科研人员 | researcher; 学生 | student;
大学生 本科生 | college student, university student, undergraduate < student;
研究生 硕士生 | graduate student, master's student < student; 博士生 | phd student, doctoral student < student;
记者 | journalist, reporter; 编辑 | editor; 翻译 译员 | translator, interpreter; 作家 | writer, author;
摄影师 | photographer; 厨师 | chef; 司机 | driver; 飞行员 | pilot; 空姐 空乘 | flight attendant;
警察 | police officer, policeman; 消防员 | firefighter; 公务员 | civil servant; 军人 | soldier; 农民 | farmer;
理发师 | hairdresser, barber; 电工 | electrician; 水管工 | plumber; 保安 | security guard; 助理 助手 | assistant;
秘书 | secretary; 顾问 咨询师 | consultant; 教练 | coach, trainer;
健身教练 | personal trainer, fitness coach < coach; 心理咨询师 | counsellor, counselor; 主管 | supervisor < boss;
人力资源 | hr specialist; 运营 | operations specialist; 客服 | customer service representative;
科学家 | scientist; 演员 | actor, actress; 歌手 | singer; 音乐家 | musician; 画家 | painter, artist;
""",
    "device": """
电脑 | computer; 手机 | phone, mobile phone, smartphone; 平板 | tablet;
笔记本 笔记本电脑 | laptop, notebook computer; 台式机 | desktop computer; 苹果手机 | iphone;
耳机 | headphones, earphones; 相机 | camera; 电动车 电动汽车 | electric car, ev; 汽车 轿车 | car;
摩托车 | motorcycle, motorbike; 打印机 | printer; 显示器 | monitor, screen; 电视 | television, tv;
冰箱 | fridge, refrigerator; 洗衣机 | washing machine; 公寓 | apartment, flat; 别墅 | villa; 房子 | house;
地铁 | subway, metro; 公交 公交车 | bus; 高铁 | high-speed train; 火车 列车 | train; 飞机 | plane;
飞机票 机票 | flight ticket; 航班 | flight; 出租车 打车 | taxi;
""",
}
