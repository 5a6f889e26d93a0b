"""Places in China: `zh en` pairs; a line `PARENT: children` hangs children under a place named
before, and an indented line goes on.

Several English names are separated by `|`. Pinyin shared by two cities (Taizhou, Yichun, Yulin, Fuzhou in Jiangxi)
is left out for the smaller or for both: an unknown name only means that nothing is concluded from it.
"""

from typing import Final

CHINA: Final = """
中国 china: 北京 beijing|peking, 上海 shanghai, 天津 tianjin, 重庆 chongqing, 香港 hong kong|hongkong,
  澳门 macau|macao, 台湾 taiwan, 江苏 jiangsu, 浙江 zhejiang, 广东 guangdong, 山东 shandong, 福建 fujian,
  安徽 anhui, 江西 jiangxi, 河南 henan, 河北 hebei, 湖南 hunan, 湖北 hubei, 四川 sichuan, 陕西 shaanxi, 山西 shanxi,
  辽宁 liaoning, 吉林 jilin, 黑龙江 heilongjiang, 内蒙古 inner mongolia, 广西 guangxi, 云南 yunnan, 贵州 guizhou,
  海南 hainan, 甘肃 gansu, 青海 qinghai, 宁夏 ningxia, 新疆 xinjiang, 西藏 tibet|xizang
江苏: 南京 nanjing|nanking, 苏州 suzhou|soochow, 无锡 wuxi, 常州 changzhou, 镇江 zhenjiang, 扬州 yangzhou, 泰州,
  南通 nantong, 盐城 yancheng, 淮安 huai'an|huaian, 宿迁 suqian, 徐州 xuzhou, 连云港 lianyungang
浙江: 杭州 hangzhou, 宁波 ningbo, 温州 wenzhou, 绍兴 shaoxing, 嘉兴 jiaxing, 湖州 huzhou, 金华 jinhua, 台州,
  衢州 quzhou, 丽水 lishui, 舟山 zhoushan
广东: 广州 guangzhou|canton, 深圳 shenzhen, 珠海 zhuhai, 佛山 foshan, 东莞 dongguan, 中山 zhongshan, 惠州 huizhou,
  汕头 shantou, 江门 jiangmen, 湛江 zhanjiang, 茂名 maoming, 肇庆 zhaoqing, 梅州 meizhou, 汕尾 shanwei, 河源 heyuan,
  阳江 yangjiang, 清远 qingyuan, 潮州 chaozhou, 揭阳 jieyang, 云浮 yunfu, 韶关 shaoguan
山东: 济南 jinan, 青岛 qingdao|tsingtao, 烟台 yantai, 威海 weihai, 潍坊 weifang, 淄博 zibo, 临沂 linyi, 济宁 jining,
  泰安 tai'an|taian, 日照 rizhao, 德州 dezhou, 聊城 liaocheng, 滨州 binzhou, 菏泽 heze, 枣庄 zaozhuang,
  东营 dongying
福建: 福州 fuzhou, 厦门 xiamen|amoy, 泉州 quanzhou, 漳州 zhangzhou, 莆田 putian, 龙岩 longyan, 三明 sanming,
  南平 nanping, 宁德 ningde
安徽: 合肥 hefei, 芜湖 wuhu, 蚌埠 bengbu, 马鞍山 ma'anshan|maanshan, 安庆 anqing, 黄山 huangshan, 滁州 chuzhou,
  阜阳 fuyang, 淮南 huainan, 淮北 huaibei, 铜陵 tongling, 宿州, 亳州 bozhou, 宣城 xuancheng, 池州 chizhou, 六安 lu'an
江西: 南昌 nanchang, 九江 jiujiang, 赣州 ganzhou, 景德镇 jingdezhen, 上饶 shangrao, 吉安 ji'an, 萍乡 pingxiang,
  新余 xinyu, 鹰潭 yingtan, 抚州, 宜春
河南: 郑州 zhengzhou, 洛阳 luoyang, 开封 kaifeng, 新乡 xinxiang, 南阳 nanyang, 安阳 anyang, 焦作 jiaozuo,
  平顶山 pingdingshan, 许昌 xuchang, 商丘 shangqiu, 信阳 xinyang, 周口 zhoukou, 驻马店 zhumadian, 漯河 luohe,
  濮阳 puyang, 三门峡 sanmenxia, 鹤壁 hebi
河北: 石家庄 shijiazhuang, 唐山 tangshan, 保定 baoding, 廊坊 langfang, 秦皇岛 qinhuangdao, 邯郸 handan, 邢台 xingtai,
  沧州 cangzhou, 承德 chengde, 张家口 zhangjiakou, 衡水 hengshui, 雄安 xiong'an|xiongan
湖南: 长沙 changsha, 株洲 zhuzhou, 湘潭 xiangtan, 衡阳 hengyang, 岳阳 yueyang, 常德 changde, 张家界 zhangjiajie,
  郴州 chenzhou, 邵阳 shaoyang, 益阳 yiyang, 永州 yongzhou, 怀化 huaihua, 娄底 loudi, 湘西 xiangxi
湖北: 武汉 wuhan, 宜昌 yichang, 襄阳 xiangyang, 荆州 jingzhou, 黄石 huangshi, 十堰 shiyan, 荆门 jingmen, 孝感 xiaogan,
  黄冈 huanggang, 咸宁 xianning, 随州 suizhou, 鄂州 ezhou, 恩施 enshi
四川: 成都 chengdu, 绵阳 mianyang, 德阳 deyang, 宜宾 yibin, 南充 nanchong, 泸州 luzhou, 乐山 leshan, 自贡 zigong,
  达州 dazhou, 眉山 meishan, 攀枝花 panzhihua, 遂宁 suining, 广元 guangyuan, 内江 neijiang, 资阳 ziyang, 雅安 ya'an,
  西昌 xichang
陕西: 西安 xi'an|xian, 咸阳 xianyang, 宝鸡 baoji, 渭南 weinan, 延安 yan'an, 汉中 hanzhong, 榆林, 安康 ankang,
  铜川 tongchuan
山西: 太原 taiyuan, 大同 datong, 运城 yuncheng, 临汾 linfen, 长治 changzhi, 晋中 jinzhong, 晋城 jincheng,
  阳泉 yangquan, 吕梁 lüliang|lvliang, 忻州 xinzhou, 朔州 shuozhou
辽宁: 沈阳 shenyang, 大连 dalian, 鞍山 anshan, 抚顺 fushun, 丹东 dandong, 锦州 jinzhou, 营口 yingkou, 盘锦 panjin,
  本溪 benxi, 葫芦岛 huludao, 铁岭 tieling, 阜新 fuxin, 辽阳 liaoyang
吉林: 长春 changchun, 吉林市 jilin city, 延边 yanbian, 四平 siping, 通化 tonghua, 白山 baishan, 松原 songyuan,
  辽源 liaoyuan
黑龙江: 哈尔滨 harbin, 大庆 daqing, 齐齐哈尔 qiqihar, 牡丹江 mudanjiang, 佳木斯 jiamusi, 鸡西 jixi, 绥化 suihua, 伊春,
  黑河 heihe
内蒙古: 呼和浩特 hohhot, 包头 baotou, 鄂尔多斯 ordos, 赤峰 chifeng, 通辽 tongliao, 呼伦贝尔 hulunbuir
广西: 南宁 nanning, 桂林 guilin, 柳州 liuzhou, 北海 beihai, 玉林, 梧州 wuzhou, 钦州 qinzhou, 百色 baise
云南: 昆明 kunming, 大理 dali, 丽江 lijiang, 西双版纳 xishuangbanna, 曲靖 qujing, 玉溪 yuxi, 香格里拉 shangri-la,
  腾冲 tengchong
贵州: 贵阳 guiyang, 遵义 zunyi, 六盘水 liupanshui, 安顺 anshun, 毕节 bijie, 铜仁 tongren
海南: 海口 haikou, 三亚 sanya, 三沙 sansha, 儋州 danzhou, 万宁 wanning
甘肃: 兰州 lanzhou, 天水 tianshui, 嘉峪关 jiayuguan, 敦煌 dunhuang, 酒泉 jiuquan, 张掖 zhangye
青海: 西宁 xining
宁夏: 银川 yinchuan
新疆: 乌鲁木齐 urumqi, 喀什 kashgar, 伊犁 ili, 克拉玛依 karamay, 吐鲁番 turpan, 阿克苏 aksu
西藏: 拉萨 lhasa, 林芝 nyingchi, 日喀则 shigatse
台湾: 台北 taipei, 新北 new taipei, 高雄 kaohsiung, 台中 taichung, 台南 tainan, 新竹 hsinchu, 桃园 taoyuan,
  花莲 hualien
香港: 九龙 kowloon, 新界 new territories, 铜锣湾 causeway bay
九龙: 旺角 mong kok|mongkok, 尖沙咀 tsim sha tsui
新界: 沙田 sha tin
北京: 朝阳区 chaoyang, 海淀 haidian, 东城区 dongcheng, 西城区 xicheng, 丰台 fengtai, 石景山 shijingshan, 通州 tongzhou,
  昌平 changping, 大兴区 daxing, 顺义 shunyi, 房山 fangshan, 门头沟 mentougou, 怀柔 huairou, 平谷 pinggu, 密云 miyun,
  延庆 yanqing
海淀: 中关村 zhongguancun, 五道口 wudaokou
朝阳区: 望京 wangjing, 三里屯 sanlitun
上海: 浦东 pudong|pudong new area, 静安 jing'an|jingan, 徐汇 xuhui, 长宁区 changning, 普陀区 putuo, 虹口 hongkou,
  杨浦 yangpu, 闵行 minhang, 宝山区 baoshan, 嘉定 jiading, 松江 songjiang, 青浦 qingpu, 奉贤 fengxian, 金山区 jinshan,
  黄浦区 huangpu, 崇明 chongming
浦东: 张江 zhangjiang, 陆家嘴 lujiazui
天津: 滨海新区 binhai, 南开区 nankai, 和平区 heping
重庆: 渝中 yuzhong, 渝北 yubei, 沙坪坝 shapingba, 万州 wanzhou, 涪陵 fuling
广州: 天河 tianhe, 越秀 yuexiu, 海珠 haizhu, 荔湾 liwan, 白云区 baiyun, 番禺 panyu,
  黄埔区 huangpu district of guangzhou, 花都 huadu, 南沙 nansha, 增城 zengcheng, 从化 conghua
深圳: 南山区 nanshan|nanshan district, 福田 futian, 罗湖 luohu, 宝安 bao'an|baoan, 龙岗 longgang, 龙华 longhua,
  盐田 yantian, 坪山 pingshan, 光明区 guangming
杭州: 西湖区 xihu|xihu district|west lake district, 滨江区 binjiang, 余杭 yuhang, 萧山 xiaoshan, 拱墅 gongshu,
  上城区 shangcheng, 临平 linping, 钱塘区 qiantang, 富阳 fuyang district, 临安 lin'an, 桐庐 tonglu
苏州: 姑苏 gusu, 吴中 wuzhong, 相城 xiangcheng, 虎丘 huqiu, 吴江 wujiang, 苏州工业园区 suzhou industrial park,
  昆山 kunshan, 常熟 changshu, 张家港 zhangjiagang, 太仓 taicang
南京: 鼓楼区 gulou, 玄武区 xuanwu, 秦淮 qinhuai, 建邺 jianye, 栖霞区 qixia, 江宁 jiangning, 浦口 pukou, 雨花台区 yuhuatai
无锡: 江阴 jiangyin, 宜兴 yixing
宁波: 鄞州 yinzhou, 慈溪 cixi, 余姚 yuyao
金华: 义乌 yiwu
嘉兴: 海宁 haining
温州: 瑞安 rui'an
泉州: 晋江 jinjiang, 石狮 shishi
佛山: 顺德 shunde, 南海区 nanhai
成都: 锦江区 jinjiang district, 青羊 qingyang, 金牛区 jinniu, 武侯区 wuhou, 成华 chenghua, 双流 shuangliu, 郫都 pidu,
  温江 wenjiang
武汉: 武昌 wuchang, 汉口 hankou, 汉阳 hanyang, 洪山区 hongshan, 江汉区 jianghan
西安: 雁塔区 yanta, 碑林区 beilin, 未央区 weiyang
"""
