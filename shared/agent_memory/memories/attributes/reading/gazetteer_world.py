"""Places outside China, in the format of `gazetteer_china`."""

from typing import Final

WORLD: Final = """
美国 united states|usa|us|america|united states of america|u.s.|u.s.a: 加利福尼亚 california|加州,
  纽约州 new york state|upstate new york, 德克萨斯 texas, 佛罗里达 florida, 华盛顿州 washington state,
  马萨诸塞 massachusetts, 伊利诺伊 illinois, 宾夕法尼亚 pennsylvania, 俄亥俄 ohio, 佐治亚 georgia state,
  北卡罗来纳 north carolina, 南卡罗来纳 south carolina, 密歇根 michigan, 新泽西 new jersey, 弗吉尼亚 virginia,
  亚利桑那 arizona, 田纳西 tennessee, 密苏里 missouri, 马里兰 maryland, 威斯康星 wisconsin, 明尼苏达 minnesota,
  科罗拉多 colorado, 俄勒冈 oregon, 内华达 nevada, 犹他 utah, 夏威夷 hawaii, 阿拉斯加 alaska, 爱荷华 iowa, 印第安纳 indiana,
  肯塔基 kentucky, 路易斯安那 louisiana, 阿拉巴马 alabama, 康涅狄格 connecticut, 俄克拉荷马 oklahoma, 堪萨斯 kansas,
  内布拉斯加 nebraska, 新墨西哥 new mexico, 爱达荷 idaho, 蒙大拿 montana, 缅因 maine, 佛蒙特 vermont,
  新罕布什尔 new hampshire, 罗德岛 rhode island, 特拉华 delaware, 密西西比 mississippi, 阿肯色 arkansas,
  西弗吉尼亚 west virginia, 怀俄明 wyoming, 北达科他 north dakota, 南达科他 south dakota,
  华盛顿特区 washington dc|washington d.c|washington, d.c
加利福尼亚: 旧金山 san francisco|sf, 洛杉矶 los angeles|la, 圣地亚哥 san diego, 圣何塞 san jose, 萨克拉门托 sacramento,
  奥克兰市 oakland, 伯克利 berkeley, 帕罗奥图 palo alto, 山景城 mountain view, 尔湾 irvine, 弗里蒙特 fremont,
  库比蒂诺 cupertino, 森尼韦尔 sunnyvale, 圣塔莫尼卡 santa monica, 帕萨迪纳 pasadena
纽约州: 纽约 new york|new york city|nyc, 布法罗 buffalo, 罗切斯特 rochester, 奥尔巴尼 albany
纽约: 曼哈顿 manhattan, 布鲁克林 brooklyn, 皇后区 queens, 布朗克斯 bronx, 法拉盛 flushing
德克萨斯: 休斯顿 houston, 达拉斯 dallas, 奥斯汀 austin, 圣安东尼奥 san antonio
佛罗里达: 迈阿密 miami, 奥兰多 orlando, 坦帕 tampa
华盛顿州: 西雅图 seattle, 贝尔维尤 bellevue, 雷德蒙德 redmond
马萨诸塞: 波士顿 boston
伊利诺伊: 芝加哥 chicago
宾夕法尼亚: 费城 philadelphia, 匹兹堡 pittsburgh
俄亥俄: 克利夫兰 cleveland, 哥伦布 columbus, 辛辛那提 cincinnati
佐治亚: 亚特兰大 atlanta
北卡罗来纳: 夏洛特 charlotte, 罗利 raleigh
密歇根: 底特律 detroit, 安娜堡 ann arbor
亚利桑那: 凤凰城 phoenix
田纳西: 纳什维尔 nashville, 孟菲斯 memphis
密苏里: 圣路易斯 st louis|st. louis
马里兰: 巴尔的摩 baltimore
明尼苏达: 明尼阿波利斯 minneapolis
科罗拉多: 丹佛 denver, 博尔德 boulder
俄勒冈: 波特兰 portland
内华达: 拉斯维加斯 las vegas
犹他: 盐湖城 salt lake city
夏威夷: 檀香山 honolulu
路易斯安那: 新奥尔良 new orleans
爱达荷: 博伊西 boise
俄克拉荷马: 塔尔萨 tulsa
加拿大 canada: 多伦多 toronto, 温哥华 vancouver, 蒙特利尔 montreal|montréal, 卡尔加里 calgary, 渥太华 ottawa,
  埃德蒙顿 edmonton, 魁北克 quebec|québec, 温尼伯 winnipeg, 滑铁卢市 waterloo
墨西哥 mexico: 墨西哥城 mexico city, 瓜达拉哈拉 guadalajara, 坎昆 cancun|cancún
英国 united kingdom|uk|great britain|britain|u.k: 英格兰 england, 苏格兰 scotland, 威尔士 wales,
  北爱尔兰 northern ireland
英格兰: 伦敦 london, 曼彻斯特 manchester, 伯明翰 birmingham, 利物浦 liverpool, 利兹 leeds, 布里斯托 bristol, 牛津 oxford,
  剑桥 cambridge, 谢菲尔德 sheffield, 纽卡斯尔 newcastle, 诺丁汉 nottingham, 布莱顿 brighton, 约克 york,
  南安普顿 southampton, 莱斯特 leicester, 巴斯 bath
伦敦: 卡姆登 camden, 哈克尼 hackney, 格林威治 greenwich
苏格兰: 爱丁堡 edinburgh, 格拉斯哥 glasgow, 阿伯丁 aberdeen
威尔士: 加的夫 cardiff
北爱尔兰: 贝尔法斯特 belfast
爱尔兰 ireland: 都柏林 dublin, 科克 cork, 戈尔韦 galway
德国 germany: 柏林 berlin, 慕尼黑 munich|münchen, 汉堡市 hamburg, 法兰克福 frankfurt, 科隆 cologne|köln,
  斯图加特 stuttgart, 杜塞尔多夫 düsseldorf|dusseldorf, 莱比锡 leipzig, 德累斯顿 dresden, 纽伦堡 nuremberg, 波恩 bonn,
  海德堡 heidelberg
柏林: 克罗伊茨贝格 kreuzberg, 新克尔恩 neukölln, 米特区 mitte
法国 france: 巴黎 paris, 里昂 lyon, 马赛 marseille, 尼斯 nice, 图卢兹 toulouse, 波尔多 bordeaux, 斯特拉斯堡 strasbourg,
  里尔 lille, 南特 nantes
意大利 italy: 罗马 rome, 米兰 milan, 佛罗伦萨 florence, 威尼斯 venice, 都灵 turin, 那不勒斯 naples, 博洛尼亚 bologna
西班牙 spain: 马德里 madrid, 巴塞罗那 barcelona, 瓦伦西亚 valencia, 塞维利亚 seville, 马拉加 malaga|málaga, 毕尔巴鄂 bilbao
葡萄牙 portugal: 里斯本 lisbon, 波尔图 porto
荷兰 netherlands|the netherlands|holland: 阿姆斯特丹 amsterdam, 鹿特丹 rotterdam, 海牙 the hague, 乌得勒支 utrecht,
  埃因霍温 eindhoven
比利时 belgium: 布鲁塞尔 brussels, 安特卫普 antwerp, 根特 ghent
瑞士 switzerland: 苏黎世 zurich|zürich, 日内瓦 geneva, 巴塞尔 basel, 伯尔尼 bern, 洛桑 lausanne
奥地利 austria: 维也纳 vienna, 萨尔茨堡 salzburg, 格拉茨 graz
瑞典 sweden: 斯德哥尔摩 stockholm, 哥德堡 gothenburg, 马尔默 malmö|malmo
挪威 norway: 奥斯陆 oslo, 卑尔根 bergen
丹麦 denmark: 哥本哈根 copenhagen, 奥胡斯 aarhus
芬兰 finland: 赫尔辛基 helsinki
冰岛 iceland: 雷克雅未克 reykjavik
波兰 poland: 华沙 warsaw, 克拉科夫 krakow|kraków, 弗罗茨瓦夫 wroclaw|wrocław
捷克 czech republic|czechia: 布拉格 prague, 布尔诺 brno
匈牙利 hungary: 布达佩斯 budapest
罗马尼亚 romania: 布加勒斯特 bucharest
保加利亚 bulgaria: 索非亚 sofia
希腊 greece: 雅典 athens
土耳其 turkey|türkiye: 伊斯坦布尔 istanbul, 安卡拉 ankara
俄罗斯 russia: 莫斯科 moscow, 圣彼得堡 st petersburg|saint petersburg|st. petersburg
乌克兰 ukraine: 基辅 kyiv|kiev
塞尔维亚 serbia: 贝尔格莱德 belgrade
克罗地亚 croatia: 萨格勒布 zagreb
爱沙尼亚 estonia: 塔林 tallinn
拉脱维亚 latvia: 里加 riga
立陶宛 lithuania: 维尔纽斯 vilnius
日本 japan: 东京 tokyo, 大阪 osaka, 京都 kyoto, 横滨 yokohama, 名古屋 nagoya, 福冈 fukuoka, 札幌 sapporo, 神户 kobe,
  仙台 sendai, 广岛 hiroshima, 北海道 hokkaido, 冲绳 okinawa, 奈良 nara
东京: 涩谷 shibuya, 新宿 shinjuku
韩国 south korea|korea: 首尔 seoul, 釜山 busan, 仁川 incheon, 大邱 daegu, 济州岛 jeju
朝鲜 north korea: 平壤 pyongyang
新加坡 singapore:
马来西亚 malaysia: 吉隆坡 kuala lumpur|kl, 槟城 penang, 新山 johor bahru
泰国 thailand: 曼谷 bangkok, 清迈 chiang mai, 普吉岛 phuket|普吉
越南 vietnam: 河内 hanoi, 胡志明市 ho chi minh city|saigon, 岘港 da nang|danang
印度尼西亚 indonesia|印尼: 雅加达 jakarta, 巴厘岛 bali
菲律宾 philippines|the philippines: 马尼拉 manila, 宿务 cebu
柬埔寨 cambodia: 金边 phnom penh
缅甸 myanmar|burma: 仰光 yangon
老挝 laos: 万象 vientiane
印度 india: 孟买 mumbai|bombay, 新德里 new delhi|delhi, 班加罗尔 bangalore|bengaluru, 海得拉巴 hyderabad,
  金奈 chennai, 加尔各答 kolkata, 浦那 pune
巴基斯坦 pakistan: 卡拉奇 karachi, 拉合尔 lahore, 伊斯兰堡 islamabad
孟加拉国 bangladesh: 达卡 dhaka
斯里兰卡 sri lanka: 科伦坡 colombo
尼泊尔 nepal: 加德满都 kathmandu
蒙古 mongolia: 乌兰巴托 ulaanbaatar
哈萨克斯坦 kazakhstan: 阿拉木图 almaty, 阿斯塔纳 astana
阿联酋 united arab emirates|uae|u.a.e: 迪拜 dubai, 阿布扎比 abu dhabi
沙特阿拉伯 saudi arabia|沙特: 利雅得 riyadh, 吉达 jeddah
卡塔尔 qatar: 多哈 doha
以色列 israel: 特拉维夫 tel aviv, 耶路撒冷 jerusalem, 海法 haifa
伊朗 iran: 德黑兰 tehran
伊拉克 iraq: 巴格达 baghdad
约旦 jordan: 安曼 amman
黎巴嫩 lebanon: 贝鲁特 beirut
埃及 egypt: 开罗 cairo
摩洛哥 morocco: 卡萨布兰卡 casablanca, 马拉喀什 marrakesh|marrakech
突尼斯 tunisia:
南非 south africa: 约翰内斯堡 johannesburg, 开普敦 cape town, 德班 durban
尼日利亚 nigeria: 拉各斯 lagos, 阿布贾 abuja
肯尼亚 kenya: 内罗毕 nairobi
加纳 ghana: 阿克拉 accra
埃塞俄比亚 ethiopia: 亚的斯亚贝巴 addis ababa
坦桑尼亚 tanzania:
乌干达 uganda: 坎帕拉 kampala
澳大利亚 australia|澳洲: 悉尼 sydney, 墨尔本 melbourne, 布里斯班 brisbane, 珀斯 perth, 阿德莱德 adelaide, 堪培拉 canberra,
  黄金海岸 gold coast, 霍巴特 hobart
新西兰 new zealand: 奥克兰 auckland, 惠灵顿 wellington, 基督城 christchurch, 皇后镇 queenstown
巴西 brazil: 圣保罗 sao paulo|são paulo, 里约热内卢 rio de janeiro|rio, 巴西利亚 brasilia
阿根廷 argentina: 布宜诺斯艾利斯 buenos aires
智利 chile: 圣地亚哥市 santiago
哥伦比亚 colombia: 波哥大 bogota|bogotá, 麦德林 medellin|medellín
秘鲁 peru: 利马 lima
古巴 cuba: 哈瓦那 havana
委内瑞拉 venezuela: 加拉加斯 caracas
厄瓜多尔 ecuador: 基多 quito
哥斯达黎加 costa rica:
巴拿马 panama:
马尔代夫 maldives|the maldives:
毛里求斯 mauritius:
卢森堡 luxembourg:
摩纳哥 monaco:
马耳他 malta:
塞浦路斯 cyprus:
斯洛伐克 slovakia: 布拉迪斯拉发 bratislava
斯洛文尼亚 slovenia: 卢布尔雅那 ljubljana
白俄罗斯 belarus: 明斯克 minsk
"""
