import { sameTranslations, translations } from '../language.ts'

/*
 * Words that vary among events of public life. German ones are plural, or feminine or neuter with their article, so
 * that nominative and accusative are the same.
 */

export const SERVICES = [
  translations('online banking', 'Onlinebanking', 'la banca en línea', '网上银行', 'オンラインバンキング'),
  translations('video calls', 'Videoanrufe', 'las videollamadas', '视频通话', 'ビデオ通話'),
  translations(
    'cloud storage',
    'Cloud-Speicher',
    'el almacenamiento en la nube',
    '云存储',
    'クラウドストレージ',
  ),
  translations('ticket sales', 'Ticketverkäufe', 'la venta de billetes', '售票系统', '乗車券の販売'),
  translations('card payments', 'Kartenzahlungen', 'los pagos con tarjeta', '刷卡支付', 'カード決済'),
  translations('navigation maps', 'Navigationskarten', 'los mapas de navegación', '导航地图', 'ナビ地図'),
]

export const DATA = [
  translations('home addresses', 'Wohnadressen', 'domicilios', '家庭住址', '住所'),
  translations('medical records', 'Krankenakten', 'historiales médicos', '病历', '診療記録'),
  translations('payroll files', 'Gehaltslisten', 'nóminas', '工资单', '給与明細'),
  translations('passport scans', 'Passkopien', 'copias de pasaportes', '护照扫描件', '旅券の写し'),
  translations(
    'private messages',
    'private Nachrichten',
    'mensajes privados',
    '私人消息',
    '私的なメッセージ',
  ),
]

export const TOPICS = [
  translations('fishing rights', 'Fischereirechte', 'los derechos de pesca', '捕鱼权', '漁業権'),
  translations('river water', 'Flusswasser', 'las aguas del río', '河水分配', '河川の水利'),
  translations('grain exports', 'Getreideexporte', 'las exportaciones de grano', '粮食出口', '穀物輸出'),
  translations('rail freight', 'Schienengüter', 'el transporte ferroviario', '铁路货运', '鉄道貨物'),
  translations('visa rules', 'Visaregeln', 'las normas de visado', '签证规定', 'ビザ規則'),
  translations('undersea cables', 'Unterseekabel', 'los cables submarinos', '海底电缆', '海底ケーブル'),
]

export const OFFICES = [
  translations('transport', 'Verkehr', 'Transporte', '交通', '運輸'),
  translations('health', 'Gesundheit', 'Sanidad', '卫生', '保健'),
  translations('finance', 'Finanzen', 'Hacienda', '财政', '財務'),
  translations('education', 'Bildung', 'Educación', '教育', '教育'),
  translations('agriculture', 'Landwirtschaft', 'Agricultura', '农业', '農業'),
  translations('energy', 'Energie', 'Energía', '能源', 'エネルギー'),
]

export const STORMS = [
  translations('Ottokar', 'Ottokar', 'Ottokar', '奥托卡', 'オットカー'),
  translations('Brunella', 'Brunella', 'Brunella', '布鲁内拉', 'ブルネラ'),
  translations('Severin', 'Severin', 'Severin', '塞韦林', 'セヴェリン'),
  translations('Mirabel', 'Mirabel', 'Mirabel', '米拉贝尔', 'ミラベル'),
  translations('Lothar-Anne', 'Lothar-Anne', 'Lothar-Anne', '洛塔安妮', 'ロターアンネ'),
  translations('Petronia', 'Petronia', 'Petronia', '佩特罗尼亚', 'ペトロニア'),
  translations('Eustace-May', 'Eustace-May', 'Eustace-May', '尤斯塔斯', 'ユースタス'),
  translations('Florentin', 'Florentin', 'Florentin', '弗洛伦汀', 'フロレンティン'),
  translations('Gundula', 'Gundula', 'Gundula', '贡杜拉', 'グンドゥラ'),
  translations('Hyacinth', 'Hyacinth', 'Hyacinth', '海辛斯', 'ヒアシンス'),
  translations('Ignatia', 'Ignatia', 'Ignatia', '伊格纳蒂亚', 'イグナティア'),
  translations('Jasper-Lou', 'Jasper-Lou', 'Jasper-Lou', '贾斯珀', 'ジャスパー'),
  translations('Kordula', 'Kordula', 'Kordula', '科杜拉', 'コルドゥラ'),
  translations('Leontine', 'Leontine', 'Leontine', '莱昂蒂娜', 'レオンティーネ'),
  translations('Mordecai', 'Mordecai', 'Mordecai', '莫迪凯', 'モーデカイ'),
  translations('Nepomuk', 'Nepomuk', 'Nepomuk', '内波穆克', 'ネポムク'),
  translations('Orsolya', 'Orsolya', 'Orsolya', '奥尔绍约', 'オルショヤ'),
  translations('Quirin', 'Quirin', 'Quirin', '奎林', 'クイリン'),
]

export const SCORES = ['2-1', '1-0', '3-2', '3-1', '2-0', '4-1', '4-3'].map((score) => ({
  ...sameTranslations(score),
  de: score.replace('-', ':'),
  zh: score.replace('-', '比'),
}))
