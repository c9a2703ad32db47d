import { translations, sameTranslations } from './language.ts'

/*
 * Words that events differ by. German ones are plural, or feminine or neuter with their article, so that
 * nominative and accusative are the same.
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

export const FINDS = [
  translations(
    'a giant flightless bird',
    'ein Skelett eines riesigen Laufvogels',
    'un ave gigante no voladora',
    '不会飞的巨鸟化石',
    '飛べない巨鳥の化石',
  ),
  translations(
    'a carnivorous orchid',
    'eine fleischfressende Orchidee',
    'una orquídea carnívora',
    '食肉兰花',
    '食虫性のラン',
  ),
  translations(
    'a walled bronze-age settlement',
    'eine befestigte Siedlung der Bronzezeit',
    'un poblado amurallado de la Edad del Bronce',
    '青铜时代的城址',
    '青銅器時代の集落跡',
  ),
  translations(
    'a merchant ship full of glassware',
    'ein Handelsschiff voller Glaswaren',
    'un barco mercante cargado de vidrio',
    '满载玻璃器皿的商船',
    'ガラス器を積んだ商船',
  ),
  translations(
    'a cave with handprints',
    'eine Höhle voller Handabdrücke',
    'una cueva con huellas de manos',
    '留有手印的洞穴',
    '手形の残る洞窟',
  ),
  translations(
    'a blind cave salamander',
    'eine blinde Salamanderart',
    'una salamandra ciega de cueva',
    '盲眼洞穴蝾螈',
    '目のない洞窟サンショウウオ',
  ),
  translations(
    'a feathered dinosaur',
    'ein Saurierskelett mit Federn',
    'un dinosaurio emplumado',
    '带羽毛的恐龙化石',
    '羽毛恐竜の化石',
  ),
  translations(
    'a river dolphin unknown so far',
    'eine unbekannte Delfinart',
    'un delfín de río desconocido',
    '未知的河豚类',
    '未知のカワイルカ',
  ),
  translations(
    'a stone observatory',
    'eine steinerne Sternwarte',
    'un observatorio de piedra',
    '石砌的天文台',
    '石造りの天文台',
  ),
  translations(
    'a forest of petrified palms',
    'eine Gruppe versteinerter Palmen',
    'un bosque de palmeras petrificadas',
    '棕榈化石林',
    '化石になったヤシの森',
  ),
  translations(
    'a moss that glows at night',
    'eine nachts leuchtende Moosart',
    'un musgo que brilla de noche',
    '夜间发光的苔藓',
    '夜に光るコケ',
  ),
  translations(
    'a royal kitchen with its pots',
    'eine Königsküche samt Töpfen',
    'una cocina real con sus ollas',
    '保存完好的王室厨房',
    '鍋の残る王家の台所',
  ),
  translations(
    'a spider that fishes',
    'eine fischende Spinne',
    'una araña pescadora',
    '会捕鱼的蜘蛛',
    '魚を捕るクモ',
  ),
  translations(
    'a library of clay tablets',
    'eine Bibliothek aus Tontafeln',
    'una biblioteca de tablillas de barro',
    '泥板图书馆',
    '粘土板の書庫',
  ),
  translations(
    'a whale graveyard',
    'eine Ruhestätte von Walen',
    'un cementerio de ballenas',
    '鲸鱼骸骨群',
    'クジラの墓場',
  ),
]

export const BODIES = [
  translations('Venus', 'Venus', 'Venus', '金星', '金星'),
  translations('Ceres', 'Ceres', 'Ceres', '谷神星', '準惑星ケレス'),
  translations('Titan', 'Titan', 'Titán', '土卫六', '土星の衛星タイタン'),
  translations('Europa', 'Europa', 'Europa', '木卫二', '木星の衛星エウロパ'),
  translations('Triton', 'Triton', 'Tritón', '海卫一', '海王星の衛星トリトン'),
  translations('Mars', 'Mars', 'Marte', '火星', '火星'),
  translations('Vesta', 'Vesta', 'Vesta', '灶神星', '小惑星ベスタ'),
  translations('Enceladus', 'Enceladus', 'Encélado', '土卫二', '土星の衛星エンケラドス'),
  translations('Callisto', 'Kallisto', 'Calisto', '木卫四', '木星の衛星カリスト'),
  translations('Pallas', 'Pallas', 'Palas', '智神星', '小惑星パラス'),
  translations('Uranus', 'Uranus', 'Urano', '天王星', '天王星'),
]

export const PROBES = [
  translations('Plover', 'Plover', 'Plover', '鸻鸟号', '「プロヴァー」'),
  translations('Candela II', 'Candela II', 'Candela II', '烛光二号', '「カンデラ2号」'),
  translations('Halfmoon', 'Halfmoon', 'Halfmoon', '半月号', '「半月」'),
  translations('Wayfinder', 'Wayfinder', 'Wayfinder', '寻路者号', '「みちしるべ」'),
  translations('Sandpiper', 'Sandpiper', 'Sandpiper', '矶鹬号', '「イソシギ」'),
  translations('Lamplighter', 'Lamplighter', 'Lamplighter', '点灯人号', '「点灯夫」'),
  translations('Turnstone', 'Turnstone', 'Turnstone', '翻石鹬号', '「キョウジョシギ」'),
  translations('Amaranth', 'Amaranth', 'Amaranth', '不凋花号', '「アマランス」'),
  translations('Corriente', 'Corriente', 'Corriente', '洋流号', '「海流」'),
  translations('Bellflower', 'Bellflower', 'Bellflower', '风铃草号', '「ききょう」'),
  translations('Marten IV', 'Marten IV', 'Marten IV', '貂四号', '「テン4号」'),
  translations('Quiet Hour', 'Quiet Hour', 'Quiet Hour', '静时号', '「静けさ」'),
]

export const AGENCIES = [
  translations(
    'the Polar Space Agency',
    'die Polare Raumfahrtagentur',
    'la Agencia Espacial Polar',
    '极地航天局',
    '極地宇宙機関',
  ),
  translations(
    'the Southern Space Office',
    'das Südliche Raumfahrtbüro',
    'la Oficina Espacial del Sur',
    '南方航天署',
    '南方宇宙局',
  ),
  translations(
    'the Lanyue Space Administration',
    'die Raumfahrtbehörde von Lanyue',
    'la Administración Espacial de Lanyue',
    '澜越航天局',
    '瀾越宇宙局',
  ),
]

export const ILLNESSES = [
  translations('malaria', 'Malaria', 'la malaria', '疟疾', 'マラリア'),
  translations('migraine', 'Migräne', 'la migraña', '偏头痛', '片頭痛'),
  translations('asthma', 'Asthma', 'el asma', '哮喘', 'ぜんそく'),
  translations('tuberculosis', 'Tuberkulose', 'la tuberculosis', '肺结核', '結核'),
  translations('hay fever', 'Heuschnupfen', 'la alergia al polen', '花粉症', '花粉症'),
  translations('kidney disease', 'Nierenleiden', 'la enfermedad renal', '肾病', '腎臓病'),
  translations('dengue fever', 'Denguefieber', 'el dengue', '登革热', 'デング熱'),
  translations('gout', 'Gicht', 'la gota', '痛风', '痛風'),
  translations('psoriasis', 'Schuppenflechte', 'la psoriasis', '银屑病', '乾癬'),
  translations('epilepsy', 'Epilepsie', 'la epilepsia', '癫痫', 'てんかん'),
  translations('glaucoma', 'Grüner Star', 'el glaucoma', '青光眼', '緑内障'),
  translations('cholera', 'Cholera', 'el cólera', '霍乱', 'コレラ'),
  translations('rheumatism', 'Rheuma', 'el reumatismo', '风湿病', 'リウマチ'),
  translations('insomnia', 'Schlaflosigkeit', 'el insomnio', '失眠', '不眠症'),
  translations('tinnitus', 'Tinnitus', 'los acúfenos', '耳鸣', '耳鳴り'),
  translations('sepsis', 'Blutvergiftung', 'la sepsis', '败血症', '敗血症'),
  translations('anaemia', 'Blutarmut', 'la anemia', '贫血', '貧血'),
]

export const TOPICS = [
  translations('fishing rights', 'Fischereirechte', 'los derechos de pesca', '捕鱼权', '漁業権'),
  translations('river water', 'Flusswasser', 'las aguas del río', '河水分配', '河川の水利'),
  translations('grain exports', 'Getreideexporte', 'las exportaciones de grano', '粮食出口', '穀物輸出'),
  translations('rail freight', 'Schienengüter', 'el transporte ferroviario', '铁路货运', '鉄道貨物'),
  translations('visa rules', 'Visaregeln', 'las normas de visado', '签证规定', 'ビザ規則'),
  translations('undersea cables', 'Unterseekabel', 'los cables submarinos', '海底电缆', '海底ケーブル'),
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

export const OFFICES = [
  translations('transport', 'Verkehr', 'Transporte', '交通', '運輸'),
  translations('health', 'Gesundheit', 'Sanidad', '卫生', '保健'),
  translations('finance', 'Finanzen', 'Hacienda', '财政', '財務'),
  translations('education', 'Bildung', 'Educación', '教育', '教育'),
  translations('agriculture', 'Landwirtschaft', 'Agricultura', '农业', '農業'),
  translations('energy', 'Energie', 'Energía', '能源', 'エネルギー'),
]

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

export const SCORES = ['2-1', '1-0', '3-2', '3-1', '2-0', '4-1', '4-3'].map((score) => ({
  ...sameTranslations(score),
  de: score.replace('-', ':'),
  zh: score.replace('-', '比'),
}))
