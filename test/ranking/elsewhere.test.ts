import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoryBody } from '../../src/http/schemas/story.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { ask, askPage } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { aSource } from '../a-source.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const NOON = Date.UTC(2026, 2, 10, 12)

/** One event, and beside it what has some of its names or none. */
const FERRY: Readonly<Record<string, string>> = {
  en: 'Ferry Valdonia with 412 aboard runs aground off Port Kestrelby: Captain Tamsin Orlov blames a $37 million refit',
  de: 'Fähre Valdonia mit 412 Menschen vor Port Kestrelby auf Grund: Kapitänin Orlov nennt Umbau für 37 Millionen Dollar schuld',
  es: 'El ferri Valdonia encalla con 412 personas ante Port Kestrelby; Orlov culpa a una reforma de 37 millones de dólares',
  ru: 'Паром «Валдония» с 412 пассажирами сел на мель у Порт-Кестрелби: капитан Орлов винит ремонт за 37 млн долларов',
  el: 'Το πλοίο Βαλδόνια με 412 επιβάτες προσάραξε στο Κεστρέλμπι: ο πλοίαρχος Ορλόφ κατηγορεί την επισκευή των 37 εκατ. δολαρίων',
  ja: 'フェリー「ヴァルドニア」が412人を乗せケストレルビーで座礁、オルロフ船長は3700万ドルの改修を非難',
  zh: '渡轮“瓦尔多尼亚”号载412人在克斯特雷尔比搁浅，船长称3700万美元的改装是祸因',
}

const OTHERS: readonly (readonly [language: string, title: string])[] = [
  ['de', 'Port Kestrelby eröffnet nach zwei Jahren seine neue Bibliothek am alten Hafen'],
  ['es', 'Orlov presenta en Madrid una novela sobre la infancia y el mar'],
  ['en', 'Council of Marrow Hill votes to plant 412 trees along the river'],
  ['ru', 'Музей в Самаре показывает часы, которым триста лет'],
  ['ja', '桜の開花、今年は平年より五日早く'],
  ['zh', '春茶上市，价格与去年持平'],
]

const SOURCES = [...Object.keys(FERRY), 'late'].map((id) =>
  aSource(id, { language: id === 'late' ? 'fr' : id }),
)

let collection: VirtualCollection
let served: Served

beforeEach(async () => {
  collection = await openVirtualCollection(SOURCES, NOON - 24 * HOUR_MS)
  for (const [n, source] of SOURCES.entries()) {
    const at = NOON - (20 - n) * HOUR_MS
    const told = FERRY[source.id]
    const others = OTHERS.filter(([language]) => language === source.id).map(([, title]) => title)
    const titles = told === undefined ? [] : [told, ...others]
    await collection.visit(
      source,
      titles.map((title, m) =>
        anEntry({ url: `https://${source.id}.example/${m}`, title, publishedAt: at, language: source.id }),
      ),
      at + 5 * MINUTE_MS,
    )
  }
  served = await serve(collection.store)
  served.now = NOON
})

afterEach(async () => {
  await served.close()
  await collection.close()
})

async function storyOf(url: string) {
  const page = await askPage(`${served.base}/api/items?limit=500`)
  const item = page.items.find((one) => one['url'] === url)
  const story = item?.['story'] as { id: number } | undefined
  return StoryBody.parse((await ask(`${served.base}/api/story?id=${story?.id}`)).json)
}

describe('a story and those that tell it in other languages', () => {
  it.each(Object.keys(FERRY))(
    'find each other by names and numbers in any alphabet, from %s',
    async (language) => {
      const story = await storyOf(`https://${language}.example/0`)

      const urls = Object.keys(FERRY).filter((other) => other !== language)
      expect(story.elsewhere.map(({ url }) => url).toSorted()).toEqual(
        urls.map((other) => `https://${other}.example/0`).toSorted(),
      )
      for (const other of story.elsewhere) {
        expect(other.language).not.toBe(language)
        expect(other).toMatchObject({ itemCount: 1, sourceCount: 1 })
      }
    },
  )

  it('tell which names and numbers they share, as the story asked for writes them', async () => {
    const story = await storyOf('https://en.example/0')

    const russian = story.elsewhere.find(({ language }) => language === 'ru')
    expect(russian?.sharedNames).toEqual(
      expect.arrayContaining(['412', '37 million', 'Valdonia', 'Kestrelby']),
    )
  })

  it('stay apart where one name or number is all that they share', async () => {
    for (const url of ['https://de.example/1', 'https://es.example/1', 'https://en.example/1']) {
      const { elsewhere } = await storyOf(url)

      expect(elsewhere).toEqual([])
    }
  })

  it('know of an article that came later, and of a title that changed', async () => {
    const before = await storyOf('https://en.example/0')
    const late = aSource('late', { language: 'fr' })
    const show = async (title: string, at: number) =>
      collection.visit(
        late,
        [anEntry({ url: 'https://late.example/0', title, publishedAt: NOON - HOUR_MS, language: 'fr' })],
        at,
      )

    await show('Un navire échoué au large : ce que l’on sait ce midi', NOON - 30 * MINUTE_MS)
    const first = await storyOf('https://en.example/0')
    await show(
      'Le ferry Valdonia échoué avec 412 personnes à Port Kestrelby : Orlov accuse un chantier de 37 millions de dollars',
      NOON - 10 * MINUTE_MS,
    )
    const edited = await storyOf('https://en.example/0')

    const french = edited.elsewhere.filter(({ language }) => language === 'fr')
    expect(first.elsewhere).toEqual(before.elsewhere)
    expect(french.map(({ url }) => url)).toEqual(['https://late.example/0'])
  })
})
