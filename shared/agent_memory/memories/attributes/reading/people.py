"""Chinese surnames with their sound, and what looks like a Chinese personal name."""

from __future__ import annotations

import re
from typing import Final

SURNAMES: Final = {
    entry[0]: entry[1:]
    for entry in (
        "王wang 李li 张zhang 刘liu 陈chen 杨yang 黄huang 赵zhao 吴wu 周zhou 徐xu 孙sun 马ma 朱zhu 胡hu 郭guo 何he 林lin 高gao "
        "罗luo 郑zheng 梁liang 谢xie 宋song 唐tang 许xu 韩han 冯feng 邓deng 曹cao 彭peng 曾zeng 肖xiao 田tian 董dong 袁yuan "
        "潘pan 于yu 蒋jiang 蔡cai 余yu 杜du 叶ye 程cheng 苏su 魏wei 吕lü 丁ding 任ren 沈shen 姚yao 卢lu 姜jiang 崔cui 钟zhong "
        "谭tan 陆lu 汪wang 范fan 金jin 石shi 廖liao 贾jia 夏xia 韦wei 付fu 方fang 白bai 邹zou 孟meng 熊xiong 秦qin 邱qiu 江jiang "
        "尹yin 薛xue 闫yan 段duan 雷lei 侯hou 龙long 史shi 陶tao 黎li 贺he 顾gu 毛mao 郝hao 龚gong 邵shao 万wan 钱qian 严yan "
        "覃qin 武wu 戴dai 莫mo 孔kong 向xiang 汤tang 温wen 康kang 施shi 文wen 牛niu 樊fan 葛ge 邢xing 安an 齐qi 易yi 乔qiao "
        "伍wu 庞pang 颜yan 倪ni 庄zhuang 聂nie 章zhang 鲁lu 岳yue 翟zhai 殷yin 詹zhan 申shen 欧ou 耿geng 关guan 兰lan 焦jiao "
        "俞yu 左zuo 柳liu 甘gan 祝zhu 包bao 宁ning 尚shang 符fu 舒shu 阮ruan 柯ke 纪ji 梅mei 童tong 凌ling 毕bi 单shan 季ji "
        "裴pei 霍huo 涂tu 成cheng 苗miao 谷gu 曲qu 盛sheng 冉ran 骆luo 蓝lan 路lu 游you 辛xin 靳jin 管guan 柴chai 蒙meng 鲍bao 华hua "
        "喻yu 祁qi 蒲pu 房fang 滕teng 屈qu 饶rao 解xie 牟mou 艾ai 尤you 阳yang 时shi 穆mu 农nong 司si 卓zhuo 古gu 吉ji 缪miao "
        "简jian 车che 项xiang 连lian 芦lu 麦mai 褚chu 娄lou 窦dou 戚qi 岑cen 景jing 党dang 宫gong 费fei 卜bu 冷leng 晏yan 席xi 卫wei"
    ).split()
}
_COMPOUND: Final = "欧阳|司马|上官|诸葛|司徒|东方|慕容|令狐|皇甫|尉迟|长孙|夏侯|公孙|端木"
_FAMILIAR: Final = re.compile(r"[小老阿大][㐀-鿿]{1,2}|([㐀-鿿])\1|[㐀-鿿]{1,2}(?:总|哥|姐|工|老师|医生|经理|主任)")


def surname_sound(name: str) -> str | None:
    """The pinyin of a Chinese name's surname, when it has a common one and the length of a name."""
    return SURNAMES.get(name[0]) if 2 <= len(name) <= 3 else None


def is_chinese_name(text: str) -> bool:
    """Whether it looks like a personal name: a surname and one or two characters, 小明, 老王, 乐乐, 王总, 约翰·史密斯."""
    if "·" in text:
        return True
    if re.fullmatch(rf"(?:{_COMPOUND})[㐀-鿿]{{1,2}}", text):
        return True
    if _FAMILIAR.fullmatch(text):
        return True
    return surname_sound(text) is not None
