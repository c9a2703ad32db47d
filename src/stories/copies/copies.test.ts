import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { type ReportText, sharesOfCopies, textPrint } from './copies.ts'

let nextItem = 1
function anItem(
  publisher: string,
  publishedAt: number,
  text: string,
  { title = `Title ${nextItem}`, sourceId = publisher } = {},
): ReportText {
  return { itemId: nextItem++, sourceId, publisher, publishedAt, title, print: textPrint(text) }
}

function textOf(topic: string, words = 300): string {
  return Array.from({ length: words }, (_, at) => `${topic}${at}`).join(' ')
}

const shares = (...items: ReportText[]) => {
  const found = sharesOfCopies(items)
  return items.map(({ itemId }) => found.get(itemId) ?? 1)
}

const copies = (...items: ReportText[]) => shares(...items).map((share) => share < 1)

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

  it('are the same if what the earlier items add is known', () => {
    const random = randomOf(7)
    const anyItem = (): ReportText =>
      anItem(
        `paper${Math.floor(random() * 9)}`,
        Math.floor(random() * 50),
        textOf(`topic${Math.floor(random() * 30)}-`, 90),
        { sourceId: `source${Math.floor(random() * 4)}` },
      )
    let story: ReportText[] = []

    for (const size of [1, 2, 5, 5, 20, 1, 80, 3]) {
      const grown = [...story, ...Array.from({ length: size }, anyItem)]
      const anew = sharesOfCopies(grown.map((item) => ({ ...item, known: undefined })))

      expect(sharesOfCopies(grown)).toEqual(anew)

      story = grown.map((item) => ({ ...item, known: anew.get(item.itemId) ?? 1 }))
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

  it('are short texts under one title', () => {
    const title = 'Singer leaves rehab'
    const teaser = 'The singer was reportedly photographed checking out of a centre in Utah on Friday.'

    expect(shares(anItem('mtv', 0, teaser, { title }), anItem('vh1', 1, teaser, { title }))).toEqual([
      1, 0.25,
    ])
    expect(
      shares(anItem('mtv', 0, teaser, { title }), anItem('vh1', 1, `${teaser.slice(0, 70)}…`, { title })),
    ).toEqual([1, 0.25])
  })

  it.each([
    ['the article has a text', 'The chief executive resigned after the board said a change was needed.'],
    ['neither has a text', ''],
  ])('are links with the title of the article, where %s', (_, text) => {
    const title = 'GenCAD'

    expect(shares(anItem('blog', 0, text, { title }), anItem('hackernews', 1, '', { title }))).toEqual([
      1, 0.25,
    ])
    expect(shares(anItem('hackernews', 0, '', { title }), anItem('blog', 1, text, { title }))).toEqual([
      1, 0.25,
    ])
    expect(shares(anItem('blog', 0, text, { title }), anItem('other', 1, ''))).toEqual([1, 1])
  })

  it('are not two texts under one title', () => {
    const title = 'Sprint chief resigns'

    expect(
      shares(
        anItem('a', 0, 'The chief executive resigned after the board said a change was needed.', { title }),
        anItem('b', 1, 'Gary Forsee has left as chairman, president and chief executive.', { title }),
      ),
    ).toEqual([1, 1])
  })
})

describe('one report that an aggregator lists on several sites', () => {
  const title = 'Minister stresses deep integration of industry'
  const sites = ['cls.example', 'jiemian.example', 'sina.example', 'tmt.example', 'wall.example']

  it.each([
    ['with no text at all', ''],
    ['with a teaser', 'The minister said on Monday that industry must integrate deeply.'],
    ['with its whole text', textOf('release')],
  ])('is one publisher, %s', (_, text) => {
    const items = sites.map((site, at) => anItem(site, at, text, { title, sourceId: 'readhub' }))

    expect(shares(...items)).toEqual([1, 0, 0, 0, 0])
  })

  it('is one under another title too, if its text is the same', () => {
    const items = sites.map((site, at) => anItem(site, at, textOf('release'), { sourceId: 'readhub' }))

    expect(shares(...items)).toEqual([1, 0, 0, 0, 0])
  })

  it('is several if each site writes its own', () => {
    const items = sites.map((site, at) => anItem(site, at, '', { sourceId: 'readhub' }))

    expect(shares(...items)).toEqual([1, 1, 1, 1, 1])
  })

  it('is one in a story of many items', () => {
    const others = Array.from({ length: 80 }, (_, at) => anItem(`p${at}`, at, textOf(`topic${at}-`)))
    const items = sites.map((site, at) => anItem(site, 100 + at, '', { title, sourceId: 'readhub' }))

    expect(shares(...others, ...items).slice(80)).toEqual([1, 0, 0, 0, 0])
  })
})
