/**
 * Characters that Chinese writes foreign names with, by the consonants that they stand for, in the classes of
 * `soundsOf`; those of vowels, h, w and y stand for none. Characters that ordinary words are full of are left out.
 */
const CLASSES: Readonly<Record<string, string>> = {
  p: '巴芭贝比彼毕布伯博波勃鲍卜帕派佩皮普珀',
  pn: '班宾本邦彭平蓬潘庞',
  t: '德多特达塔迪蒂提狄杜图都托陶戴泰铁',
  tn: '丁廷腾坦丹登顿邓',
  k: '克科柯卡喀凯库奎夸基吉格哥戈古瓜圭盖葛考',
  kn: '昆根甘冈康肯坎孔贡',
  s: '斯思丝萨撒塞赛瑟沙舍什施史希西锡苏索祖佐扎泽兹孜齐奇切恰查察茨策楚朱若茹焦杰贾乔谢夏休',
  sn: '森桑逊申詹钱辛津',
  f: '弗夫福法费菲佛',
  fn: '芬范凡丰',
  n: '马玛麦迈梅米莫默摩穆姆慕尼纳娜内奈诺努妮涅恩安因汉亨翁文温',
  nn: '曼芒蒙门敏南宁农',
  l: '拉莱赖劳勒雷里利莉丽列留卢鲁露吕洛罗萝尔耳',
  ln: '兰朗林琳隆伦龙连',
  v: '瓦维韦沃威',
  '': '阿艾埃爱奥欧伊依亚娅雅耶叶尤乌吴怀霍赫哈豪胡约',
}

export const HAN_SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries(CLASSES).flatMap(([sound, characters]) =>
    Array.from(characters, (character): [string, string] => [character, sound]),
  ),
)
