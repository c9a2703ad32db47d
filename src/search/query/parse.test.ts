import { describe, expect, it } from 'vitest'
import { leastCpuMs } from '../../../test/processor-time.ts'
import { fc } from '../../../test/properties.ts'
import type { QueryNode } from '../../model/search.ts'
import { parseQuery } from './parse.ts'

/** The normal form of a query; `undefined` if it searches for nothing. */
function read(text: string): string | undefined {
  const { node, text: echo } = parseQuery(text)
  return node === undefined ? undefined : echo
}

describe('parseQuery', () => {
  it.each([
    ['climate paris', 'climate paris'],
    ['climate AND paris', 'climate paris'],
    ['"climate  change" -trump', '"climate change" -trump'],
    ['\u201cclimate change\u201d', '"climate change"'],
    ['a OR b c', 'a OR b c'],
    ['(a OR b) c', '(a OR b) c'],
    ['-(a b)', '-(a b)'],
    ['-only -negatives', '-only -negatives'],
    ['NOT storm', '-storm'],
    ['source:-alpha', '-source:alpha'],
    ['-(-(-a))', '-a'],
    ['a OR -b', 'a OR -b'],
    ['(has:text OR -has:text) x', '(has:text OR -has:text) x'],
    ['-(a OR -b)', '-(a OR -b)'],
    ['x -(a b) -"c d"', 'x -(a b) -"c d"'],
    ['x -(-y)', 'x y'],
    ['clim*', 'clim*'],
    ['title:(a b)', 'title:a title:b'],
    ['Title:"a b" -lang:de', 'title:"a b" -lang:de'],
    ['source:hacker-news site:https://www.bbc.co.uk/news', 'source:hacker-news site:www.bbc.co.uk'],
    ['after:2026-01 before:2026-02-01T12:00:00Z x', 'after:2026-01-01 before:2026-02-01T12:00:00.000Z x'],
    ['covid-19', 'covid-19'],
    ['covid-1*', 'covid 1*'],
    ['AT&T', 'AT&T'],
    ['node.js 3.5%', 'node.js 3.5'],
    ['email', 'email'],
    ['5,000', '5,000'],
    ['title:5,000', 'title:5,000'],
    ['title:5,000,b', 'title:5,000 OR title:b'],
    ['title:5,00', 'title:5 OR title:00'],
    ['$1,234,567.', '1,234,567'],
    ['1,234.56', '1,234.56'],
    ['3,14', '3,14'],
    ['1,2,3', '1 2 3'],
    ['2024,2025,2026', '2024 2025 2026'],
    ['war,5,000 dead', 'war 5,000 dead'],
    ['12 000 people', '12\u00a0000 people'],
    ['1 000 000', '1\u00a0000\u00a0000'],
    ['12\u202f345', '12\u202f345'],
    ['iphone 12 128', 'iphone 12 128'],
    ['5 (000)', '5 AND 000'],
    ['192.168.1.10 1.2.10', '192.168.1.10 1.2.10'],
    ['学习c++编程', '学习 c++ 编程'],
    ['学习C#和.NET', '学习 C# NET'],
    ['war,peace;truce', 'war peace truce'],
    ['same other same SAME', 'same other SAME'],
    ['-(same same) other', '-same other'],
    ['title:-x y', '-title:x y'],
    ['title:-"a b" y', '-title:"a b" y'],
    ['title:-(a b) y', '-(title:a title:b) y'],
    ['storm source:-alpha,-beta', 'storm -source:alpha -source:beta'],
    ['storm -source:alpha,beta', 'storm -(source:alpha OR source:beta)'],
    ['storm source:alpha,-beta', 'storm source:alpha -source:beta'],
    ['source:alpha,beta', 'source:alpha OR source:beta'],
    ['storm title:"a b",c', 'storm (title:"a b" OR title:c)'],
    ['storm NOT rain', 'storm -rain'],
    ['storm AND NOT rain', 'storm -rain'],
    ['storm NOT "heavy rain" NOT (a OR b)', 'storm -"heavy rain" -(a OR b)'],
    ['storm NOT title:rain', 'storm -title:rain'],
    ['storm NOT -rain', 'storm rain'],
    ['lang:EN', 'lang:en'],
    ['language:de -domain:a.example,b.example', 'lang:de -(site:a.example OR site:b.example)'],
    ['Intitle:5,000', 'title:5,000'],
    ['lang:en-US,pt_BR', 'lang:en OR lang:pt'],
    ['lang:"en-US"', 'lang:en'],
    ['category:"AI & Research" -category:"日本語"', 'category:ai-and-research -category:xn--wgv71a119e'],
    ['category:Sport,日本語', 'category:sport OR category:xn--wgv71a119e'],
    ['category:日本語*', 'category:日本語*'],
  ])('reads %j as %j', (text, echo) => {
    expect(read(text)).toBe(echo)
  })

  it.each([
    ['an unbalanced quote', 'say "cheese', 'say cheese'],
    ['an inch', '5" screen 7" screen', '5 screen 7'],
    ['an unknown field', 'foo:bar', 'foo bar'],
    ['a known field without a value', 'title: the end', 'title the end'],
    ['a day that no calendar has', 'after:2026-02-31', 'after 2026-02-31'],
    ['a dash between spaces', 'war - peace', 'war peace'],
    ['parentheses that close nothing', ') a ) b (', 'a b'],
    ['an operator without operands', 'OR', 'or'],
    ['an operator at the end', 'a OR', 'a or'],
    ['NOT before nothing', 'to be or NOT', 'to be or not'],
    ['NOT before OR', 'a NOT OR b', 'a not OR b'],
    ['commas that separate nothing', 'title:a, b', 'title:a b'],
    ['nothing but commas', 'title:, b', 'b'],
    ['a NUL', 'a\u0000b', 'a b'],
    ['half a surrogate pair', 'a\ud800b', 'a b'],
  ])('takes %s as text', (_, text, echo) => {
    expect(read(text)).toBe(echo)
  })

  it.each([[''], ['   '], ['"" () ! -'], ['-()'], ['title:! *'], ['\u0000']])(
    'finds nothing to look for in %j',
    (text) => {
      expect(parseQuery(text)).toEqual({ node: undefined, text: '' })
    },
  )

  it('reads scripts without spaces word by word', () => {
    expect(read('東京オリンピックが開催')).toBe('東京 オリンピック 開催')
    expect(read('iPhone発売')).toBe('iPhone 発売')
    expect(read('นายกรัฐมนตรีไทย')).toBe('นายก รัฐมนตรี ไทย')
    expect(read('が')).toBe('が')
    expect(read('東京*')).toBe('東京*')
  })

  it('reads its own echo as the same, whatever the text', () => {
    fc.assert(
      fc.property(queryText(), (text) => {
        const first = parseQuery(text)

        const second = parseQuery(first.text)

        expect(second).toEqual(first)
      }),
      { numRuns: 5_000 },
    )
  })

  it('gives engines only what they can answer: no empty word, no group of one, no double negation', () => {
    fc.assert(
      fc.property(queryText(), (text) => {
        const { node } = parseQuery(text)

        expect(node === undefined || isSound(node)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['opening parentheses', '('],
    ['opened quotes and minuses', '-"'],
    ['nested negations', '-('],
    ['fields', 'title:'],
    ['operators', 'a OR '],
    ['words', 'ab '],
    ['a word', 'a'],
    ['colons', 'a:'],
    ['hyphens', 'a-'],
    ['marks', 'e\u0301\u0301'],
    ['kana', 'あ'],
    ['stars', '*'],
    ['groups', '(a) '],
    ['Thai', 'ก'],
  ])('reads 10 kB of %s in under 200 ms', (_, piece) => {
    const text = piece.repeat(Math.ceil(10_000 / piece.length))

    expect(leastCpuMs(() => parseQuery(text), 200)).toBeLessThan(200)
  })
})

const PIECES = [
  '"', '(', ')', '-', '*', ' OR ', 'AND', ' NOT ', ',', ' ', ':', 'title:', 'source:', 'site:', 'after:2026-01-02', 'before:1', 'lang:de',
  'word', 'wörter', "don't", 'U.S.', 'C++', 'C#', 'a-b', '5,000', '3,', '000', '\u00a0', '東京', 'が', '한국', 'ไทย', '👍', '\u0000', '\ud800', '\u00ad',
  '\u0301', '“', '”', ',', '19', 'x/y', '\n',
] // prettier-ignore

/** Text with many operators of the grammar. */
function queryText(): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(...PIECES)
  return fc.oneof(
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
}

function isSound(node: QueryNode): boolean {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return node.text.trim() !== ''
    case 'not':
      return node.child.kind !== 'not' && isSound(node.child)
    case 'and':
    case 'or':
      return node.children.length > 1 && node.children.every(isSound)
    case 'before':
    case 'after':
      return Number.isFinite(node.at)
  }
}
