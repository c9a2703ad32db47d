import { beforeAll, describe, expect, it } from 'vitest'
import { primarySubtag } from './language-tag.ts'
import { languageOf, loadLanguages } from './language.ts'

const TEXTS = {
  en: 'Storm reaches the coast of Norway and closes schools, roads and two harbours until Friday',
  de: 'Sturm erreicht die Küste von Norwegen, Schulen und Straßen bleiben bis Freitag geschlossen',
  fr: 'La tempête atteint les côtes de la Norvège, les écoles et les routes restent fermées vendredi',
  es: 'La tormenta llega a la costa de Noruega y cierra escuelas y carreteras hasta el viernes',
  ja: '台風がノルウェーの海岸に到達し、学校と道路が金曜日まで閉鎖されている',
  zh: '台风抵达挪威海岸，学校和道路关闭至星期五，居民被要求留在家中',
  ru: 'Шторм достиг побережья Норвегии, школы и дороги закрыты до пятницы',
  ar: 'العاصفة تصل إلى ساحل النرويج وتغلق المدارس والطرق حتى يوم الجمعة',
  ko: '폭풍이 노르웨이 해안에 도달하여 학교와 도로가 금요일까지 폐쇄된다',
} as const

describe('the primary subtag', () => {
  it.each([
    ['en-US', 'en'],
    [' de_AT ', 'de'],
    ['ZH-hans', 'zh'],
    ['nb-NO', 'no'],
    ['en, de', 'en'],
    ['english', undefined],
    ['euc', undefined],
    ['rss', undefined],
    ['und', undefined],
    ['ger', 'de'],
    ['sh-RS', 'sr'],
    ['fil', 'tl'],
    ['gsw-CH', 'gsw'],
    ['x-klingon', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %j is %j', (tag, primary) => {
    expect(primarySubtag(tag)).toBe(primary)
  })
})

describe('the language of a text', () => {
  it('is what is stated before the detector is there', async () => {
    // Other tests of this process may have loaded it, so this is a module of its own.
    const own = './language.ts?before'
    const { languageOf: stated } = (await import(own)) as typeof import('./language.ts')

    expect(stated(TEXTS.de, 'en')).toBe('en')
    expect(stated(TEXTS.de, undefined)).toBeNull()
  })

  describe('with the detector', () => {
    beforeAll(loadLanguages)

    it.each(Object.entries(TEXTS))('is found for %s, whatever a template states', (language, text) => {
      expect(languageOf(text, undefined)).toBe(language)
      expect(languageOf(text, language)).toBe(language)
      expect(languageOf(text, language === 'en' ? 'de' : 'en')).toBe(language)
    })

    it('is that of most letters where a sentence of another is quoted', () => {
      const quoting = `「The state of the art in news」という記事を読んだ。${TEXTS.ja}`

      expect(languageOf(quoting, 'en')).toBe('ja')
    })

    it('is what is stated where too little is said', () => {
      expect(languageOf('Breaking: 404', 'de')).toBe('de')
      expect(languageOf('👍 123', undefined)).toBeNull()
      expect(languageOf('', undefined)).toBeNull()
    })

    it.each([
      ['OpenAI 正式发布 GPT-5', undefined, 'zh'],
      ['Ask HN: 有哪些AI工具能与Claude Code相媲美？', undefined, 'zh'],
      ['汤唯手机壳', 'en', 'zh'],
      ['評測：FreeBSD 上的 Sylve', 'en', 'zh'],
      ['博物馆奇妙漫游', 'zh', 'zh'],
      ['日本銀行総裁辞任', 'ja', 'ja'],
      ['OpenAI、新モデルを発表へ 年内にも', undefined, 'ja'],
      ['삼성전자 新제품 발표, 반도체 주가 급등', undefined, 'ko'],
      ['The meaning of 道 in the Tao Te Ching and other classics', undefined, 'en'],
    ])('%s (stated %s) is %s', (text, stated, language) => {
      expect(languageOf(text, stated)).toBe(language)
    })

    it.each([
      ['Nokia unveils slimmer Lumia', 'en', 'en'],
      ['Marabar unveils revamped trains', 'en', 'en'],
      ['Halden wins Marabar Derby', 'en', 'en'],
      ['Helsinki adds Metro stops', 'en', 'en'],
      ['Volvo unveils EX30 Estate', 'en', 'en'],
      ['Rapper Kalle Brandt angeklagt', 'de', 'de'],
      ['Halden wins Marabar Derby', 'ja', 'en'],
      ['Neue Züge für ganz Norwegen', 'en', 'de'],
      ['Kabinet stemt in met plan', 'en', 'nl'],
      ['Kräftige Gewinne an Asiens Börsen', 'en', 'de'],
      ['Žádná pomoc, tvrdí starostové', 'en', 'cs'],
      ['Зеленский встретился с министром', 'en', 'ru'],
      ['そうですね。', 'en', 'ja'],
      ['鮮の每日', 'zh', 'zh'],
    ])('of a headline of names is the stated one: %s (%s) is %s', (text, stated, language) => {
      expect(languageOf(text, stated)).toBe(language)
    })

    it.each([
      ['Эксперты назвали причины роста цен на бензин', 'uk', 'ru'],
      ['Уряд виділив кошти на ремонт доріг', 'ru', 'uk'],
      ['Нов закон за данъците в България', 'sr', 'bg'],
      ['Президент прибыл в Варшаву', 'uk', 'uk'],
      ['Новини дня. В Одесі відкрили порт. В Одессе открыли новый порт, который ждали', 'uk', 'uk'],
      ['Нийслэлийн шинэ зам нээгдлээ, иргэд баяртай байна', 'mn', 'mn'],
    ])(
      'of Cyrillic letters is another one by two letters that the stated one lacks: %s (%s) is %s',
      (text, stated, language) => {
        expect(languageOf(text, stated)).toBe(language)
      },
    )

    it.each([
      ['Presiden resmikan jalan tol baru di Jawa Tengah, kata menteri', undefined, 'id'],
      ['Presiden resmikan jalan tol baru di Jawa Tengah, kata menteri', 'en', 'id'],
      ['Presiden resmikan jalan tol baru di Jawa Tengah, kata menteri', 'ms', 'ms'],
      ['Kerajaan umum bantuan tunai kerana kos hidup naik', 'en', 'ms'],
      ['Kerajaan umum bantuan tunai kerana kos hidup naik', 'id', 'id'],
      ['The government announces a new plan for all of the harbours', 'id', 'en'],
    ])('is Indonesian, unless Malay is stated or shown: %s (%s) is %s', (text, stated, language) => {
      expect(languageOf(text, stated)).toBe(language)
    })

    it.each([
      ['ראש הממשלה', 'en', 'he'],
      ['รัฐบาลประกาศ', 'en', 'th'],
      ['Θεσσαλονίκη', 'de', 'el'],
      ['सरकार ने नई योजना की घोषणा की', 'fa', 'hi'],
      ['Apple מציגה', 'he', 'he'],
      ['iPhone', 'he', 'he'],
      ['Новости', 'en', 'en'],
    ])('of a short text is told by its script: %s (%s) is %s', (text, stated, language) => {
      expect(languageOf(text, stated)).toBe(language)
    })

    it('is Chinese where Han stand without kana and nothing is stated', () => {
      expect(languageOf('国乒男团3比0横扫日本队夺得世乒赛冠军', undefined)).toBe('zh')
      expect(languageOf('函館市中心部火災宿泊客百二十人避難', 'ja')).toBe('ja')
    })

    it('is plain where a script has one language, whatever stands beside it', () => {
      expect(languageOf('LAFC MLS 새로운 감독 선임', undefined)).toBe('ko')
    })

    it('is what is stated where the detector does not know it, or two are close', () => {
      expect(languageOf('Badai mencapai pantai Norwegia dan menutup sekolah serta jalan raya', 'id')).toBe(
        'id',
      )
      expect(languageOf('Stormen har nådd kysten og skolene er stengt til fredag', 'no')).toBe('no')
    })
  })
})
