import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { findCopies, type ReportText } from './copies.ts'
import { minHashSignature } from './min-hash.ts'

let nextItem = 1
function anItem(publisher: string, publishedAt: number, text: string): ReportText {
  return { itemId: nextItem++, publisher, publishedAt, signature: minHashSignature(text) }
}

function textOf(topic: string, words = 300): string {
  return Array.from({ length: words }, (_, at) => `${topic}${at}`).join(' ')
}

const copies = (...items: ReportText[]) => {
  const found = findCopies(items)
  return items.map(({ itemId }) => found.has(itemId))
}

describe('copies among the items of a story', () => {
  it('are those whose text another publisher had before', () => {
    const [wire, own] = [textOf('wire'), textOf('own')]

    expect(
      copies(anItem('agency', 0, wire), anItem('paper', 1, own), anItem('herald', 2, `${wire} (AP)`)),
    ).toEqual([false, false, true])
  })

  it('are found whatever order the items come in', () => {
    const wire = textOf('wire')

    expect(copies(anItem('herald', 2, wire), anItem('post', 1, wire), anItem('agency', 0, wire))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('are the same in a story of many items', () => {
    const texts = Array.from({ length: 90 }, (_, at) => textOf(`topic${at % 40}-`, 100))

    const found = copies(...texts.map((text, at) => anItem(`paper${at}`, at, text)))

    expect(found).toEqual(texts.map((_, at) => at >= 40))
  })

  it('are the same in a large story that grows, shrinks and changes', () => {
    const random = randomOf(7)
    const anyItem = (): ReportText =>
      anItem(
        `paper${Math.floor(random() * 9)}`,
        Math.floor(random() * 50),
        textOf(`topic${Math.floor(random() * 30)}-`, 90),
      )
    const story = Array.from({ length: 80 }, anyItem)

    for (let round = 0; round < 30; round++) {
      if (round % 3 === 0) story.push(anyItem(), anyItem())
      if (round % 3 === 1) story.splice(Math.floor(random() * story.length), 1)
      if (round % 3 === 2) {
        const at = Math.floor(random() * story.length)
        story[at] = { ...anyItem(), itemId: story[at]?.itemId ?? 0 }
      }
      // Signatures that were never seen before.
      const anew = story.map((item) => ({ ...item, signature: item.signature?.slice() }))

      expect(findCopies(story)).toEqual(findCopies(anew))
    }
  })

  it('are not a publisher’s own texts again', () => {
    const text = textOf('wire')

    expect(copies(anItem('agency', 0, text), anItem('agency', 1, text))).toEqual([false, false])
  })

  it('are not texts that quote a third of another', () => {
    const wire = textOf('wire')
    const quoting = `${textOf('own', 200)} ${wire.split(' ').slice(0, 100).join(' ')}`

    expect(copies(anItem('agency', 0, wire), anItem('paper', 1, quoting))).toEqual([false, false])
  })

  it('are not short texts, which agree by chance', () => {
    expect(copies(anItem('agency', 0, 'Ferry aground'), anItem('paper', 1, 'Ferry aground'))).toEqual([
      false,
      false,
    ])
  })
})
