import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontStories, listItems, type ServedItem, type ServedStory } from './answers.ts'
import type { Round } from './captures.ts'
import { type FetchResult, type Collection, openCollection } from './collection.ts'
import { textOfStories } from './story-text.ts'

const MONDAY = Date.parse('2026-03-09T18:00:00Z')
const TUESDAY = Date.parse('2026-03-10T18:00:00Z')
const FERRY = 'Ferry Aurora runs aground off Port Selwyn with 214 aboard'

describe('feeds as they were on two days, collected and served', () => {
  let collection: Collection
  const collected: FetchResult[] = []
  const served: ServedItem[][] = []
  const fronts: ServedStory[][] = []

  beforeAll(async () => {
    const herald = [anEntry(FERRY, 'herald', '09 Mar 2026 15:00:00')]
    const wire = [anEntry(FERRY, 'wire', '09 Mar 2026 15:20:00')]
    const rounds: Round[] = [
      roundOf('monday', MONDAY, { 'herald.xml': herald, 'wire.xml': wire }),
      roundOf('tuesday', TUESDAY, {
        'herald.xml': [...herald, anEntry('Selwyn council votes on the quay', 'herald', undefined)],
        'wire.xml': wire,
      }),
    ]
    collection = await openCollection(rounds)
    for (const round of rounds) {
      collected.push(await collection.collect(round))
      served.push(await collection.serve((base) => listItems(base)))
      fronts.push(await collection.serve((base) => frontStories(base, 20)))
    }
  })

  afterAll(async () => {
    await collection.close()
  })

  it('grow by what each day brings', () => {
    expect(collected).toEqual([
      { added: 2, edited: 0, failed: [] },
      { added: 1, edited: 0, failed: [] },
    ])
    expect(served.map((items) => items.length)).toEqual([2, 3])
  })

  it('are seen when they were captured, under their own names', () => {
    const [newest] = (served[1] ?? []).filter(({ title }) => title.includes('council'))

    expect(newest?.firstSeenAt).toBe(new Date(TUESDAY).toISOString())
    expect(newest?.sourceName).toBe('The herald.xml')
  })

  it('make the front page of their own day, which can be read as text', () => {
    const text = textOfStories('Monday', fronts[0] ?? [])

    expect(text).toBe(`Monday

1. ${FERRY}  (2 items)
    dated   2026-03-09 15:00  The herald.xml: ${FERRY}
    dated   2026-03-09 15:20  The wire.xml: ${FERRY}
`)
  })

  it('are said to be undated where the feed gave no time', () => {
    const text = textOfStories('Tuesday', fronts[1] ?? [])

    expect(text).toContain('    undated 2026-03-10 18:00  The herald.xml: Selwyn council votes on the quay\n')
  })

  function roundOf(name: string, at: number, feeds: Readonly<Record<string, readonly string[]>>): Round {
    const captures = Object.entries(feeds).map(([feed, entries], index) => {
      const channel = `<title>The ${feed}</title><link>https://${feed}.example/</link>`
      const bytes = Buffer.from(`<rss version="2.0"><channel>${channel}${entries.join('')}</channel></rss>`)
      return { feed, read: () => bytes, at: at + index, category: 'general' }
    })
    return { name, captures }
  }
})

function anEntry(title: string, paper: string, date: string | undefined): string {
  const link = `https://${paper}.example/${title.toLowerCase().replaceAll(' ', '-')}`
  const published = date === undefined ? '' : `<pubDate>${date} GMT</pubDate>`
  const text = 'Rescue boats from three harbours took all passengers ashore before nightfall.'
  return `<item><title>${title}</title><link>${link}</link><description>${text}</description>${published}</item>`
}
