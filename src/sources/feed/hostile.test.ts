import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { readFeed } from './read.ts'

const item = (content: string): string => `<rss><channel><item>${content}</item></channel></rss>`

/** What a document has many of, how many, and the document. */
const DOCUMENTS: readonly (readonly [string, number, (size: number) => string])[] = [
  ['blanks in a link', 1_000_000, (size) => item(`<link>http://a.example/${' '.repeat(size)}b</link>`)],
  ['tabs in a link', 500_000, (size) => item(`<link>http://a.example/${'\t '.repeat(size)}b</link>`)],
  ['blanks in a text', 1_000_000, (size) => item(`<description>a${' '.repeat(size)}b</description>`)],
  ['points in a text', 200_000, (size) => item(`<description>a${'\n - \n'.repeat(size)}b</description>`)],
  [
    'widgets in a text',
    30_000,
    (size) =>
      item(
        `<description><![CDATA[${'<div class="subscription-widget-wrap"></form> '.repeat(size)}]]></description>`,
      ),
  ],
  [
    'links to sites in a text',
    30_000,
    (size) =>
      item(
        `<description><![CDATA[${'<p><a href="https://a.example/a">a</a> a '.repeat(size)}]]></description>`,
      ),
  ],
  [
    'lines of hosts in a text',
    30_000,
    (size) => item(`<description><![CDATA[${'<br> <br> See omnystudio.com '.repeat(size)}]]></description>`),
  ],
  [
    'marks of headings in a text',
    30_000,
    (size) => item(`<description><![CDATA[${'<a href="#a"># <a '.repeat(size)}]]></description>`),
  ],
  ['signs in an author', 500_000, (size) => item(`<author>${'a@'.repeat(size)}</author>`)],
  ['signs before a word in an author', 60_000, (size) => item(`<author>${'a@'.repeat(size)} b</author>`)],
  ['unclosed tags in a title', 300_000, (size) => item(`<title><![CDATA[${'<a "'.repeat(size)}]]></title>`)],
  [
    'unclosed quotes in a title',
    300_000,
    (size) => item(`<title><![CDATA[<a ${'"" '.repeat(size)}]]></title>`),
  ],
  ['keywords', 1_000_000, (size) => item(`<itunes:keywords>${'a,'.repeat(size)}</itunes:keywords>`)],
  ['categories', 300_000, (size) => item('<category>x</category>'.repeat(size))],
  [
    'children of a damaged text',
    290_000,
    (size) => item(`<title>\u00C3\u0192</title>${'<b/>'.repeat(size)}`),
  ],
  ['digits in a date', 1_000_000, (size) => item(`<pubDate>${'1'.repeat(size)}</pubDate>`)],
  ['dates of much work', 5_000, (size) => items(`<pubDate>${'1:1 '.repeat(49)}</pubDate>`, size)],
  ['items', 100_000, (size) => items('<title>x</title><link>http://a.example/</link>', size)],
  ['levels of JSON', 300_000, (size) => '['.repeat(size)],
  ['closed levels of JSON', 100_000, (size) => jsonFeed(`${'['.repeat(size)}${']'.repeat(size)}`)],
  [
    'items that declare a namespace',
    50_000,
    (size) => `<rss><channel>${'<item xmlns:x="y"><x:a/></item>'.repeat(size)}`,
  ],
  [
    'sections of XHTML',
    100_000,
    (size) => item(`<description><b/>${'<![CDATA[x]]>'.repeat(size)}</description>`),
  ],
  ['levels with a base each', 20_000, (size) => `<feed>${'<entry xml:base="a/">'.repeat(size)}`],
]

describe('hostile feeds', () => {
  it.each(DOCUMENTS)('of so many %s cost in proportion: %i', (_, size, document) => {
    let kind = ''
    const read = (some: number) => {
      ;({ kind } = readFeed(Buffer.from(document(some)), undefined, 'https://feeds.example/'))
    }

    expect(costGrowth(read, size)).toBeLessThan(FAR_FROM_QUADRATIC)
    expect(['feed', 'other']).toContain(kind)
  })
})

function items(content: string, count: number): string {
  return `<rss><channel>${`<item>${content}</item>`.repeat(count)}</channel></rss>`
}

function jsonFeed(within: string): string {
  return `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${within}]}`
}
