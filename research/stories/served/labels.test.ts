import { describe, expect, it } from 'vitest'
import type { ServedItem } from './answers.ts'
import { type Label, matchLabels } from './labels.ts'

describe('labelled items among those that are served', () => {
  it('are found by feed and address, however the address is written', () => {
    const items = [anItem('f-1', 'https://a.example/one', 'One', 10)]

    const { judged } = matchLabels(
      [aLabel('1.xml', 'http://www.a.example/one?utm_source=feed', 'Uno')],
      items,
    )

    expect(judged).toEqual([found(10)])
  })

  it('are told apart by their titles where several lead to one address', () => {
    const items = [
      anItem('f-1', 'https://a.example/', 'Monday', 10),
      anItem('f-1', 'https://a.example/', 'Tuesday', 11),
    ]

    const { judged } = matchLabels([aLabel('1.xml', 'https://a.example/', 'Tuesday')], items)

    expect(judged).toEqual([found(11)])
  })

  it('are found by their titles where the address is another', () => {
    const items = [anItem('f-1', 'https://a.example/story/9', 'Harbour “reopens”', 10)]

    const { judged } = matchLabels([aLabel('1.xml', 'https://proxy.example/~3/9', 'Harbour reopens')], items)

    expect(judged).toEqual([found(10)])
  })

  it('are found in each feed that carries the item, and in no other', () => {
    const items = [{ ...anItem('f-1', 'https://a.example/one', 'One', 10), alsoIn: ['f-2'] }]
    const labels = ['1.xml', '2.xml', '3.xml'].map((feed) => aLabel(feed, 'https://a.example/one', 'One'))

    const { judged, missing } = matchLabels(labels, items)

    expect(judged).toHaveLength(2)
    expect(missing.map(({ feed }) => feed)).toEqual(['3.xml'])
  })
})

function found(placed: number) {
  return { truth: 'told', placed, sourceId: 'f-1', language: 'en' }
}

function anItem(source: string, url: string, title: string, storyId: number): ServedItem {
  return {
    id: 1,
    url,
    title,
    source,
    sourceName: source,
    alsoIn: [],
    publishedAt: '2026-03-10T12:00:00.000Z',
    firstSeenAt: '2026-03-10T12:30:00.000Z',
    story: { id: storyId, itemCount: 1 },
  }
}

function aLabel(feed: string, url: string, title: string): Label {
  return { feed, url, title, language: 'en', story: 'told' }
}
