import { expect, it } from 'vitest'
import { describeMeetings } from '../../../test/meeting-words.ts'
import { withoutParticle } from './light.ts'

/** Forms of one word a line. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  el: [
    'κυβέρνηση κυβέρνησης κυβερνήσεις κυβερνήσεων κυβερνήσεως',
    'πρωθυπουργός πρωθυπουργού πρωθυπουργό πρωθυπουργοί πρωθυπουργών πρωθυπουργούς',
    'εκλογές εκλογών εκλογή',
    'οικονομία οικονομίας οικονομίες οικονομιών',
    'θέμα θέματος θέματα θεμάτων',
    'υπουργός υπουργού υπουργό υπουργοί',
    'πόλη πόλης πόλεις πόλεων',
    'Ελλάδα Ελλάδας',
    'ελληνικός ελληνική ελληνικό ελληνικού ελληνικής ελληνικά ελληνικών ελληνικές',
    'χώρα χώρας χώρες χωρών',
    'πόλεμος πολέμου πόλεμο πόλεμοι πολέμων',
    'νόμος νόμου νόμο νόμοι νόμων νόμους',
    'αστυνομία αστυνομίας',
    'βουλευτής βουλευτή βουλευτές βουλευτών',
    'κόμμα κόμματος κόμματα κομμάτων',
    'τράπεζα τράπεζας τράπεζες τραπεζών',
    'απόφαση απόφασης αποφάσεις αποφάσεων',
    'πρόεδρος προέδρου πρόεδρο πρόεδροι',
    'δικαστήριο δικαστηρίου δικαστήρια δικαστηρίων',
    'Ρωσία Ρωσίας',
    'νοσοκομείο νοσοκομείου νοσοκομεία',
    'γιατρός γιατρού γιατροί γιατρών γιατρούς',
    'σεισμός σεισμού σεισμό σεισμοί',
    'σχολείο σχολείου σχολεία σχολείων',
    'ομάδα ομάδας ομάδες ομάδων',
    'αγώνας αγώνα αγώνες αγώνων',
    'γυναίκα γυναίκας γυναίκες γυναικών',
    'τιμή τιμής τιμές τιμών',
    'νέος νέου νέα νέο νέων',
    'πρόγραμμα προγράμματος προγράμματα',
    'δρόμος δρόμου δρόμο δρόμοι δρόμων',
    'μεγάλος μεγάλη μεγάλο μεγάλου μεγάλης μεγάλοι',
  ],
  fa: [
    'کتاب کتاب‌ها کتابها کتاب‌های کتابی',
    'دولت دولت‌ها دولت‌های دولتی',
    'شهر شهرها شهرهای شهری',
    'انتخاب انتخابات انتخاباتی',
    'کشور کشورها کشورهای کشوری',
    'کارگر کارگران کارگرها',
    'بزرگ بزرگتر بزرگ‌ترین بزرگتر',
    'خبر خبرها خبرهای خبری',
    'بانک بانک‌ها بانکی',
    'معلم معلمان معلم‌ها',
    'قیمت قیمت‌ها قیمت‌های',
    'بازار بازارها بازارهای بازاری',
    'سال سال‌ها سالهای',
    'مقام مقامات مقام‌های',
    'قانون قانونی قانون‌ها',
    'شرکت شرکت‌ها شرکت‌های',
    'ایران ایرانی',
    'رئیس رئیسی رئیسان',
    'مردم مردمی',
    'جنگ جنگ‌ها جنگی',
    'تیم تیم‌ها تیم‌های تیمی',
    'بازی بازی‌ها بازی‌های',
    'دانشجو دانشجویان دانشجوها',
    'نماینده نمایندگان',
    'مذاکره مذاکرات',
  ],
  hi: [
    'सरकार सरकारों सरकारें',
    'हिंदी हिन्दी',
    'क़ानून कानून क़ानूनों',
    'संबंध सम्बन्ध संबंधों',
    'गाँव गांव',
    'चुनाव चुनावों',
    'देश देशों',
    'महिला महिलाओं महिलाएं महिलाएँ',
    'मंत्री मंत्रियों',
    'पार्टी पार्टियों पार्टियां',
    'शहर शहरों',
    'लड़का लड़के लड़कों',
    'किताब किताबें किताबों',
    'नेता नेताओं',
    'घर घरों',
    'कंपनी कंपनियों कंपनियां',
    'भारतीय भारतीयों',
    'किसान किसानों',
    'सड़क सड़कें सड़कों',
    'बच्चा बच्चे बच्चों',
    'अस्पताल अस्पतालों',
    'योजना योजनाओं योजनाएं',
    'लोग लोगों',
    'राज्य राज्यों',
    'समाचार समाचारों',
    'दिन दिनों',
    'साल सालों',
    'मामला मामले मामलों',
    'अदालत अदालतों अदालतें',
    'सैनिक सैनिकों',
    'छात्र छात्रों',
    'घटना घटनाओं घटनाएं',
    'नौकरी नौकरियां नौकरियों',
  ],
  id: [
    'pemerintah pemerintahnya pemerintahlah',
    'beli membeli dibeli dibelinya',
    'kota kotanya',
    'bangun membangun dibangun',
    'tulis menulis ditulis ditulisnya',
    'jual menjual dijual',
    'cari mencari dicari',
    'buka membuka dibuka',
    'dukung mendukung didukung',
    'temukan menemukan ditemukan',
    'sapu menyapu disapu',
    'pakai memakai dipakai',
    'lihat melihat dilihat',
    'rumah rumahnya rumahku',
    'gunakan menggunakan digunakan',
    'presiden presidennya',
    'rawat merawat dirawat',
    'ambil mengambil diambil',
    'bantu membantu dibantu',
    'tangkap menangkap ditangkap',
    'serang menyerang diserang',
    'pukul memukul dipukul',
    'bayar membayar dibayar',
    'bawa membawa dibawa',
  ],
}

/** Words that look alike and are not one. */
const UNLIKE: Readonly<Record<string, readonly string[]>> = {
  el: ['πόλη πόλεμος', 'χώρα χρόνος', 'νόμος νόμισμα', 'τράπεζα τραγούδι', 'γιατρός γιατί', 'θέμα θερμός'],
  fa: ['ایران ایراد', 'شهر شهرداری', 'کتاب کتابخانه', 'دولت دوست', 'بازار بازگشت', 'سال سالن'],
  hi: ['समान सम्मान', 'देश देखना', 'सरकार सरकना', 'शहर शहद', 'किताब किसान', 'साल सालगिरह'],
  id: ['kota kotak', 'beli belum', 'jual juara', 'cari cara', 'makan malam', 'tulis tulus'],
}

describeMeetings(FAMILIES, UNLIKE)

/** Forms of one word a line. */
const BALTIC_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  lt: [
    'Vilnius Vilniaus Vilniuje Vilnių',
    'miestas miesto mieste miestai miestų miestuose',
    'prezidentas prezidento prezidentui prezidentą',
    'mokykla mokyklos mokykloje mokyklų mokyklą',
    'kaina kainos kainų kainą',
    'ligoninė ligoninės ligoninėje ligonines',
    'knyga knygos knygoje knygų knygas',
    'karas karo kare karui',
    'mokytoja mokytojos mokytojų',
    'valdžia valdžios valdžioje',
  ],
  lv: [
    'Rīga Rīgas Rīgā Rīgu',
    'pilsēta pilsētas pilsētā pilsētu pilsētām',
    'prezidents prezidenta prezidentam prezidentu',
    'skola skolas skolā skolu skolām',
    'likums likuma likumu likumi likumā',
    'zinātnieks zinātnieki zinātnieku zinātniekiem',
    'tiesa tiesas tiesā tiesu',
    'vilciens vilciena vilcienā vilcieni vilcienu',
    'valsts valstī valstis valstu',
  ],
}

/** Words that look alike and are not one. */
const BALTIC_UNLIKE: Readonly<Record<string, readonly string[]>> = {
  lt: ['miestas miškas', 'karas karta', 'kaina kalnas', 'diena daina'],
  lv: ['skola skaņa', 'cena cilvēks', 'rīts rīks'],
}

describeMeetings(BALTIC_FAMILIES, BALTIC_UNLIKE)

/** Forms of one word a line. */
const FINNIC_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  fi: [
    'Helsinki Helsingin Helsingissä Helsinkiin Helsingistä Helsinkiä',
    'hallitus hallituksen hallitukselle hallitukset hallitusten hallitusta hallituksessa',
    'kunta kunnan kunnassa kuntien kunnat kuntia kunnissa',
    'hinta hinnan hintaa hinnat hintojen hinnoissa hintoja',
    'verkko verkon verkossa verkkoa verkot',
    'lääkäri lääkärin lääkärit lääkäreitä lääkärien lääkärille',
    'järvi järven järvessä järvet järvien järviä',
    'kauppa kaupan kaupassa kauppaa kaupat kauppojen',
    'terveys terveyden terveyttä terveydessä',
    'kipu kivun kipua kivut',
    'puolue puolueen puolueet puolueita puolueiden',
    'jääkiekko jääkiekon jääkiekossa jääkiekkoa',
    'opettaja opettajan opettajat opettajia opettajien opettajille',
    'viikko viikon viikolla viikkoa viikot',
    'turvallisuus turvallisuuden turvallisuutta',
    'kesä kesän kesällä',
  ],
  et: [
    'Tallinn Tallinna Tallinnas Tallinnast',
    'linn linna linnas linnad linnade linnades',
    'president presidendi presidenti presidendid',
    'arst arsti arstid arstide arstile',
    'teadlane teadlase teadlased teadlaste',
    'raamat raamatu raamatut raamatud',
    'Tartu Tartus Tartust',
    'keel keele keeles keeled',
    'valija valijad valijate',
  ],
}

/** Words that look alike and are not one. */
const FINNIC_UNLIKE: Readonly<Record<string, readonly string[]>> = {
  fi: [
    'kirja kirje',
    'tuuli tuoli',
    'kansa kanta',
    'hallitus hallinto',
    'sana sanoma',
    'lehti lehmä',
    'voima voitto',
  ],
  et: ['linn lind', 'kool kohus', 'maja mari', 'sõda sõna'],
}

describeMeetings(FINNIC_FAMILIES, FINNIC_UNLIKE)

it.each([
  ['대통령이', '대통령'],
  ['국회는', '국회'],
  ['서울에서는', '서울'],
  ['대통령', undefined],
  ['물이', undefined],
  ['서울news', undefined],
  ['東京は', undefined],
])('%s without its particle is %s', (word, noun) => {
  expect(withoutParticle(word)).toBe(noun)
})
