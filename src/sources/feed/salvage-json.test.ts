import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { readFeed } from './read.ts'

const ITEMS = ['Ferry', 'Tram', 'Bridge'].map((title, index) => ({
  id: `${index}`,
  url: `https://paper.example/${index}`,
  title,
  authors: [{ name: 'Ann', url: 'https://paper.example/ann' }],
  attachments: [{ url: 'https://paper.example/a.mp3', mime_type: 'audio/mpeg', title: 'Sound' }],
}))
const FEED = JSON.stringify(
  { version: 'https://jsonfeed.org/version/1.1', title: 'Paper', items: ITEMS },
  null,
  1,
)

describe('a JSON Feed that is damaged', () => {
  it.each([
    ['cut off', FEED.slice(0, FEED.indexOf('"Bridge"')), ['Ferry', 'Tram']],
    ['with a quote too many', FEED.replace('"Tram"', '"Tr"am"'), ['Ferry', 'Bridge']],
    ['with a quote too few', FEED.replace('"Tram"', '"Tram'), ['Ferry', 'Bridge']],
    ['with a brace too few', FEED.replace(/\}(?=,\s*\{\s*"id": "1")/, ''), ['Tram', 'Bridge']],
    ['with a comma too many', FEED.replace(/\}\s*\]\s*\}\s*$/, '},]}'), ['Ferry', 'Tram', 'Bridge']],
    ['without its beginning', FEED.slice(3), ['Ferry', 'Tram', 'Bridge']],
    ['with a line end in a text', FEED.replace('Tram', 'Tr\nam'), ['Ferry', 'Tr am', 'Bridge']],
  ])('%s gives the items that stand whole', (_, text, titles) => {
    const reading = readFeed(Buffer.from(text), undefined, 'https://paper.example/feed.json')

    expect(reading).toMatchObject({ kind: 'feed' })
    expect(reading.kind === 'feed' ? reading.entries.map(({ title }) => title) : []).toEqual(titles)
  })

  it('keeps what it says of itself', () => {
    const reading = readFeed(Buffer.from(FEED.slice(0, -20)), undefined, undefined)

    expect(reading).toMatchObject({ feed: { title: 'Paper' } })
  })

  it.each(['{"items":[{"id":1', '{"a":1', '{"error":"no', '[{"id":1}', 'version/1 items'])(
    'is none where nothing of it is left: %s',
    (text) => {
      expect(readFeed(Buffer.from(text), undefined, undefined).kind).toBe('other')
    },
  )

  it.each(['{', '{"a":', '{"a":"', '"{', '{x}', '{x{y}'])('costs in proportion, made of %j', (part) => {
    const read = (size: number): unknown =>
      readFeed(Buffer.from(`{"title":"x","items":[${part.repeat(size)}`), undefined, undefined)

    expect(costGrowth(read, 100_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
