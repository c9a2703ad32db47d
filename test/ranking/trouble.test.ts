import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomFor } from '../../sample/random.ts'
import { capitalise } from '../../sample/texts/phrase.ts'
import type { Entry } from '../../src/model/entry.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { askPage } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

/** A Tuesday, 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 10, 12)
const PAPERS = ['tide', 'harbor', 'beacon', 'ledger', 'courier', 'herald'].map((id) => aSource(id))
const TROUBLE = aSource('trouble')

/** What a troublesome source shows when it is visited, by hours before noon. */
type Trouble = (hoursAgo: number, at: EpochMs) => readonly Entry[]

/** What is told where nobody misbehaves. */
let before: OtherItems
let troubled: VirtualCollection
const opened: Served[] = []

beforeAll(async () => {
  const untroubled = await openVirtualCollection([...PAPERS, TROUBLE], NOON - 3 * DAY_MS)
  await collect(untroubled, undefined)
  before = await others(untroubled)
  await closeServed()
  await untroubled.close()
})

beforeEach(async () => {
  troubled = await openVirtualCollection([...PAPERS, TROUBLE], NOON - 3 * DAY_MS)
})

afterEach(async () => {
  await closeServed()
  await troubled.close()
})

describe('a source that misbehaves moves no other source’s items', () => {
  const oldItems = (_: number, at: EpochMs): readonly Entry[] =>
    Array.from({ length: 500 }, (_entry, n) =>
      anEntry({
        url: `https://trouble.example/archive/${n}`,
        title: `Archive number ${n} of volume ${n % 17} of our almanac`,
        publishedAt: at - (10 * DAY_MS + n * HOUR_MS),
      }),
    )
  const undatedItems = (hoursAgo: number, at: EpochMs): readonly Entry[] =>
    oldItems(hoursAgo, at).map((entry) => ({ ...entry, publishedAt: undefined }))
  const repeats = (hoursAgo: number, at: EpochMs): readonly Entry[] =>
    Array.from({ length: 100 }, (_, n) =>
      anEntry({
        url: `https://trouble.example/sale/${hoursAgo}-${n}`,
        title: 'Everything must go at the great Quillmart summer sale',
        publishedAt: at - n * 7 * MINUTE_MS,
      }),
    )
  const allNow = (_: number, at: EpochMs): readonly Entry[] =>
    Array.from({ length: 60 }, (_entry, n) =>
      anEntry({
        url: `https://trouble.example/evergreen/${n}`,
        title: `Recipe number ${n} from grandmother’s kitchen drawer`,
        publishedAt: at,
      }),
    )

  it.each<[string, Trouble]>([
    ['dumps 500 old items', oldItems],
    ['dumps 500 items without times', undatedItems],
    ['repeats one story 100 times', repeats],
    ['dates everything now, at every visit', allNow],
  ])('that %s', async (_, trouble) => {
    await collect(troubled, trouble)

    const after = await others(troubled)

    expect(before.hot.length).toBeGreaterThan(50)
    expect(before.trending.length).toBeGreaterThan(3)
    expect(after).toEqual(before)
  })

  it('for longer than until the next visit: what it dates anew stays where it was', async () => {
    await collect(troubled, allNow)

    const { base } = await served(troubled)
    const page = await askPage(`${base}/api/items?source=trouble&limit=500&fields=publishedAt`)

    const times = new Set(page.items.map(({ publishedAt }) => publishedAt))
    // Its own times say when the document was made, so the first sight counts.
    expect([...times]).toEqual([new Date(NOON - 36 * HOUR_MS + MINUTE_MS).toISOString()])
  })
})

/** Three days of papers that tell some stories together, and the troublesome source every twelve hours of the last two. */
async function collect(into: VirtualCollection, trouble: Trouble | undefined): Promise<void> {
  for (let hoursAgo = 72; hoursAgo >= 0; hoursAgo -= 3) {
    const at = NOON - hoursAgo * HOUR_MS
    for (const [paper, source] of PAPERS.entries()) {
      const entries = reportsOf(paper, source.id, hoursAgo, at)
      if (entries.length > 0) await into.visit(source, entries, at)
    }
    if (trouble !== undefined && hoursAgo % 12 === 0 && hoursAgo <= 36) {
      await into.visit(TROUBLE, trouble(hoursAgo, at), at + MINUTE_MS)
    }
  }
}

/** Each paper tells every event of its own number's multiples, so that events have one to six publishers. */
function reportsOf(paper: number, id: string, hoursAgo: number, at: EpochMs): Entry[] {
  return [0, 1].flatMap((n) => {
    const event = hoursAgo + n
    if (event % (paper + 1) !== 0) return []
    const title = titleOf(event)
    const publishedAt = at - (60 - 9 * paper) * MINUTE_MS
    return [anEntry({ url: `https://${id}.example/${event}`, title, publishedAt })]
  })
}

/** Seven invented words that no other event's title has: what belongs together is beyond doubt. */
function titleOf(event: number): string {
  const random = randomFor('title', event)
  const syllable = () =>
    random.pick(Array.from('bdfgklmnprstvz')) + random.pick(['a', 'e', 'i', 'o', 'u', 'ar', 'on'])
  const words = Array.from({ length: 7 }, () => syllable() + syllable() + syllable())
  return capitalise(words.join(' '))
}

async function served(collection: VirtualCollection): Promise<Served> {
  const one = await serve(collection.store)
  one.now = NOON
  opened.push(one)
  return one
}

async function closeServed(): Promise<void> {
  for (const served of opened.splice(0)) await served.close()
}

type OtherItems = Awaited<ReturnType<typeof others>>

/** All that the service tells of the other sources' items: order, scores, stories and trends. */
async function others(collection: VirtualCollection) {
  const { base } = await served(collection)
  const hot = await askPage(`${base}/api/items?source=-trouble&sort=hot&limit=500`)
  const trending = await askPage(`${base}/api/trending?hours=48&limit=500`)
  return {
    hot: hot.items.map(({ url, score, story }) => ({ url, score, story: counts(story) })),
    // Its own number may move in the third digit: one source more that publishes is a little more to expect.
    trending: trending.items
      .filter(({ source }) => source !== 'trouble')
      .map(({ url, trend }) => ({ url, trend: counts(trend) })),
  }
}

function counts(story: unknown): unknown {
  const { itemCount, sourceCount } = story as { itemCount: number; sourceCount: number }
  return { itemCount, sourceCount }
}
