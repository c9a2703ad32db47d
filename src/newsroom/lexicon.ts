import { forms, sameForms } from './language.ts'

/*
 * Words that events differ by. German ones are plural, or feminine or neuter with their article, so that
 * nominative and accusative are the same.
 */

export const SERVICES = [
  forms('online banking', 'Onlinebanking', 'la banca en línea', '网上银行', 'オンラインバンキング'),
  forms('video calls', 'Videoanrufe', 'las videollamadas', '视频通话', 'ビデオ通話'),
  forms('cloud storage', 'Cloud-Speicher', 'el almacenamiento en la nube', '云存储', 'クラウドストレージ'),
  forms('ticket sales', 'Ticketverkäufe', 'la venta de billetes', '售票系统', '乗車券の販売'),
  forms('card payments', 'Kartenzahlungen', 'los pagos con tarjeta', '刷卡支付', 'カード決済'),
  forms('navigation maps', 'Navigationskarten', 'los mapas de navegación', '导航地图', 'ナビ地図'),
]

export const DATA = [
  forms('home addresses', 'Wohnadressen', 'domicilios', '家庭住址', '住所'),
  forms('medical records', 'Krankenakten', 'historiales médicos', '病历', '診療記録'),
  forms('payroll files', 'Gehaltslisten', 'nóminas', '工资单', '給与明細'),
  forms('passport scans', 'Passkopien', 'copias de pasaportes', '护照扫描件', '旅券の写し'),
  forms('private messages', 'private Nachrichten', 'mensajes privados', '私人消息', '私的なメッセージ'),
]

export const FINDS = [
  forms(
    'a giant flightless bird',
    'ein Skelett eines riesigen Laufvogels',
    'un ave gigante no voladora',
    '不会飞的巨鸟化石',
    '飛べない巨鳥の化石',
  ),
  forms(
    'a carnivorous orchid',
    'eine fleischfressende Orchidee',
    'una orquídea carnívora',
    '食肉兰花',
    '食虫性のラン',
  ),
  forms(
    'a walled bronze-age settlement',
    'eine befestigte Siedlung der Bronzezeit',
    'un poblado amurallado de la Edad del Bronce',
    '青铜时代的城址',
    '青銅器時代の集落跡',
  ),
  forms(
    'a merchant ship full of glassware',
    'ein Handelsschiff voller Glaswaren',
    'un barco mercante cargado de vidrio',
    '满载玻璃器皿的商船',
    'ガラス器を積んだ商船',
  ),
  forms(
    'a cave with handprints',
    'eine Höhle voller Handabdrücke',
    'una cueva con huellas de manos',
    '留有手印的洞穴',
    '手形の残る洞窟',
  ),
  forms(
    'a blind cave salamander',
    'eine blinde Salamanderart',
    'una salamandra ciega de cueva',
    '盲眼洞穴蝾螈',
    '目のない洞窟サンショウウオ',
  ),
  forms(
    'a feathered dinosaur',
    'ein Saurierskelett mit Federn',
    'un dinosaurio emplumado',
    '带羽毛的恐龙化石',
    '羽毛恐竜の化石',
  ),
  forms(
    'a river dolphin unknown so far',
    'eine unbekannte Delfinart',
    'un delfín de río desconocido',
    '未知的河豚类',
    '未知のカワイルカ',
  ),
  forms(
    'a stone observatory',
    'eine steinerne Sternwarte',
    'un observatorio de piedra',
    '石砌的天文台',
    '石造りの天文台',
  ),
  forms(
    'a forest of petrified palms',
    'eine Gruppe versteinerter Palmen',
    'un bosque de palmeras petrificadas',
    '棕榈化石林',
    '化石になったヤシの森',
  ),
  forms(
    'a moss that glows at night',
    'eine nachts leuchtende Moosart',
    'un musgo que brilla de noche',
    '夜间发光的苔藓',
    '夜に光るコケ',
  ),
  forms(
    'a royal kitchen with its pots',
    'eine Königsküche samt Töpfen',
    'una cocina real con sus ollas',
    '保存完好的王室厨房',
    '鍋の残る王家の台所',
  ),
  forms(
    'a spider that fishes',
    'eine fischende Spinne',
    'una araña pescadora',
    '会捕鱼的蜘蛛',
    '魚を捕るクモ',
  ),
  forms(
    'a library of clay tablets',
    'eine Bibliothek aus Tontafeln',
    'una biblioteca de tablillas de barro',
    '泥板图书馆',
    '粘土板の書庫',
  ),
  forms(
    'a whale graveyard',
    'eine Ruhestätte von Walen',
    'un cementerio de ballenas',
    '鲸鱼骸骨群',
    'クジラの墓場',
  ),
]

export const BODIES = [
  forms('Venus', 'Venus', 'Venus', '金星', '金星'),
  forms('Ceres', 'Ceres', 'Ceres', '谷神星', '準惑星ケレス'),
  forms('Titan', 'Titan', 'Titán', '土卫六', '土星の衛星タイタン'),
  forms('Europa', 'Europa', 'Europa', '木卫二', '木星の衛星エウロパ'),
  forms('Triton', 'Triton', 'Tritón', '海卫一', '海王星の衛星トリトン'),
  forms('Mars', 'Mars', 'Marte', '火星', '火星'),
  forms('Vesta', 'Vesta', 'Vesta', '灶神星', '小惑星ベスタ'),
  forms('Enceladus', 'Enceladus', 'Encélado', '土卫二', '土星の衛星エンケラドス'),
  forms('Callisto', 'Kallisto', 'Calisto', '木卫四', '木星の衛星カリスト'),
  forms('Pallas', 'Pallas', 'Palas', '智神星', '小惑星パラス'),
  forms('Uranus', 'Uranus', 'Urano', '天王星', '天王星'),
]

export const PROBES = [
  forms('Plover', 'Plover', 'Plover', '鸻鸟号', '「プロヴァー」'),
  forms('Candela II', 'Candela II', 'Candela II', '烛光二号', '「カンデラ2号」'),
  forms('Halfmoon', 'Halfmoon', 'Halfmoon', '半月号', '「半月」'),
  forms('Wayfinder', 'Wayfinder', 'Wayfinder', '寻路者号', '「みちしるべ」'),
  forms('Sandpiper', 'Sandpiper', 'Sandpiper', '矶鹬号', '「イソシギ」'),
  forms('Lamplighter', 'Lamplighter', 'Lamplighter', '点灯人号', '「点灯夫」'),
  forms('Turnstone', 'Turnstone', 'Turnstone', '翻石鹬号', '「キョウジョシギ」'),
  forms('Amaranth', 'Amaranth', 'Amaranth', '不凋花号', '「アマランス」'),
  forms('Corriente', 'Corriente', 'Corriente', '洋流号', '「海流」'),
  forms('Bellflower', 'Bellflower', 'Bellflower', '风铃草号', '「ききょう」'),
  forms('Marten IV', 'Marten IV', 'Marten IV', '貂四号', '「テン4号」'),
  forms('Quiet Hour', 'Quiet Hour', 'Quiet Hour', '静时号', '「静けさ」'),
]

export const AGENCIES = [
  forms(
    'the Polar Space Agency',
    'die Polare Raumfahrtagentur',
    'la Agencia Espacial Polar',
    '极地航天局',
    '極地宇宙機関',
  ),
  forms(
    'the Southern Space Office',
    'das Südliche Raumfahrtbüro',
    'la Oficina Espacial del Sur',
    '南方航天署',
    '南方宇宙局',
  ),
  forms(
    'the Lanyue Space Administration',
    'die Raumfahrtbehörde von Lanyue',
    'la Administración Espacial de Lanyue',
    '澜越航天局',
    '瀾越宇宙局',
  ),
]

export const ILLNESSES = [
  forms('malaria', 'Malaria', 'la malaria', '疟疾', 'マラリア'),
  forms('migraine', 'Migräne', 'la migraña', '偏头痛', '片頭痛'),
  forms('asthma', 'Asthma', 'el asma', '哮喘', 'ぜんそく'),
  forms('tuberculosis', 'Tuberkulose', 'la tuberculosis', '肺结核', '結核'),
  forms('hay fever', 'Heuschnupfen', 'la alergia al polen', '花粉症', '花粉症'),
  forms('kidney disease', 'Nierenleiden', 'la enfermedad renal', '肾病', '腎臓病'),
  forms('dengue fever', 'Denguefieber', 'el dengue', '登革热', 'デング熱'),
  forms('gout', 'Gicht', 'la gota', '痛风', '痛風'),
  forms('psoriasis', 'Schuppenflechte', 'la psoriasis', '银屑病', '乾癬'),
  forms('epilepsy', 'Epilepsie', 'la epilepsia', '癫痫', 'てんかん'),
  forms('glaucoma', 'Grüner Star', 'el glaucoma', '青光眼', '緑内障'),
  forms('cholera', 'Cholera', 'el cólera', '霍乱', 'コレラ'),
  forms('rheumatism', 'Rheuma', 'el reumatismo', '风湿病', 'リウマチ'),
  forms('insomnia', 'Schlaflosigkeit', 'el insomnio', '失眠', '不眠症'),
  forms('tinnitus', 'Tinnitus', 'los acúfenos', '耳鸣', '耳鳴り'),
  forms('sepsis', 'Blutvergiftung', 'la sepsis', '败血症', '敗血症'),
  forms('anaemia', 'Blutarmut', 'la anemia', '贫血', '貧血'),
]

export const TOPICS = [
  forms('fishing rights', 'Fischereirechte', 'los derechos de pesca', '捕鱼权', '漁業権'),
  forms('river water', 'Flusswasser', 'las aguas del río', '河水分配', '河川の水利'),
  forms('grain exports', 'Getreideexporte', 'las exportaciones de grano', '粮食出口', '穀物輸出'),
  forms('rail freight', 'Schienengüter', 'el transporte ferroviario', '铁路货运', '鉄道貨物'),
  forms('visa rules', 'Visaregeln', 'las normas de visado', '签证规定', 'ビザ規則'),
  forms('undersea cables', 'Unterseekabel', 'los cables submarinos', '海底电缆', '海底ケーブル'),
]

export const STORMS = [
  forms('Ottokar', 'Ottokar', 'Ottokar', '奥托卡', 'オットカー'),
  forms('Brunella', 'Brunella', 'Brunella', '布鲁内拉', 'ブルネラ'),
  forms('Severin', 'Severin', 'Severin', '塞韦林', 'セヴェリン'),
  forms('Mirabel', 'Mirabel', 'Mirabel', '米拉贝尔', 'ミラベル'),
  forms('Lothar-Anne', 'Lothar-Anne', 'Lothar-Anne', '洛塔安妮', 'ロターアンネ'),
  forms('Petronia', 'Petronia', 'Petronia', '佩特罗尼亚', 'ペトロニア'),
  forms('Eustace-May', 'Eustace-May', 'Eustace-May', '尤斯塔斯', 'ユースタス'),
  forms('Florentin', 'Florentin', 'Florentin', '弗洛伦汀', 'フロレンティン'),
  forms('Gundula', 'Gundula', 'Gundula', '贡杜拉', 'グンドゥラ'),
  forms('Hyacinth', 'Hyacinth', 'Hyacinth', '海辛斯', 'ヒアシンス'),
  forms('Ignatia', 'Ignatia', 'Ignatia', '伊格纳蒂亚', 'イグナティア'),
  forms('Jasper-Lou', 'Jasper-Lou', 'Jasper-Lou', '贾斯珀', 'ジャスパー'),
  forms('Kordula', 'Kordula', 'Kordula', '科杜拉', 'コルドゥラ'),
  forms('Leontine', 'Leontine', 'Leontine', '莱昂蒂娜', 'レオンティーネ'),
  forms('Mordecai', 'Mordecai', 'Mordecai', '莫迪凯', 'モーデカイ'),
  forms('Nepomuk', 'Nepomuk', 'Nepomuk', '内波穆克', 'ネポムク'),
  forms('Orsolya', 'Orsolya', 'Orsolya', '奥尔绍约', 'オルショヤ'),
  forms('Quirin', 'Quirin', 'Quirin', '奎林', 'クイリン'),
]

export const OFFICES = [
  forms('transport', 'Verkehr', 'Transporte', '交通', '運輸'),
  forms('health', 'Gesundheit', 'Sanidad', '卫生', '保健'),
  forms('finance', 'Finanzen', 'Hacienda', '财政', '財務'),
  forms('education', 'Bildung', 'Educación', '教育', '教育'),
  forms('agriculture', 'Landwirtschaft', 'Agricultura', '农业', '農業'),
  forms('energy', 'Energie', 'Energía', '能源', 'エネルギー'),
]

export const WORKS = [
  forms('The Salt Ledger', 'Das Salzbuch', 'El libro de la sal', '盐账', '塩の帳簿'),
  forms(
    'Seven Quiet Kitchens',
    'Sieben stille Küchen',
    'Siete cocinas calladas',
    '七间静默的厨房',
    '七つの静かな台所',
  ),
  forms(
    'A Map of Lost Umbrellas',
    'Karte der verlorenen Schirme',
    'Mapa de los paraguas perdidos',
    '失伞地图',
    '失われた傘の地図',
  ),
  forms('The Ferryman Sleeps', 'Der Fährmann schläft', 'El barquero duerme', '摆渡人睡了', '渡し守は眠る'),
  forms('Northern Orchard', 'Obstgarten im Norden', 'El huerto del norte', '北方果园', '北の果樹園'),
  forms('Paper Lighthouse', 'Papierleuchtturm', 'Faro de papel', '纸灯塔', '紙の灯台'),
  forms('Eleven Winters', 'Elf Winter', 'Once inviernos', '十一个冬天', '十一の冬'),
  forms('The Clockmender', 'Die Uhrenflickerin', 'La relojera', '修钟人', '時計直し'),
  forms('The Ninth Bell', 'Die neunte Glocke', 'La novena campana', '第九口钟', '九番目の鐘'),
  forms('Letters to a Bridge', 'Briefe an eine Brücke', 'Cartas a un puente', '写给桥的信', '橋への手紙'),
  forms(
    'Sparrow Accountant',
    'Die Spatzenbuchhalterin',
    'La contable de gorriones',
    '麻雀会计',
    '雀の会計係',
  ),
  forms('Rain over Lukondo', 'Regen über Lukondo', 'Lluvia sobre Lukondo', '卢孔多的雨', 'ルコンドの雨'),
  forms('The Second Harvest', 'Die zweite Ernte', 'La segunda cosecha', '第二次收成', '二度目の収穫'),
  forms(
    'Blue Hour Tram',
    'Straßenbahn zur blauen Stunde',
    'El tranvía de la hora azul',
    '蓝调时刻的电车',
    '青い時刻の路面電車',
  ),
  forms(
    'What the Tailor Knew',
    'Was der Schneider wusste',
    'Lo que sabía el sastre',
    '裁缝知道的事',
    '仕立屋の知ったこと',
  ),
  forms('Island Without Mirrors', 'Insel ohne Spiegel', 'La isla sin espejos', '没有镜子的岛', '鏡のない島'),
]

export const TREASURES = [
  forms('a gold crown', 'eine Goldkrone', 'una corona de oro', '一顶金冠', '金の冠'),
  forms(
    'an illuminated manuscript',
    'eine Bilderhandschrift',
    'un códice iluminado',
    '一部彩绘手稿',
    '彩色写本',
  ),
  forms('a jade seal', 'ein Jadesiegel', 'un sello de jade', '一枚玉玺', '翡翠の印章'),
  forms(
    'a still life with lemons',
    'ein Stillleben mit Zitronen',
    'un bodegón con limones',
    '一幅柠檬静物画',
    'レモンの静物画',
  ),
  forms(
    'a silver astrolabe',
    'ein silbernes Astrolabium',
    'un astrolabio de plata',
    '一件银制星盘',
    '銀の天体観測儀',
  ),
  forms('a marble hand', 'eine Marmorhand', 'una mano de mármol', '一只大理石手', '大理石の手'),
  forms(
    'an ivory chess set',
    'ein Schachspiel aus Elfenbein',
    'un ajedrez de marfil',
    '一副象牙棋',
    '象牙のチェス',
  ),
  forms('a star map', 'eine Sternkarte', 'una carta estelar', '一幅星图', '星図'),
  forms(
    'a porcelain dragon',
    'eine Drachenfigur aus Porzellan',
    'un dragón de porcelana',
    '一条瓷龙',
    '磁器の竜',
  ),
  forms('a violin', 'eine Geige', 'un violín', '一把小提琴', 'バイオリン'),
]

export const SCORES = ['2-1', '1-0', '3-2', '3-1', '2-0', '4-1', '4-3'].map((score) => ({
  ...sameForms(score),
  de: score.replace('-', ':'),
  zh: score.replace('-', '比'),
}))
