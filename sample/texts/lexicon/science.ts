import { translations } from '../language.ts'

/*
 * Words that vary among events of science. German ones are plural, or feminine or neuter with their article, so that
 * nominative and accusative are the same.
 */

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
