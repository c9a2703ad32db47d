import { describe, expect, it } from 'vitest'
import { readFeed } from './read.ts'

/** Most processor time for one hostile document, ms. */
const PATIENCE_MS = 2_000

const item = (content: string): string => `<rss><channel><item>${content}</item></channel></rss>`

describe('hostile feeds', () => {
  it.each([
    ['a link of a million blanks', item(`<link>http://a.example/${' '.repeat(1_000_000)}b</link>`)],
    ['a link of a million tabs', item(`<link>http://a.example/${'\t '.repeat(500_000)}b</link>`)],
    ['an author of a million signs', item(`<author>${'a@'.repeat(500_000)}</author>`)],
    ['a title of unclosed tags', item(`<title><![CDATA[${'<a "'.repeat(300_000)}]]></title>`)],
    ['a title of unclosed quotes', item(`<title><![CDATA[<a ${'"" '.repeat(300_000)}]]></title>`)],
    [
      'a million keywords',
      item(`<i:keywords>${'a,'.repeat(1_000_000)}</i:keywords>`).replaceAll('i:', 'itunes:'),
    ],
    ['300,000 categories', item('<category>x</category>'.repeat(300_000))],
    ['300,000 children of a damaged text', item(`<title>\u00C3\u0192</title>${'<b/>'.repeat(290_000)}`)],
    ['a date of a million digits', item(`<pubDate>${'1'.repeat(1_000_000)}</pubDate>`)],
    [
      '5,000 dates of much work',
      item('').replace('<item></item>', `<item><pubDate>${'1:1 '.repeat(49)}</pubDate></item>`.repeat(5_000)),
    ],
    [
      '100,000 items',
      `<rss><channel>${'<item><title>x</title><link>http://a.example/</link></item>'.repeat(100_000)}`,
    ],
    ['JSON of 1,000,000 levels', '['.repeat(1_000_000)],
    [
      'JSON of closed levels',
      `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`,
    ],
    [
      'a namespace declared on each of 50,000 items',
      `<rss><channel>${'<item xmlns:x="y"><x:a/></item>'.repeat(50_000)}`,
    ],
    ['XHTML of 100,000 sections', item(`<description><b/>${'<![CDATA[x]]>'.repeat(100_000)}</description>`)],
    ['a base on each of 20,000 levels', `<feed>${'<entry xml:base="a/">'.repeat(20_000)}`],
  ])('with %s cost little', (_, document) => {
    const before = process.cpuUsage()

    const reading = readFeed(Buffer.from(document), undefined, 'https://feeds.example/')

    expect(['feed', 'other']).toContain(reading.kind)
    expect(cpuMs(before)).toBeLessThan(PATIENCE_MS)
  })
})

/** Processor time since `before`, which other work on the machine does not change. */
function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
