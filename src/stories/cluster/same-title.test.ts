import { describe, expect, it } from 'vitest'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS } from '../../model/time.ts'
import { LINK_MODEL } from './link-model.ts'
import { newLiveStory } from './live-item.ts'
import { LiveSet } from './live-set.ts'
import { createSameTitle } from './same-title.ts'

describe('items of one title', () => {
  it('are found as long as they live', () => {
    const live = new LiveSet(LINK_MODEL)
    const [first, second, other] = ['Morning notes', 'Morning notes', 'Bridge opens'].map((title, at) =>
      live.add(item(at + 1, title), newLiveStory(0)),
    )
    if (first === undefined || second === undefined || other === undefined)
      throw new Error('three were added')
    const titles = createSameTitle(() => [first, other])

    const one = titles.of(first.title)
    titles.add(second)
    const both = titles.of(first.title)
    titles.remove(first)

    expect(one).toEqual([first])
    expect(both).toEqual([first, second])
    expect(titles.of(first.title)).toEqual([second])
    expect(titles.of(other.title)).toEqual([other])
    titles.remove(second)
    expect(titles.of(first.title)).toEqual([])
  })
})

function item(itemId: number, title: string): StoryItem {
  const publishedAt = Date.UTC(2026, 2, 2) + itemId * HOUR_MS
  return {
    itemId,
    sourceId: 'gazette',
    publisher: 'gazette.example',
    title,
    url: 'https://gazette.example/',
    summary: '',
    language: 'en',
    publishedAt,
    firstSeenAt: publishedAt,
    dated: true,
  }
}
