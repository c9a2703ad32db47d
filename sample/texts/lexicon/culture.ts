import { translations } from '../language.ts'

/*
 * Words that vary among events of culture. German ones are plural, or feminine or neuter with their article, so that
 * nominative and accusative are the same.
 */

export const WORKS = [
  translations('The Salt Ledger', 'Das Salzbuch', 'El libro de la sal', '盐账', '塩の帳簿'),
  translations(
    'Seven Quiet Kitchens',
    'Sieben stille Küchen',
    'Siete cocinas calladas',
    '七间静默的厨房',
    '七つの静かな台所',
  ),
  translations(
    'A Map of Lost Umbrellas',
    'Karte der verlorenen Schirme',
    'Mapa de los paraguas perdidos',
    '失伞地图',
    '失われた傘の地図',
  ),
  translations(
    'The Ferryman Sleeps',
    'Der Fährmann schläft',
    'El barquero duerme',
    '摆渡人睡了',
    '渡し守は眠る',
  ),
  translations('Northern Orchard', 'Obstgarten im Norden', 'El huerto del norte', '北方果园', '北の果樹園'),
  translations('Paper Lighthouse', 'Papierleuchtturm', 'Faro de papel', '纸灯塔', '紙の灯台'),
  translations('Eleven Winters', 'Elf Winter', 'Once inviernos', '十一个冬天', '十一の冬'),
  translations('The Clockmender', 'Die Uhrenflickerin', 'La relojera', '修钟人', '時計直し'),
  translations('The Ninth Bell', 'Die neunte Glocke', 'La novena campana', '第九口钟', '九番目の鐘'),
  translations(
    'Letters to a Bridge',
    'Briefe an eine Brücke',
    'Cartas a un puente',
    '写给桥的信',
    '橋への手紙',
  ),
  translations(
    'Sparrow Accountant',
    'Die Spatzenbuchhalterin',
    'La contable de gorriones',
    '麻雀会计',
    '雀の会計係',
  ),
  translations(
    'Rain over Lukondo',
    'Regen über Lukondo',
    'Lluvia sobre Lukondo',
    '卢孔多的雨',
    'ルコンドの雨',
  ),
  translations('The Second Harvest', 'Die zweite Ernte', 'La segunda cosecha', '第二次收成', '二度目の収穫'),
  translations(
    'Blue Hour Tram',
    'Straßenbahn zur blauen Stunde',
    'El tranvía de la hora azul',
    '蓝调时刻的电车',
    '青い時刻の路面電車',
  ),
  translations(
    'What the Tailor Knew',
    'Was der Schneider wusste',
    'Lo que sabía el sastre',
    '裁缝知道的事',
    '仕立屋の知ったこと',
  ),
  translations(
    'Island Without Mirrors',
    'Insel ohne Spiegel',
    'La isla sin espejos',
    '没有镜子的岛',
    '鏡のない島',
  ),
]

export const TREASURES = [
  translations('a gold crown', 'eine Goldkrone', 'una corona de oro', '一顶金冠', '金の冠'),
  translations(
    'an illuminated manuscript',
    'eine Bilderhandschrift',
    'un códice iluminado',
    '一部彩绘手稿',
    '彩色写本',
  ),
  translations('a jade seal', 'ein Jadesiegel', 'un sello de jade', '一枚玉玺', '翡翠の印章'),
  translations(
    'a still life with lemons',
    'ein Stillleben mit Zitronen',
    'un bodegón con limones',
    '一幅柠檬静物画',
    'レモンの静物画',
  ),
  translations(
    'a silver astrolabe',
    'ein silbernes Astrolabium',
    'un astrolabio de plata',
    '一件银制星盘',
    '銀の天体観測儀',
  ),
  translations('a marble hand', 'eine Marmorhand', 'una mano de mármol', '一只大理石手', '大理石の手'),
  translations(
    'an ivory chess set',
    'ein Schachspiel aus Elfenbein',
    'un ajedrez de marfil',
    '一副象牙棋',
    '象牙のチェス',
  ),
  translations('a star map', 'eine Sternkarte', 'una carta estelar', '一幅星图', '星図'),
  translations(
    'a porcelain dragon',
    'eine Drachenfigur aus Porzellan',
    'un dragón de porcelana',
    '一条瓷龙',
    '磁器の竜',
  ),
  translations('a violin', 'eine Geige', 'un violín', '一把小提琴', 'バイオリン'),
]
