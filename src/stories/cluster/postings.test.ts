import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS } from '../../model/time.ts'
import { LINK_MODEL } from './link-model.ts'
import { type LiveItem, newLiveStory } from './live-item.ts'
import { LiveSet } from './live-set.ts'
import { Postings } from './postings.ts'

const TERM = 7

describe('the items that hold a term', () => {
  it('are in order of time, in whatever order they came', () => {
    const [first, second, third] = items()
    const postings = new Postings()

    for (const item of [second, third, first]) postings.insert(TERM, item)

    expect(postings.of(TERM)).toEqual([first, second, third])
    expect(postings.of(8)).toEqual([])
  })

  it('are found as long as they live', () => {
    const [first, second, third] = items()
    const postings = new Postings()
    for (const item of [first, second, third]) postings.insert(TERM, item)

    postings.remove(TERM, second)
    const two = [...postings.of(TERM)]
    postings.remove(TERM, first)
    const one = [...postings.of(TERM)]
    postings.remove(TERM, third)

    expect(two).toEqual([first, third])
    expect(one).toEqual([third])
    expect(postings.of(TERM)).toEqual([])
  })
})

function items(): [LiveItem, LiveItem, LiveItem] {
  const live = new LiveSet(LINK_MODEL)
  const add = (itemId: number) => live.add(item(itemId), newLiveStory(0))
  return [add(1), add(2), add(3)]
}

function item(itemId: number): StoryItem {
  const publishedAt = Date.UTC(2026, 2, 2) + itemId * HOUR_MS
  return {
    itemId,
    sourceId: 'gazette',
    publisher: 'gazette.example',
    title: 'Morning notes',
    url: 'https://gazette.example/',
    summary: '',
    language: 'en',
    publishedAt,
    firstSeenAt: publishedAt,
    dated: true,
  }
}
