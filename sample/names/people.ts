import type { Random } from '../random.ts'
import { translations, type Translations } from '../texts/language.ts'

export interface Person {
  readonly full: Translations
  readonly last: Translations
}

/** A naming custom: given and family names that belong together. */
interface Custom {
  readonly given: readonly Translations[]
  readonly family: readonly Translations[]
  /** Family name first in every language, as Chinese and Japanese names are in their own. */
  readonly familyFirst: boolean
}

/** Invents a person. No well-known person that we know of has such a family name. */
export function inventPerson(random: Random): Person {
  const custom = random.pick(CUSTOMS)
  const given = random.pick(custom.given)
  const last = random.pick(custom.family)
  return { full: fullName(given, last, custom.familyFirst), last }
}

function fullName(given: Translations, last: Translations, familyFirst: boolean): Translations {
  if (familyFirst) {
    return {
      en: `${given.en} ${last.en}`,
      de: `${given.de} ${last.de}`,
      es: `${given.es} ${last.es}`,
      zh: last.zh + given.zh,
      ja: last.ja + given.ja,
    }
  }
  return {
    en: `${given.en} ${last.en}`,
    de: `${given.de} ${last.de}`,
    es: `${given.es} ${last.es}`,
    zh: `${given.zh}·${last.zh}`,
    ja: `${given.ja}・${last.ja}`,
  }
}

/** A name written the same in all Latin alphabets. */
function latin(name: string, zh: string, ja: string): Translations {
  return translations(name, name, name, zh, ja)
}

const WESTERN_GIVEN = [
  latin('Marlena', '马莱娜', 'マルレナ'),
  latin('Tobin', '托宾', 'トビン'),
  latin('Ottilie', '奥蒂莉', 'オッティリー'),
  latin('Casimir', '卡西米尔', 'カシミール'),
  latin('Ines', '伊内斯', 'イネス'),
  latin('Ruben', '鲁本', 'ルーベン'),
  latin('Philippa', '菲莉帕', 'フィリッパ'),
  latin('Anselm', '安塞尔姆', 'アンセルム'),
  latin('Clara', '克拉拉', 'クララ'),
  latin('Emil', '埃米尔', 'エミール'),
  latin('Rosalind', '罗莎琳德', 'ロザリンド'),
  latin('Desmond', '德斯蒙德', 'デズモンド'),
  latin('Lucia', '露西娅', 'ルシア'),
  latin('Gideon', '吉迪恩', 'ギデオン'),
  latin('Henrike', '亨里克', 'ヘンリケ'),
  latin('Mateo', '马特奥', 'マテオ'),
  latin('Sabine', '萨比娜', 'ザビーネ'),
  latin('Leopold', '利奥波德', 'レオポルト'),
  latin('Noemi', '诺埃米', 'ノエミ'),
  latin('Barnaby', '巴纳比', 'バーナビー'),
  latin('Adaeze', '阿黛泽', 'アダエゼ'),
  latin('Kwame', '夸梅', 'クワメ'),
  latin('Priya', '普丽娅', 'プリヤ'),
  latin('Rohan', '罗汉', 'ローハン'),
]

const WESTERN_FAMILY = [
  latin('Tessivar', '泰西瓦尔', 'テシヴァル'),
  latin('Brandelow', '布兰德洛', 'ブランデロー'),
  latin('Quillemar', '奎勒马尔', 'キルマール'),
  latin('Ostrowen', '奥斯特罗文', 'オストロウェン'),
  latin('Falkenrode', '法尔肯罗德', 'ファルケンローデ'),
  latin('Marchetelli', '马尔凯泰利', 'マルケテッリ'),
  latin('Hollinsby', '霍林斯比', 'ホリンズビー'),
  latin('Vantoor', '范托尔', 'ヴァントール'),
  latin('Ekeberger', '埃克贝格尔', 'エーケベルガー'),
  latin('Lindqvarn', '林德瓦恩', 'リンドクヴァーン'),
  latin('Arrozabal', '阿罗萨瓦尔', 'アロサバル'),
  latin('Montavero', '蒙塔韦罗', 'モンタベロ'),
  latin('Pennywhite', '彭尼怀特', 'ペニーホワイト'),
  latin('Drexhall', '德雷克斯霍尔', 'ドレックスホール'),
  latin('Soranzi', '索兰齐', 'ソランツィ'),
  latin('Kettleburn', '凯特尔本', 'ケトルバーン'),
  latin('Zahradel', '扎赫拉德尔', 'ザフラデル'),
  latin('Winterhalm', '温特哈尔姆', 'ヴィンターハルム'),
  latin('Okonjuma', '奥孔朱马', 'オコンジュマ'),
  latin('Mbekusa', '姆贝库萨', 'ムベクサ'),
  latin('Varundha', '瓦伦达', 'ヴァルンダ'),
  latin('Chandrapal', '钱德拉帕', 'チャンドラパル'),
  latin('Isaksmoor', '伊萨克斯莫尔', 'イサクスモア'),
  latin('Belcastrino', '贝尔卡斯特里诺', 'ベルカストリーノ'),
  latin('Grauwald', '格劳瓦尔德', 'グラウヴァルト'),
  latin('Solvenga', '索尔文加', 'ソルベンガ'),
  latin('Thackenby', '萨肯比', 'サッケンビー'),
  latin('Rauhenau', '劳厄瑙', 'ラウエナウ'),
]

const CHINESE_GIVEN = [
  latin('Yanqiu', '砚秋', '硯秋'),
  latin('Lanzhou', '澜舟', '瀾舟'),
  latin('Jichuan', '霁川', '霽川'),
  latin('Suhe', '溯河', '溯河'),
  latin('Mingshu', '鸣树', '鳴樹'),
  latin('Ruohe', '若禾', '若禾'),
]

const CHINESE_FAMILY = [
  latin('Shuo', '朔', '朔'),
  latin('Lu', '麓', '麓'),
  latin('Wenqu', '闻渠', '聞渠'),
  latin('Duanmo', '端墨', '端墨'),
  latin('Yunting', '云亭', '雲亭'),
]

const JAPANESE_GIVEN = [
  latin('Toma', '透真', '透真'),
  latin('Nagisa', '凪沙', '凪沙'),
  latin('Shizuku', '雫', '雫'),
  latin('Haruka', '遥花', '遥花'),
  latin('Ren', '蓮', '蓮'),
  latin('Kanade', '奏', '奏'),
]

const JAPANESE_FAMILY = [
  latin('Kirisawa', '雾泽', '霧沢'),
  latin('Yukishiro', '雪代', '雪代'),
  latin('Sumikawara', '澄川原', '澄川原'),
  latin('Hoshimine', '星峰', '星峰'),
  latin('Tsukimiya', '月宫', '月宮'),
]

const WESTERN: Custom = { given: WESTERN_GIVEN, family: WESTERN_FAMILY, familyFirst: false }
const CHINESE: Custom = { given: CHINESE_GIVEN, family: CHINESE_FAMILY, familyFirst: true }
const JAPANESE: Custom = { given: JAPANESE_GIVEN, family: JAPANESE_FAMILY, familyFirst: true }

/** Relative frequency of each custom. */
const CUSTOMS: readonly Custom[] = [WESTERN, WESTERN, WESTERN, WESTERN, CHINESE, JAPANESE]
