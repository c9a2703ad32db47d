import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../model/time.ts'
import { type LinkedItem, linkItems } from './story-links.ts'

function anItem(id: number, title: string, item: Partial<LinkedItem> = {}): LinkedItem {
  return { id, title, summary: '', language: 'en', publishedAt: id * HOUR_MS, ...item }
}

describe('what joins the items of a story', () => {
  it('is nothing for the first', () => {
    expect(linkItems([anItem(1, 'Ferry runs aground off Morrenstadt')])).toEqual([undefined])
  })

  it('is the earlier item that shares most words, and which these are', () => {
    const links = linkItems([
      anItem(1, 'Ferry runs aground off Morrenstadt'),
      anItem(2, 'Harbor master of Morrenstadt resigns'),
      anItem(4, 'Morrenstadt ferry running late after the grounding'),
    ])

    // 3 of the 5 words that say something on either side: 3 / sqrt(5 · 5)
    expect(links[2]).toEqual({
      itemId: 1,
      similarity: 0.6,
      words: ['Morrenstadt', 'running', 'ferry'],
      hoursApart: 3,
    })
    expect(links[1]?.itemId).toBe(1)
  })

  it('counts a word of a summary half, and names those of titles first', () => {
    const [, link] = linkItems([
      anItem(1, 'Ferry aground', { summary: 'Ninety passengers were rescued.' }),
      anItem(2, 'Ferry rescued', { summary: 'All passengers are safe.' }),
    ])

    expect(link?.words).toEqual(['Ferry', 'rescued', 'passengers'])
  })

  it('is not a word that stands in every text', () => {
    const [, link] = linkItems([anItem(1, 'The state of the art'), anItem(2, 'The end of the line')])

    expect(link).toEqual({ itemId: 1, similarity: 0, words: [], hoursApart: 1 })
  })

  it('is, of two that are equally like it, the later', () => {
    const same = 'Ferry runs aground'

    const links = linkItems([anItem(1, same), anItem(2, same), anItem(3, same)])

    expect(links[2]).toMatchObject({ itemId: 2, similarity: 1 })
  })

  it('finds words where the script has no spaces', () => {
    const [, link] = linkItems([
      anItem(1, '東京で大きな地震', { language: 'ja' }),
      anItem(2, '東京の地震、被害なし', { language: 'ja' }),
    ])

    expect(link?.words).toEqual(expect.arrayContaining(['東京', '地震']))
  })

  it('takes titles that say nothing', () => {
    const items = ['', '🌊🌊', '!', 'a', 'x'.repeat(100_000)].map((title, at) => anItem(at + 1, title))

    expect(
      linkItems(items)
        .slice(1)
        .every((link) => link?.similarity === 0),
    ).toBe(true)
  })
})
