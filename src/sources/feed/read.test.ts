import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFeed } from './read.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

/**
 * Each file holds the expected reading (a part of it; times as RFC 3339, `null` for absent values), a line of `=`,
 * and a document.
 */
describe('reading a feed', () => {
  it.each(readdirSync(FIXTURES))('reads %s as it says', (file) => {
    const [expected = '', document = ''] = readFileSync(join(FIXTURES, file), 'utf8').split(/^=====\n/m)

    const reading = readFeed(Buffer.from(document), undefined, 'https://feeds.example/folder/feed.xml')

    expect(plain(reading)).toMatchObject(JSON.parse(expected) as object)
  })

  it('takes the first 5,000 entries of a document that never ends', () => {
    const document = `<rss><channel>${'<item><title>x</title></item>'.repeat(6_000)}`

    const reading = readFeed(Buffer.from(document), undefined, undefined)

    expect(reading.kind === 'feed' && reading.entries.length).toBe(5_000)
  })

  it.each(['rss-20', 'atom-10', 'json-feed'])(
    'gives only entries of the whole, wherever %s is cut',
    (name) => {
      const [, document = ''] = readFileSync(join(FIXTURES, `${name}.feed`), 'utf8').split(/^=====\n/m)
      const entriesOf = (text: string): string[] => {
        const reading = readFeed(Buffer.from(text), undefined, 'https://feeds.example/folder/feed.xml')
        return reading.kind === 'feed' ? reading.entries.map((entry) => JSON.stringify(entry)) : []
      }
      const whole = entriesOf(document)

      const cut = Array.from(document, (_, at) => entriesOf(document.slice(0, at))).flat()

      expect([...new Set(cut)]).toEqual(whole)
    },
  )

  it('never throws, whatever bytes come', () => {
    const sources = readdirSync(FIXTURES).map((file) => readFileSync(join(FIXTURES, file)))

    for (const source of sources) {
      for (let cut = 0; cut < source.length; cut += 31) readFeed(source.subarray(cut), undefined, undefined)
    }

    expect(sources.length).toBeGreaterThan(10)
  })
})

/** Converts a reading to the form of the fixtures: absent values are null, times are text. */
function plain(reading: unknown): unknown {
  const text = JSON.stringify(reading, (key, value: unknown) =>
    value === undefined
      ? null
      : key.endsWith('At') && typeof value === 'number'
        ? new Date(value).toISOString()
        : value,
  )
  return JSON.parse(text)
}
