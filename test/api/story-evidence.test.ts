import { describe, expect, it } from 'vitest'
import { StoryBody } from '../../src/api/schemas/story.ts'
import type { ItemDraft } from '../../src/model/item.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/model/time.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { collectedOf } from './collected.ts'
import { serve } from './serve.ts'

const EMPTY = { summary: '', contentHtml: '', contentText: '' }

/** A report in hours before now, of a paper of its own. */
interface Report extends Partial<ItemDraft> {
  readonly title: string
  readonly hours: number
  readonly isOfUnknownAge?: true
}

/** The reports of each story; the story's id is that of its first report. */
const STORIES: readonly (readonly Report[])[] = [
  // 1 and 2
  [
    { title: 'Bank of Japan raises rates to 1 %', hours: 12 },
    { title: 'Markets calm as the Bank of Japan goes to 1 %', hours: 9 },
  ],
  // 3
  [{ title: 'Chess in Oslo', hours: 40 }],
  // 4
  [{ title: 'Bank of Japan opens a museum in Kyoto', hours: 20 }],
  // 5
  [{ title: 'Harbour library of Morrenstadt reopens', hours: 30 }],
  // 6
  [{ title: 'Harbour library of Morrenstadt reopens', hours: 30 + 5 * 24 }],
  // 7
  [{ title: 'Zeppelin over Quito', hours: 5 }],
  // 8
  [{ title: 'Bank of Japan raises rates to 1 %', hours: 11, language: 'de' }],
  // 9 and 10
  [
    { title: '日本银行加息至1%', hours: 8, language: 'zh' },
    { title: '市场平静：日本银行加息', hours: 7, language: 'zh' },
  ],
  // 11
  [{ title: '日本银行开放博物馆', hours: 7, language: 'zh' }],
  // 12 to 211
  Array.from({ length: 200 }, (_, n) => ({
    title: `Quake in Lima: Peru counts ${n} dead`,
    hours: 80 - n / 4,
  })),
  // 212
  [{ title: 'Peru plays in Lima', hours: 40 }],
  // 213 and 214
  [
    { title: 'Volcano erupts on Tonga', hours: 20, isOfUnknownAge: true },
    { title: 'Tonga: volcanic eruption goes on', hours: 10 },
  ],
]

const collected = collectedOf(async (writer) => {
  const sources = STORIES.map((_, n) => `paper-${n}`)
  await writer.syncSources(
    sources.map((name) => aSource(name)),
    NOW,
  )
  let id = 0
  for (const [n, reports] of STORIES.entries()) {
    const storyId = id + 1
    const numbered = reports.map(({ hours, isOfUnknownAge, ...report }) => {
      id += 1
      const url = `https://paper${id}.example/${id}`
      const publishedAt = isOfUnknownAge === true ? NOW : NOW - hours * HOUR_MS
      return { id, isOfUnknownAge, draft: aDraft(`${id}`, { ...EMPTY, ...report, url, publishedAt }) }
    })
    await writer.saveVisit(
      aVisit(`paper-${n}`, {
        inserts: numbered.map((one) => ({
          ...anInsert(one.id, storyId, one.draft),
          ...(one.isOfUnknownAge === true ? { rankedAt: NOW - 30 * DAY_MS } : {}),
        })),
        sightings: numbered.map((one) => aSighting(one.id, one.draft)),
        scores: numbered.map((one) => aScore(one.id, 1, 1)),
      }),
    )
  }
})

async function storyOf(id: number) {
  return StoryBody.parse((await ask(`${collected.base}/api/story?id=${id}`)).json)
}

describe('the evidence of /api/story', () => {
  it('says in a sentence what joins two items, and weighs the words', async () => {
    const { items } = await storyOf(1)

    expect(items[0]?.joined).toBeNull()
    expect(items[1]?.joined).toMatchObject({ itemId: 1, words: ['Bank of Japan', '1 %'], hoursApart: 3 })
    expect(items[1]?.joined?.evidence).toMatchObject({
      text: 'Both name Bank of Japan and 1 %; 3 h apart.',
      words: [
        { text: 'Bank of Japan', where: 'title' },
        { text: '1 %', where: 'title' },
      ],
      sameTitle: false,
      samePublisher: false,
      dated: true,
    })
  })

  it('does not count hours to an item of unknown age', async () => {
    const { items } = await storyOf(213)

    expect(items[1]?.joined?.evidence).toMatchObject({
      text: 'Both name volcanic eruption and Tonga; the age of one is unknown.',
      dated: false,
    })
  })

  it('has runs of Chinese whole', async () => {
    const { items } = await storyOf(9)

    expect(items[1]?.joined?.words).toEqual(['日本银行加息'])
  })

  it('is there for each item of a large story', async () => {
    const { items, nearest } = await storyOf(12)

    expect(items.slice(1).every(({ joined }) => joined?.evidence.text.includes('Lima') === true)).toBe(true)
    expect(nearest?.item.id).toBe(212)
  })
})

describe('the nearest of /api/story', () => {
  it('is an item of another story of the language, with the reasons', async () => {
    const { nearest } = await storyOf(1)

    expect(nearest).toMatchObject({
      item: { id: 4, title: 'Bank of Japan opens a museum in Kyoto', storyId: 4, source: 'paper-2' },
      evidence: { words: [{ text: 'Bank of Japan' }] },
    })
    expect(nearest?.reasons.find(({ kind }) => kind === 'otherWords')?.otherWords).toContain('Kyoto')
    expect(nearest?.reasons.at(-1)).toMatchObject({ kind: 'unsure' })
    expect(nearest?.reasons.at(-1)?.text).toMatch(
      /^The chance that they report one event is .+; a join takes about 50 %\.$/,
    )
  })

  it('is found for a story of one item, and across more than four days with this reason', async () => {
    const { nearest } = await storyOf(5)

    expect(nearest?.item.id).toBe(6)
    expect(nearest?.evidence.text).toBe('Both have the same title; 5 days apart.')
    // Whether the model would be sure otherwise is another reason, and its own affair.
    expect(nearest?.reasons[0]?.kind).toBe('daysApart')
  })

  it('is found in Chinese', async () => {
    const { nearest } = await storyOf(9)

    expect(nearest).toMatchObject({ item: { id: 11 }, evidence: { words: [{ text: '日本银行' }] } })
  })

  it('is null while the search index is built, and there a moment later', async () => {
    const search = openSearch(collected.reader.searchSource)
    let status: 'building' | 'ready' = 'building'
    const building: Search = { ...search, state: () => Promise.resolve({ status, progress: 0.5 }) }
    const served = await serve(collected.reader, {}, undefined, building)
    const ofStory = async () => StoryBody.parse((await ask(`${served.base}/api/story?id=1`)).json)

    const before = await ofStory()
    status = 'ready'
    served.now += SECOND_MS
    const after = await ofStory()

    await served.close()
    expect(before.nearest).toBeNull()
    expect(before.items[1]?.joined?.words).toContain('Bank of Japan')
    expect(after.nearest?.item.id).toBe(4)
  })

  it('is null where no item shares a word', async () => {
    expect((await storyOf(7)).nearest).toBeNull()
  })

  it('is not an item of the story, under the id of a story that was merged into it', async () => {
    await collected.writer.saveVisit(
      aVisit('paper-0', { at: NOW, moves: [{ itemId: 4, storyId: 1 }], merges: [{ from: 4, into: 1 }] }),
    )

    await collected.reader.refresh()

    const story = await storyOf(4)

    expect(story.items.map(({ id }) => id)).toContain(4)
    expect(story.items.map(({ id }) => id)).not.toContain(story.nearest?.item.id)
  })
})
