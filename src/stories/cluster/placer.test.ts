import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS } from '../../model/time.ts'
import { StoryPlacer } from './placer.ts'

const TITLE = 'Ferry runs aground off Morrenstadt harbor'

describe('placing items in stories', () => {
  it('puts the same title of two sources within two days into one story', () => {
    expect(storiesOf([anItem(1, 'tide', 0), anItem(2, 'harbor', 47)])).toEqual([1, 1])
  })

  it('takes a title that one source uses every day for a column, not a story', () => {
    expect(storiesOf([anItem(1, 'tide', 0), anItem(2, 'tide', 24), anItem(3, 'tide', 48)])).toEqual([1, 2, 3])
  })

  it('joins nothing by a title of one word', () => {
    const items = [anItem(1, 'tide', 0), anItem(2, 'harbor', 1)].map((item) => ({ ...item, title: 'Update' }))

    expect(storiesOf(items)).toEqual([1, 2])
  })

  it('goes on where it was after a restart, in any order of times', () => {
    const placer = new StoryPlacer()
    placer.restore([{ ...anItem(1, 'tide', 30), storyId: 7 }])

    const { placements } = placer.place([anItem(2, 'harbor', 0)], () => 8)

    expect(placements).toEqual([{ itemId: 2, storyId: 7 }])
  })
})

function storiesOf(items: readonly StoryItem[]): number[] {
  let last = 0
  const { placements } = new StoryPlacer().place(items, () => ++last)
  return placements.map(({ storyId }) => storyId)
}

function anItem(itemId: number, sourceId: string, hours: number): StoryItem {
  return {
    itemId,
    sourceId,
    publisher: `${sourceId}.example`,
    url: `https://${sourceId}.example/${itemId}`,
    title: TITLE,
    summary: '',
    language: 'en',
    publishedAt: hours * HOUR_MS,
    firstSeenAt: 1_000 * HOUR_MS,
    dated: true,
  }
}
