import { describe, expect, it } from 'vitest'
import { type Edition, EditionBody } from '../../src/model/edition.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../src/model/time.ts'
import { aDigest } from './a-digest.ts'
import { type EditionWorld, openEditionWorld, SEVEN } from './edition-world.ts'

const LONG =
  'A summary that is long enough to say what has happened, to whom, and why it may matter to others.'

function storiesOf({ sections }: Edition) {
  return sections.flatMap(({ stories }) => stories)
}

async function openDay(): Promise<EditionWorld> {
  const world = await openEditionWorld()
  await world.publish(
    { id: 1, storyId: 1, source: 'alpha', seenAt: SEVEN - 3 * HOUR_MS, score: 50, summary: 'Short.' },
    { id: 2, storyId: 1, source: 'beta', seenAt: SEVEN - 2 * HOUR_MS, score: 40, summary: LONG },
    { id: 3, storyId: 1, source: 'beta', seenAt: SEVEN - 2 * HOUR_MS, score: 39 },
    {
      id: 4,
      storyId: 1,
      source: 'gamma',
      seenAt: SEVEN - 2 * HOUR_MS,
      score: 38,
      language: 'de',
      summary: LONG + LONG,
    },
    { id: 5, storyId: 1, source: 'delta', seenAt: SEVEN - 2 * HOUR_MS, score: 37 },
    { id: 6, storyId: 1, source: 'epsilon', seenAt: SEVEN - 2 * HOUR_MS, score: 36 },
    { id: 7, storyId: 2, source: 'gamma', seenAt: SEVEN - 5 * HOUR_MS, score: 60, category: 'science' },
  )
  return world
}

describe('an edition', () => {
  it('has each story once: its headline, how many report it, and three reports of other sources', async () => {
    const world = await openDay()

    const edition = await world.draft(aDigest())

    expect(EditionBody.parse(edition)).toEqual(edition)
    expect(storiesOf(edition).map(({ itemId }) => itemId)).toEqual([7, 1])
    expect(storiesOf(edition)[1]).toMatchObject({
      storyId: 1,
      title: 'Title of n1',
      source: 'alpha',
      sourceName: 'The alpha',
      itemCount: 6,
      sourceCount: 5,
      isNew: false,
      newReportCount: 0,
    })
    expect(storiesOf(edition)[1]?.reports.map(({ itemId, source }) => [itemId, source])).toEqual([
      [2, 'beta'],
      [4, 'gamma'],
      [5, 'delta'],
    ])
    expect(edition).toMatchObject({
      digest: 'morning',
      title: 'The morning',
      date: '2026-03-02',
      scheduledAt: toIso(SEVEN),
      isLate: false,
      previousDate: null,
      storyCount: 2,
      newStoryCount: 0,
    })
  })

  it('takes the best summary in the language of the headline where its own is short', async () => {
    const world = await openDay()

    const [, story] = storiesOf(await world.draft(aDigest()))

    expect(story?.summary).toBe(LONG)
  })

  it('has a story whose reports have no summary', async () => {
    const world = await openEditionWorld()
    await world.publish({
      id: 31,
      storyId: 31,
      source: 'gamma',
      seenAt: SEVEN - HOUR_MS,
      score: 99,
      summary: '',
    })

    expect(storiesOf(await world.draft(aDigest()))[0]).toMatchObject({ itemId: 31, summary: '' })
  })

  it('leaves out a summary that repeats the title', async () => {
    const world = await openEditionWorld()
    await world.publish({
      id: 1,
      storyId: 1,
      source: 'alpha',
      seenAt: SEVEN - HOUR_MS,
      title: 'A storm!',
      summary: 'A storm',
    })

    expect(storiesOf(await world.draft(aDigest()))[0]?.summary).toBe('')
  })

  it('has what was first seen in its window, late news too, and no old items of a new source', async () => {
    const world = await openEditionWorld()
    const [seenAt, before] = [SEVEN - HOUR_MS, SEVEN - 25 * HOUR_MS]
    await world.publish(
      { id: 1, storyId: 1, source: 'alpha', seenAt },
      { id: 2, storyId: 2, source: 'alpha', seenAt: before },
      // Published in the window before, and read only now.
      { id: 3, storyId: 3, source: 'beta', seenAt, publishedAt: SEVEN - 30 * HOUR_MS },
      { id: 4, storyId: 4, source: 'gamma', seenAt, publishedAt: SEVEN - 5 * DAY_MS },
    )

    const ids = storiesOf(await world.draft(aDigest())).map(({ itemId }) => itemId)

    expect(new Set(ids)).toEqual(new Set([1, 3]))
  })

  it('has as many stories as the digest wants, in its order', async () => {
    const world = await openDay()
    const draft = async (query: string, size = 20) =>
      storiesOf(await world.draft(aDigest({ query, size }))).map(({ itemId }) => itemId)

    expect(await draft('sort=score', 1)).toEqual([7])
    expect(await draft('sort=newest')).toEqual([1, 7])
    expect(await draft('category=science')).toEqual([7])
    expect(await draft('minScore=55')).toEqual([7])
    expect(await draft('q=n7')).toEqual([7])
    expect(await draft('q="Title of n7"&category=-general')).toEqual([7])
    expect(await draft('q=nothing')).toEqual([])
  })

  it('puts its stories under their categories, that of the first story first', async () => {
    const world = await openDay()
    await world.publish({
      id: 8,
      storyId: 8,
      source: 'beta',
      seenAt: SEVEN - HOUR_MS,
      score: 30,
      category: 'science',
    })

    const { sections } = await world.draft(aDigest({ sections: 'category' }))

    expect(sections.map(({ category, stories }) => [category, stories.map(({ itemId }) => itemId)])).toEqual([
      ['science', [7, 8]],
      ['general', [1]],
    ])
  })

  it('without news has no sections', async () => {
    const world = await openEditionWorld()

    const edition = await world.draft(aDigest({ sections: 'category' }))

    expect(edition).toMatchObject({ storyCount: 0, sections: [] })
    expect(EditionBody.parse(edition)).toEqual(edition)
  })
})

describe('what is new since the edition before', () => {
  async function openNextDay() {
    const world = await openDay()
    const digest = aDigest({ windowMs: 72 * HOUR_MS })
    const first = await world.make(digest)
    world.now = SEVEN + DAY_MS
    return { world, digest, first }
  }

  it('is marked: stories, and reports of stories that it had', async () => {
    const { world, digest } = await openNextDay()
    const seenAt = SEVEN + 5 * HOUR_MS
    await world.publish(
      { id: 10, storyId: 10, source: 'beta', seenAt, score: 45 },
      { id: 11, storyId: 1, source: 'delta', seenAt, score: 5, title: 'The storm is over' },
    )

    const edition = await world.draft(digest)

    expect(edition).toMatchObject({ previousDate: '2026-03-02', newStoryCount: 1 })
    const found = storiesOf(edition).map(({ itemId, isNew, newReportCount }) => [
      itemId,
      isNew,
      newReportCount,
    ])
    expect(found).toEqual([
      [7, false, 0],
      [1, false, 1],
      [10, true, 0],
    ])
    const marked = storiesOf(edition)[1]?.reports.map(({ itemId, isNew }) => [itemId, isNew])
    expect(marked?.[0]).toEqual([11, true])
    expect(marked?.slice(1).every(([, isNew]) => isNew === false)).toBe(true)
  })

  it('is not a story that another was merged into meanwhile', async () => {
    const { world, digest } = await openNextDay()
    await world.publish({ id: 20, storyId: 20, source: 'beta', seenAt: SEVEN + HOUR_MS, score: 70 })
    await world.merge({ from: 2, into: 20 })

    const edition = await world.draft(digest)

    const story = storiesOf(edition).find(({ storyId }) => storyId === 20)
    expect(story).toMatchObject({ isNew: false, newReportCount: 1 })
    expect(storiesOf(edition).some(({ storyId }) => storyId === 2)).toBe(false)
  })

  it('is told of the edition before, not of one of the same day', async () => {
    const { world, digest, first } = await openNextDay()
    world.now = SEVEN + 5 * MINUTE_MS

    const again = await world.draft(digest)

    expect(again.previousDate).toBeNull()
    expect(storiesOf(again)).toEqual(storiesOf(first))
  })
})

describe('a clock that was set back', () => {
  it('keeps no edition from being made', async () => {
    const world = await openDay()
    await world.make(aDigest())
    world.now = SEVEN - 2 * HOUR_MS

    const edition = await world.draft(aDigest(), { date: '2026-03-03', at: SEVEN - 2 * HOUR_MS })

    expect(edition).toMatchObject({ previousDate: '2026-03-02', newStoryCount: 0 })
  })
})

describe('an edition that is made', () => {
  it('stays as it is though its items expire, its stories merge and the digest is another', async () => {
    const world = await openDay()
    const before = await world.make(aDigest())
    const read = async () => (await world.store.findEdition('morning', '2026-03-02'))?.body

    await world.merge({ from: 2, into: 1 })
    await world.store.prune({ firstSeenBefore: SEVEN + DAY_MS, maxItemsPerSource: 1 })
    await world.make(aDigest({ title: 'Another title', size: 1 }))

    expect(await world.store.findItems([1, 2, 7])).toEqual([])
    expect(await read()).toBe(JSON.stringify(before))
  })
})

describe('an edition that is made up', () => {
  it('reaches until now, has the day that was missed, and says so', async () => {
    const world = await openDay()
    world.now = SEVEN + 5 * HOUR_MS
    await world.publish({ id: 30, storyId: 30, source: 'beta', seenAt: SEVEN + 4 * HOUR_MS, score: 90 })

    const edition = await world.draft(aDigest())

    expect(edition).toMatchObject({
      date: '2026-03-02',
      isLate: true,
      scheduledAt: toIso(SEVEN),
      until: toIso(world.now),
      from: toIso(SEVEN - DAY_MS),
    })
    expect(storiesOf(edition).map(({ itemId }) => itemId)).toEqual([30, 7, 1])
  })
})
