import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../../test/processor-time.ts'
import { readOutlines } from './reader.ts'

const found = (text: string): (string | undefined)[][] =>
  readOutlines(text).feeds.map(({ name, url, category }) => [name, url, category])

describe('readOutlines', () => {
  it('takes nested folders as categories, the innermost first, and the category attribute above them', () => {
    const feeds = found(`<?xml version="1.0"?><opml version="2.0"><head><title>t</title></head><body>
      <outline text="Top"/><outline text="Tech &amp; Science">
        <outline text="One" xmlUrl="https://a.example/1" type="rss"/>
        <outline text="Größe"><outline title="Two" text="zwei" xmlUrl="https://a.example/2"></outline></outline>
        <outline text="新闻"><outline text="Three" xmlUrl="https://a.example/3"/></outline>
        <outline text="Four" xmlUrl="https://a.example/4" category="/Boston/Weather,/Other"/>
      </outline>
      <outline text="Five" xmlUrl="https://a.example/5"/>
    </body></opml>`)

    expect(feeds).toEqual([
      ['One', 'https://a.example/1', 'Tech & Science'],
      ['Two', 'https://a.example/2', 'Größe'],
      ['Three', 'https://a.example/3', '新闻'],
      ['Four', 'https://a.example/4', 'Weather'],
      ['Five', 'https://a.example/5', undefined],
    ])
  })

  it('takes the spelling of the folder where a category attribute has its slug alone', () => {
    const feeds = found(`<opml><body><outline text="Art / Film, TV">
      <outline text="One" xmlUrl="https://a.example/1" category="/art-film-tv"/>
      <outline text="Two" xmlUrl="https://a.example/2" category="/${'x'.repeat(80)}"/>
    </outline></body></opml>`)

    expect(feeds.map(([, , category]) => category)).toEqual(['Art / Film, TV', 'x'.repeat(64)])
  })

  it.each<[string, string, [string, string][]]>([
    [
      'bare ampersands',
      '<outline text="A & B" xmlUrl="https://a.example/?x=1&copy=2&amp;y=3"/>',
      [['A & B', 'https://a.example/?x=1&copy=2&y=3']],
    ],
    [
      'tags and quotes in a description',
      '<outline text="A" description="by <a href="https://x.example/">X</a> and "friends", see <i title="y">it</i>" xmlUrl="https://a.example/"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'a name that is escaped twice',
      '<outline text="Caf&amp;eacute; &amp;amp; Co" xmlUrl="https://a.example/"/>',
      [['Café & Co', 'https://a.example/']],
    ],
    [
      'a site alone',
      '<outline type="rss" text="A" xmlUrl="" htmlUrl="https://a.example/"/><outline text="B" htmlUrl="https://b.example/"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'an outline in a comment',
      '<!-- <outline text="Z" xmlUrl="https://z.example/"/> --><outline text="A" xmlUrl="https://a.example/"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'a comment without an end',
      '<!-- <outline text="A" xmlUrl="https://a.example/"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'capitals',
      '<OPML><BODY><OUTLINE TEXT="A" XMLURL="https://a.example/"/></BODY></OPML>',
      [['A', 'https://a.example/']],
    ],
    [
      'single quotes and spaces',
      "<outline\n text = 'A'\n\txmlUrl\n=\n'https://a.example/'\n/>",
      [['A', 'https://a.example/']],
    ],
    [
      'no space between attributes',
      '<outline text="A"xmlUrl="https://a.example/"type="rss"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'a file cut off',
      '<opml><body><outline text="A" xmlUrl="https://a.example/"/><outline text="B" xmlUrl="https://b.exa',
      [
        ['A', 'https://a.example/'],
        ['B', 'https://b.exa'],
      ],
    ],
    [
      'folders never closed',
      '<outline text="F"><outline text="A" xmlUrl="https://a.example/">',
      [['A', 'https://a.example/']],
    ],
    ['no opml around', '<outline text="A" xmlUrl="https://a.example/"/>', [['A', 'https://a.example/']]],
    [
      'feed in url',
      '<outline text="A" type="rss" url="https://a.example/"/><outline text="L" type="link" url="https://l.example/"/>',
      [['A', 'https://a.example/']],
    ],
    [
      'the feed: scheme',
      '<outline text="A" xmlUrl="feed://a.example/"/><outline text="B" xmlUrl="feed:https://b.example/"/>',
      [
        ['A', 'http://a.example/'],
        ['B', 'https://b.example/'],
      ],
    ],
    [
      'names written in HTML',
      '<outline text="Caf&eacute;&nbsp;&#x2014;\n News" xmlUrl="https://a.example/"/>',
      [['Café — News', 'https://a.example/']],
    ],
    [
      'control characters',
      '<outline text="A\u0000\u001B[31m" xmlUrl="https://a.example/"/>',
      [['A [31m', 'https://a.example/']],
    ],
  ])('reads past %s', (_, text, feeds) => {
    expect(found(text).map(([name, url]) => [name, url])).toEqual(feeds)
  })

  it('expands no entities of a document type', () => {
    const feeds = found(
      '<!DOCTYPE opml [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]><opml><outline text="&a;&b;" xmlUrl="https://a.example/"/></opml>',
    )

    expect(feeds[0]?.[0]).toBe('&a;&b;')
  })

  it.each([
    '',
    'hello',
    '<rss><channel><title>t</title></channel></rss>',
    '{"feeds": []}',
    '<html><body><p>x</p></body></html>',
  ])('knows that %j is no OPML', (text) => {
    expect(readOutlines(text)).toEqual({ feeds: [], isOpml: false, isCut: false })
  })

  it('reads 10,000 outlines, and 5,000 folders in one another', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, n) => `<outline text="F${n}" xmlUrl="https://a.example/${n}"/>`,
    )
    const deep = `${'<outline text="in">'.repeat(5_000)}<outline text="A" xmlUrl="https://a.example/"/>`

    expect(readOutlines(many.join('')).feeds).toHaveLength(10_000)
    expect(readOutlines(deep).feeds).toHaveLength(1)
  })

  it('stops at a number of feeds that nobody follows', () => {
    const outlines = readOutlines('<outline xmlUrl="https://a.example/"/>'.repeat(50_001))

    expect(outlines.isCut).toBe(true)
    expect(outlines.feeds).toHaveLength(50_000)
  })

  it.each<(size: number) => string>([
    (size) => '<outline '.repeat(size),
    (size) => '<outline a="'.repeat(size),
    (size) => `<outline ${'a="'.repeat(size)}`,
    (size) => `<outline ${"a='".repeat(size)}${'b="'.repeat(size)}`,
    (size) => `<outline x="${'" '.repeat(size)}b`,
    (size) => `<outline ${' '.repeat(size)}`,
    (size) => `<outline ${'a'.repeat(size)}`,
    (size) => `<outline ${'a = '.repeat(size)}`,
    (size) => '<!--'.repeat(size),
    (size) => '</outline>'.repeat(size),
  ])('costs in proportion to the text, whatever it repeats: %s', (text) => {
    expect(costGrowth((size) => readOutlines(text(size)), 200_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
