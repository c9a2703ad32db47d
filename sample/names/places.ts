import { translations, type Translations } from '../texts/language.ts'

/** A country of the invented world. */
export interface Country {
  readonly name: Translations
}

export interface City {
  readonly name: Translations
  readonly country: Country
}

/** Invented places. Any similarity to real ones is accidental. */
const TABLE: readonly [country: Translations, cities: readonly Translations[]][] = [
  [
    translations('Velmark', 'Velmark', 'Velmark', '维尔马克', 'ヴェルマーク'),
    [
      translations('Altwerth', 'Altwerth', 'Altwerth', '阿尔特韦特', 'アルトヴェルト'),
      translations('Grünsund', 'Grünsund', 'Grünsund', '格林松德', 'グリュンズント'),
      translations('Morrenstadt', 'Morrenstadt', 'Morrenstadt', '莫伦施塔特', 'モレンシュタット'),
      translations('Karlshagen', 'Karlshagen', 'Karlshagen', '卡尔斯哈根', 'カールスハーゲン'),
    ],
  ],
  [
    translations('Astonia', 'Astonien', 'Astonia', '阿斯托尼亚', 'アストニア'),
    [
      translations('Port Wexley', 'Port Wexley', 'Port Wexley', '韦克斯利港', 'ポートウェクスリー'),
      translations('Marrowgate', 'Marrowgate', 'Marrowgate', '马罗盖特', 'マローゲート'),
      translations('Ashcombe', 'Ashcombe', 'Ashcombe', '阿什库姆', 'アシュクーム'),
      translations('Larkhaven', 'Larkhaven', 'Larkhaven', '拉克黑文', 'ラークヘイヴン'),
      translations('Thornby', 'Thornby', 'Thornby', '索恩比', 'ソーンビー'),
    ],
  ],
  [
    translations('Serrania', 'Serranien', 'Serrania', '塞拉尼亚', 'セラニア'),
    [
      translations('Villaverana', 'Villaverana', 'Villaverana', '比利亚韦拉纳', 'ビジャベラナ'),
      translations('Puerto Calmo', 'Puerto Calmo', 'Puerto Calmo', '卡尔莫港', 'プエルトカルモ'),
      translations('Montelirio', 'Montelirio', 'Montelirio', '蒙特利里奥', 'モンテリリオ'),
      translations('Arroyo Claro', 'Arroyo Claro', 'Arroyo Claro', '阿罗约克拉罗', 'アロヨクラロ'),
    ],
  ],
  [
    translations('Lanyue', 'Lanyue', 'Lanyue', '澜越', '瀾越'),
    [
      translations('Lanchuan', 'Lanchuan', 'Lanchuan', '澜川', '瀾川'),
      translations('Qingyu', 'Qingyu', 'Qingyu', '青屿', '青嶼'),
      translations('Yunhe', 'Yunhe', 'Yunhe', '云鹤', '雲鶴'),
      translations('Shuangxi', 'Shuangxi', 'Shuangxi', '霜溪', '霜渓'),
    ],
  ],
  [
    translations('Kirihara', 'Kirihara', 'Kirihara', '雾原', '霧原'),
    [
      translations('Kirino', 'Kirino', 'Kirino', '雾野', '霧野'),
      translations('Tsukimori', 'Tsukimori', 'Tsukimori', '月森', '月森'),
      translations('Asanagi', 'Asanagi', 'Asanagi', '朝凪', '朝凪'),
      translations('Shirohama', 'Shirohama', 'Shirohama', '白滨', '白浜'),
    ],
  ],
  [
    translations('Oremont', 'Oremont', 'Oremont', '奥雷蒙', 'オルモン'),
    [
      translations('Bellecourbe', 'Bellecourbe', 'Bellecourbe', '贝勒库尔布', 'ベルクールブ'),
      translations('Vauxrive', 'Vauxrive', 'Vauxrive', '沃里夫', 'ヴォリーヴ'),
      translations('Saint-Aurel', 'Saint-Aurel', 'Saint-Aurel', '圣奥雷尔', 'サントレル'),
    ],
  ],
  [
    translations('Palindra', 'Palindra', 'Palindra', '帕林德拉', 'パリンドラ'),
    [
      translations('Coralund', 'Coralund', 'Coralund', '科拉隆德', 'コラルンド'),
      translations('Halcyon Bay', 'Halcyon Bay', 'Halcyon Bay', '哈尔西恩湾', 'ハルシオンベイ'),
    ],
  ],
  [
    translations('Fjellmark', 'Fjellmark', 'Fjellmark', '菲耶尔马克', 'フィエルマルク'),
    [
      translations('Skarholm', 'Skarholm', 'Skarholm', '斯卡霍姆', 'スカルホルム'),
      translations('Isfjordby', 'Isfjordby', 'Isfjordby', '伊斯菲约比', 'イスフィヨルビー'),
      translations('Tovik', 'Tovik', 'Tovik', '托维克', 'トーヴィク'),
    ],
  ],
  [
    translations('Marabar', 'Marabar', 'Marabar', '马拉巴', 'マラバル'),
    [
      translations('Jamunpur', 'Jamunpur', 'Jamunpur', '贾蒙布尔', 'ジャムンプル'),
      translations('Devagarh', 'Devagarh', 'Devagarh', '德瓦加尔', 'デーヴァガル'),
      translations('Suryanagar', 'Suryanagar', 'Suryanagar', '苏利耶讷格尔', 'スーリヤナガル'),
    ],
  ],
  [
    translations('Kasoma', 'Kasoma', 'Kasoma', '卡索马', 'カソマ'),
    [
      translations('Mbarenge', 'Mbarenge', 'Mbarenge', '姆巴伦盖', 'ムバレンゲ'),
      translations('Lukondo', 'Lukondo', 'Lukondo', '卢孔多', 'ルコンド'),
      translations('Port Azima', 'Port Azima', 'Puerto Azima', '阿齐马港', 'ポートアジマ'),
    ],
  ],
  [
    translations('Dravonia', 'Drawonien', 'Dravonia', '德拉沃尼亚', 'ドラヴォニア'),
    [
      translations('Belmora', 'Belmora', 'Belmora', '贝尔莫拉', 'ベルモラ'),
      translations('Zeleny Brod', 'Zeleny Brod', 'Zeleny Brod', '泽莱尼布罗德', 'ゼレニーブロド'),
      translations('Kostrava', 'Kostrawa', 'Kostrava', '科斯特拉瓦', 'コストラヴァ'),
    ],
  ],
  [
    translations('New Arcady', 'Neu-Arkadien', 'Nueva Arcadia', '新阿卡迪', 'ニューアルカディ'),
    [
      translations(
        'Cedar Junction',
        'Cedar Junction',
        'Cedar Junction',
        '锡达章克申',
        'シーダージャンクション',
      ),
      translations(
        'Redwater Falls',
        'Redwater Falls',
        'Redwater Falls',
        '雷德沃特福尔斯',
        'レッドウォーターフォールズ',
      ),
      translations('Fort Emberly', 'Fort Emberly', 'Fort Emberly', '恩伯利堡', 'フォートエンバリー'),
      translations(
        'Maple Crossing',
        'Maple Crossing',
        'Maple Crossing',
        '梅普尔克罗辛',
        'メープルクロッシング',
      ),
    ],
  ],
]

export const CITIES: readonly City[] = TABLE.flatMap(([name, cities]) => {
  const country = { name }
  return cities.map((city) => ({ name: city, country }))
})

export const COUNTRIES: readonly Country[] = [...new Set(CITIES.map((city) => city.country))]
