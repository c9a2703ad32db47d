import type { Random } from '../random.ts'
import { fillTranslations, translations, sameTranslations, type Translations } from '../texts/language.ts'
import type { City, Country } from './places.ts'

/** The full and the short form of a name. */
export interface Organisation {
  readonly full: Translations
  readonly short: Translations
}

export type Sector = 'technology' | 'pharma' | 'other'

export interface Company extends Organisation {
  readonly sector: Sector
}

/** One company for each stem. */
export function inventCompanies(random: Random): Company[] {
  // Sectors are assigned in turn, not at random, so that every world has companies of each sector.
  const trades = random.shuffle(TRADES)
  return random.shuffle(STEMS).map((short, index) => {
    const [sector, trade] = trades[index % trades.length] as (typeof TRADES)[number]
    return {
      sector,
      short,
      full: {
        en: `${short.en} ${trade.en}`,
        de: `${short.de} ${trade.de}`,
        es: `${short.es} ${trade.es}`,
        zh: short.zh + trade.zh,
        ja: short.ja + trade.ja,
      },
    }
  })
}

export function universityOf(city: City): Organisation {
  return placed(city, UNIVERSITY)
}

export function museumOf(city: City, random: Random): Organisation {
  return placed(city, random.pick(MUSEUMS))
}

export function festivalOf(city: City, random: Random): Organisation {
  return placed(city, random.pick(FESTIVALS))
}

export function teamOf(city: City, random: Random): Organisation {
  return { ...placed(city, random.pick(TEAMS)), short: city.name }
}

export function centralBankOf(country: Country): Organisation {
  const full = fillTranslations(CENTRAL_BANK, country.name)
  return {
    full,
    short: translations('the central bank', 'die Notenbank', 'el banco central', '央行', '中央銀行'),
  }
}

/** A product of a company: a word and a number, the same in every language. */
export function inventProduct(random: Random): Translations {
  return sameTranslations(`${random.pick(PRODUCTS)} ${random.int(2, 9)}`)
}

function placed(city: City, pattern: Translations): Organisation {
  const full = fillTranslations(pattern, city.name)
  return { full, short: full }
}

const UNIVERSITY = translations('University of %', 'Universität %', 'Universidad de %', '%大学', '%大学')

const CENTRAL_BANK = translations(
  'Central Bank of %',
  'Zentralbank von %',
  'Banco Central de %',
  '%中央银行',
  '%中央銀行',
)

const MUSEUMS = [
  translations('% Museum of Art', 'Kunstmuseum %', 'Museo de Arte de %', '%美术馆', '%美術館'),
  translations('% City Museum', 'Stadtmuseum %', 'Museo Municipal de %', '%市博物馆', '%市立博物館'),
]

const FESTIVALS = [
  translations('% Film Festival', 'Filmfestival %', 'Festival de Cine de %', '%电影节', '%映画祭'),
  translations('% Book Prize', 'Buchpreis %', 'Premio Literario de %', '%图书奖', '%文学賞'),
  translations('% Biennale', 'Biennale %', 'Bienal de %', '%双年展', '%ビエンナーレ'),
]

const TEAMS = [
  translations('% Rovers', '% Rovers', '% Rovers', '%流浪者', '%ローヴァーズ'),
  translations('% United', '% United', '% United', '%联', '%ユナイテッド'),
  translations('FC %', 'FC %', 'FC %', '%足球俱乐部', 'FC%'),
  translations('Real %', 'Real %', 'Real %', '皇家%', 'レアル・%'),
  translations('% Comets', '% Comets', '% Comets', '%彗星队', '%コメッツ'),
]

const TRADES: readonly (readonly [Sector, Translations])[] = [
  ['technology', translations('Robotics', 'Robotik', 'Robótica', '机器人', 'ロボティクス')],
  ['other', translations('Energy', 'Energie', 'Energía', '能源', 'エナジー')],
  ['technology', translations('Systems', 'Systeme', 'Sistemas', '系统', 'システムズ')],
  ['pharma', translations('Pharma', 'Pharma', 'Farma', '制药', '製薬')],
  ['other', translations('Motors', 'Motoren', 'Motores', '汽车', '自動車')],
  ['technology', translations('Software', 'Software', 'Software', '软件', 'ソフトウェア')],
  ['other', translations('Logistics', 'Logistik', 'Logística', '物流', '物流')],
  ['pharma', translations('Biologics', 'Biologika', 'Biológicos', '生物', 'バイオ')],
  ['other', translations('Foods', 'Lebensmittel', 'Alimentos', '食品', '食品')],
  ['technology', translations('Semiconductors', 'Halbleiter', 'Semiconductores', '半导体', '半導体')],
  ['technology', translations('Networks', 'Netze', 'Redes', '网络', 'ネットワークス')],
  ['other', translations('Airways', 'Airways', 'Airways', '航空', '航空')],
  ['other', translations('Insurance', 'Versicherung', 'Seguros', '保险', '保険')],
]

/** Stems of company names. No real company that we know of has such a name. */
const STEMS = [
  stem('Norvexa', '诺维克萨', 'ノルヴェクサ'),
  stem('Calderwyn', '卡尔德温', 'カルダーウィン'),
  stem('Brightmere', '布赖特米尔', 'ブライトミア'),
  stem('Osterloft', '奥斯特洛夫特', 'オステルロフト'),
  stem('Halvetica', '哈尔维蒂卡', 'ハルヴェティカ'),
  stem('Pelorin', '佩洛林', 'ペロリン'),
  stem('Quantessa', '昆特萨', 'クアンテッサ'),
  stem('Tamarisko', '塔马里斯科', 'タマリスコ'),
  stem('Vellichor', '维利科', 'ヴェリコール'),
  stem('Zephyrance', '泽菲朗斯', 'ゼフィランス'),
  stem('Ironquay', '艾恩基', 'アイアンキー'),
  stem('Lumenforge', '卢门福奇', 'ルーメンフォージ'),
  stem('Mossgrove', '莫斯格罗夫', 'モスグローブ'),
  stem('Arctelia', '阿克泰利亚', 'アルクテリア'),
  stem('Sundervale', '桑德韦尔', 'サンダーヴェール'),
  stem('Kobaltis', '科巴尔蒂斯', 'コバルティス'),
  stem('Wavecrest Nine', '浪峰九号', 'ウェーブクレストナイン'),
  stem('Ferrolana', '费罗拉纳', 'フェロラナ'),
  stem('Granitova', '格拉尼托瓦', 'グラニトヴァ'),
  stem('Skylarkian', '斯凯拉基安', 'スカイラーキアン'),
  stem('Olmeriva', '奥尔梅里瓦', 'オルメリバ'),
  stem('Tidewarden', '泰德沃登', 'タイドウォーデン'),
  stem('Hexaplane', '赫克萨普兰', 'ヘクサプレーン'),
  stem('Nimbarra', '宁巴拉', 'ニンバラ'),
  stem('Yuanheng', '远衡', '遠衡'),
  stem('Chenlan', '辰澜', '辰瀾'),
  stem('Tsukishiro', '月城', '月代'),
  stem('Asagiri', '朝雾', '朝霧'),
  stem('Corvantes', '科万特斯', 'コルバンテス'),
  stem('Altiplanix', '阿尔蒂普拉尼克斯', 'アルティプラニクス'),
  stem('Redfennel', '雷德芬内尔', 'レッドフェンネル'),
  stem('Glasswing & Daughters', '格拉斯温', 'グラスウィング'),
  stem('Obsidra', '奥布西德拉', 'オブシドラ'),
  stem('Parallaxis', '帕拉拉克西斯', 'パララクシス'),
  stem('Windlace', '温德莱斯', 'ウィンドレース'),
  stem('Emberton', '恩伯顿', 'エンバートン'),
  stem('Saltmarsh', '索尔特马什', 'ソルトマーシュ'),
  stem('Cindervall', '辛德瓦尔', 'シンダーヴァル'),
  stem('Talverra', '塔尔韦拉', 'タルベラ'),
  stem('Junipero Sol', '胡尼佩罗', 'フニペロソル'),
]

function stem(name: string, zh: string, ja: string): Translations {
  return translations(name, name, name, zh, ja)
}

const PRODUCTS = [
  'Quill',
  'Lantern',
  'Drift',
  'Atlas Note',
  'Pebble Core',
  'Mirador',
  'Sable',
  'Tern',
  'Ledgerline',
  'Copperhead OS',
  'Halo Desk',
  'Fathom',
]
