import { forms, type Forms } from '../language.ts'

/** A country of the invented world, with how its people are called. */
export interface Country {
  readonly name: Forms
}

export interface City {
  readonly name: Forms
  readonly country: Country
}

/** No city and no country of these names is meant; any likeness is chance. */
const TABLE: readonly [country: Forms, cities: readonly Forms[]][] = [
  [
    forms('Velmark', 'Velmark', 'Velmark', '维尔马克', 'ヴェルマーク'),
    [
      forms('Altwerth', 'Altwerth', 'Altwerth', '阿尔特韦特', 'アルトヴェルト'),
      forms('Grünsund', 'Grünsund', 'Grünsund', '格林松德', 'グリュンズント'),
      forms('Morrenstadt', 'Morrenstadt', 'Morrenstadt', '莫伦施塔特', 'モレンシュタット'),
      forms('Karlshagen', 'Karlshagen', 'Karlshagen', '卡尔斯哈根', 'カールスハーゲン'),
    ],
  ],
  [
    forms('Astonia', 'Astonien', 'Astonia', '阿斯托尼亚', 'アストニア'),
    [
      forms('Port Wexley', 'Port Wexley', 'Port Wexley', '韦克斯利港', 'ポートウェクスリー'),
      forms('Marrowgate', 'Marrowgate', 'Marrowgate', '马罗盖特', 'マローゲート'),
      forms('Ashcombe', 'Ashcombe', 'Ashcombe', '阿什库姆', 'アシュクーム'),
      forms('Larkhaven', 'Larkhaven', 'Larkhaven', '拉克黑文', 'ラークヘイヴン'),
      forms('Thornby', 'Thornby', 'Thornby', '索恩比', 'ソーンビー'),
    ],
  ],
  [
    forms('Serrania', 'Serranien', 'Serrania', '塞拉尼亚', 'セラニア'),
    [
      forms('Villaverana', 'Villaverana', 'Villaverana', '比利亚韦拉纳', 'ビジャベラナ'),
      forms('Puerto Calmo', 'Puerto Calmo', 'Puerto Calmo', '卡尔莫港', 'プエルトカルモ'),
      forms('Montelirio', 'Montelirio', 'Montelirio', '蒙特利里奥', 'モンテリリオ'),
      forms('Arroyo Claro', 'Arroyo Claro', 'Arroyo Claro', '阿罗约克拉罗', 'アロヨクラロ'),
    ],
  ],
  [
    forms('Lanyue', 'Lanyue', 'Lanyue', '澜越', '瀾越'),
    [
      forms('Lanchuan', 'Lanchuan', 'Lanchuan', '澜川', '瀾川'),
      forms('Qingyu', 'Qingyu', 'Qingyu', '青屿', '青嶼'),
      forms('Yunhe', 'Yunhe', 'Yunhe', '云鹤', '雲鶴'),
      forms('Shuangxi', 'Shuangxi', 'Shuangxi', '霜溪', '霜渓'),
    ],
  ],
  [
    forms('Kirihara', 'Kirihara', 'Kirihara', '雾原', '霧原'),
    [
      forms('Kirino', 'Kirino', 'Kirino', '雾野', '霧野'),
      forms('Tsukimori', 'Tsukimori', 'Tsukimori', '月森', '月森'),
      forms('Asanagi', 'Asanagi', 'Asanagi', '朝凪', '朝凪'),
      forms('Shirohama', 'Shirohama', 'Shirohama', '白滨', '白浜'),
    ],
  ],
  [
    forms('Oremont', 'Oremont', 'Oremont', '奥雷蒙', 'オルモン'),
    [
      forms('Bellecourbe', 'Bellecourbe', 'Bellecourbe', '贝勒库尔布', 'ベルクールブ'),
      forms('Vauxrive', 'Vauxrive', 'Vauxrive', '沃里夫', 'ヴォリーヴ'),
      forms('Saint-Aurel', 'Saint-Aurel', 'Saint-Aurel', '圣奥雷尔', 'サントレル'),
    ],
  ],
  [
    forms('Palindra', 'Palindra', 'Palindra', '帕林德拉', 'パリンドラ'),
    [
      forms('Coralund', 'Coralund', 'Coralund', '科拉隆德', 'コラルンド'),
      forms('Halcyon Bay', 'Halcyon Bay', 'Halcyon Bay', '哈尔西恩湾', 'ハルシオンベイ'),
    ],
  ],
  [
    forms('Fjellmark', 'Fjellmark', 'Fjellmark', '菲耶尔马克', 'フィエルマルク'),
    [
      forms('Skarholm', 'Skarholm', 'Skarholm', '斯卡霍姆', 'スカルホルム'),
      forms('Isfjordby', 'Isfjordby', 'Isfjordby', '伊斯菲约比', 'イスフィヨルビー'),
      forms('Tovik', 'Tovik', 'Tovik', '托维克', 'トーヴィク'),
    ],
  ],
  [
    forms('Marabar', 'Marabar', 'Marabar', '马拉巴', 'マラバル'),
    [
      forms('Jamunpur', 'Jamunpur', 'Jamunpur', '贾蒙布尔', 'ジャムンプル'),
      forms('Devagarh', 'Devagarh', 'Devagarh', '德瓦加尔', 'デーヴァガル'),
      forms('Suryanagar', 'Suryanagar', 'Suryanagar', '苏利耶讷格尔', 'スーリヤナガル'),
    ],
  ],
  [
    forms('Kasoma', 'Kasoma', 'Kasoma', '卡索马', 'カソマ'),
    [
      forms('Mbarenge', 'Mbarenge', 'Mbarenge', '姆巴伦盖', 'ムバレンゲ'),
      forms('Lukondo', 'Lukondo', 'Lukondo', '卢孔多', 'ルコンド'),
      forms('Port Azima', 'Port Azima', 'Puerto Azima', '阿齐马港', 'ポートアジマ'),
    ],
  ],
  [
    forms('Dravonia', 'Drawonien', 'Dravonia', '德拉沃尼亚', 'ドラヴォニア'),
    [
      forms('Belmora', 'Belmora', 'Belmora', '贝尔莫拉', 'ベルモラ'),
      forms('Zeleny Brod', 'Zeleny Brod', 'Zeleny Brod', '泽莱尼布罗德', 'ゼレニーブロド'),
      forms('Kostrava', 'Kostrawa', 'Kostrava', '科斯特拉瓦', 'コストラヴァ'),
    ],
  ],
  [
    forms('New Arcady', 'Neu-Arkadien', 'Nueva Arcadia', '新阿卡迪', 'ニューアルカディ'),
    [
      forms('Cedar Junction', 'Cedar Junction', 'Cedar Junction', '锡达章克申', 'シーダージャンクション'),
      forms(
        'Redwater Falls',
        'Redwater Falls',
        'Redwater Falls',
        '雷德沃特福尔斯',
        'レッドウォーターフォールズ',
      ),
      forms('Fort Emberly', 'Fort Emberly', 'Fort Emberly', '恩伯利堡', 'フォートエンバリー'),
      forms('Maple Crossing', 'Maple Crossing', 'Maple Crossing', '梅普尔克罗辛', 'メープルクロッシング'),
    ],
  ],
]

export const CITIES: readonly City[] = TABLE.flatMap(([name, cities]) => {
  const country = { name }
  return cities.map((city) => ({ name: city, country }))
})

export const COUNTRIES: readonly Country[] = [...new Set(CITIES.map((city) => city.country))]
