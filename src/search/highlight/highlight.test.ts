import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import type { QueryNode } from '../../model/search.ts'
import { forEachHyphenated } from '../../text/joined-words.ts'
import { lookup, type LookupUnit } from '../../text/lookup.ts'
import { stem } from '../../text/stems/stem.ts'
import { type Token, wordForms, words } from '../../text/words.ts'
import { parseQuery } from '../query/parse.ts'
import { findMarks } from './find-marks.ts'
import { highlight, type HighlightOptions } from './highlight.ts'

function marked(text: string, query: string, language: string | null, options?: HighlightOptions): string {
  const { node } = parseQuery(query)
  return node === undefined ? text : highlight(text, node, language, options)
}

describe('highlight', () => {
  it.each([
    ['a word in any case', 'Storm over Rome', 'storm', 'en', '<mark>Storm</mark> over Rome'],
    ['another form of a word', 'She runs; they were running', 'run', 'en', 'She <mark>runs</mark>; they were <mark>running</mark>'],
    ['no other form where the language is unknown', 'They were running', 'run', null, 'They were running'],
    ['accents or none', 'Élection à Orléans', 'election orleans', 'fr', '<mark>Élection</mark> à <mark>Orléans</mark>'],
    ['a prefix', 'Climate and climbing', 'clim*', 'en', '<mark>Climate</mark> and <mark>climbing</mark>'],
    ['a phrase as one', 'Rome treaty, treaty of Rome', '"treaty of rome"', 'en', 'Rome treaty, <mark>treaty of Rome</mark>'],
    ['no phrase whose words stand apart', 'treaty signed of Rome', '"treaty of rome"', 'en', 'treaty signed of Rome'],
    ['a possessive without its ending', 'Merkel’s visit', 'merkel', 'en', '<mark>Merkel</mark>’s visit'],
    ['an acronym', 'The U.S. economy', 'us', 'en', 'The <mark>U.S.</mark> economy'],
    ['words joined by a hyphen', 'The COVID-19 wave', 'covid-19', 'en', 'The <mark>COVID-19</mark> wave'],
    ['Japanese', '東京都で博物館が開館', '東京博物館', 'ja', '<mark>東京</mark>都で<mark>博物館</mark>が開館'],
    ['a word that the dictionary cuts', '北京奥运会开幕', '奥运会', 'zh', '北京<mark>奥运会</mark>开幕'],
    ['one Japanese character', '東京都で', '都', 'ja', '東京<mark>都</mark>で'],
    ['the last Japanese character', '東京都', '都', 'ja', '東京<mark>都</mark>'],
    ['Korean before a particle', '한국은 좋다', '한국', 'ko', '<mark>한국</mark>은 좋다'],
    ['a word that is the stem of the one looked for', 'Kıyıda fırtına', 'fırtınalar', 'tr', 'Kıyıda <mark>fırtına</mark>'],
    ['a Ukrainian word with its apostrophe', 'П’ять об’єктів', "об'єкт", 'uk', 'П’ять <mark>об’єктів</mark>'],
    ['a hyphen where the query has none', 'Two e-mails', 'email', 'en', 'Two <mark>e-mails</mark>'],
    ['no hyphen where the query has one', 'They cooperated', 'co-operate', 'en', 'They <mark>cooperated</mark>'],
    ['Thai', 'นายกรัฐมนตรีไทย', 'ไทย', 'th', 'นายกรัฐมนตรี<mark>ไทย</mark>'],
    ['half-width kana', 'ｶﾞﾗｽの器', 'ガラス', 'ja', '<mark>ｶﾞﾗｽ</mark>の器'],
    ['nothing that is left out', 'Storm over Rome', 'storm -rome', 'en', '<mark>Storm</mark> over Rome'],
    ['an inflection that begins a phrase elsewhere', 'Élection; élection storm', 'elections OR "élection storm"', 'fr', '<mark>Élection</mark>; <mark>élection storm</mark>'],
    ['a number in another writing', 'About 5,000 people', '5000', 'en', 'About <mark>5,000</mark> people'],
    ['a number as typed', 'Rund 5.000 Menschen', '5,000', 'de', 'Rund <mark>5.000</mark> Menschen'],
    ['C++ beside Chinese', '学习C++编程', 'c++', 'zh', '学习<mark>C++</mark>编程'],
    ['a joined emoji whole', 'Go 👩‍🚀 now', '👩', 'en', 'Go <mark>👩‍🚀</mark> now'],
    ['the second part of a joined emoji', 'Go 👩‍🚀 now', '🚀', 'en', 'Go <mark>👩‍🚀</mark> now'],
    ['an emoji with its skin', 'Good 👍🏽!', '👍', 'en', 'Good <mark>👍🏽</mark>!'],
    ['an emoji with its variation', 'I ❤️ Rome', '❤', 'en', 'I <mark>❤️</mark> Rome'],
    ['a flag', 'In 🇩🇪🇫🇷 now', '🇫🇷', 'en', 'In 🇩🇪<mark>🇫🇷</mark> now'],
    ['a letter with its accent apart', 'Un cafe\u0301!', 'café', 'fr', 'Un <mark>cafe\u0301</mark>!'],
    ['overlapping finds as one', 'ab cd ef', '"ab cd" "cd ef"', 'en', '<mark>ab cd ef</mark>'],
  ])('marks %s', (_, text, query, language, html) => {
    expect(marked(text, query, language)).toBe(html)
  }) // prettier-ignore

  it('marks what is asked of one field in that field alone', () => {
    expect(marked('Storm', 'title:storm', 'en', { field: 'title' })).toBe('<mark>Storm</mark>')
    expect(marked('Storm', 'title:storm', 'en')).toBe('Storm')
    expect(marked('Storm', 'source:storm', 'en', { field: 'title' })).toBe('Storm')
  })

  it('escapes everything but its marks', () => {
    expect(marked('<b onload="x">storm</b> & \'co\'', 'storm b', 'en')).toBe(
      '&lt;<mark>b</mark> onload=&quot;x&quot;&gt;<mark>storm</mark>&lt;/<mark>b</mark>&gt; &amp; &#39;co&#39;',
    )
  })

  it('shows the passage with most of the query words', () => {
    const text = `${'Storm came early. '.repeat(20)}A flood in Rome followed the storm at night. ${'Calm again. '.repeat(40)}`

    const html = marked(text, 'storm flood rome', 'en', { maxChars: 80 })

    expect(html).toContain('A <mark>flood</mark> in <mark>Rome</mark> followed the <mark>storm</mark>')
    expect(html.replace(/<[^>]+>/g, '').length).toBeLessThanOrEqual(82)
    expect(html.startsWith('…')).toBe(true)
    expect(html.endsWith('…')).toBe(true)
  })

  it('cuts no emoji, flag or accented letter, wherever a passage begins and ends', () => {
    const text = `${'👩🏽‍🚀🇩🇪e\u0301👨‍👩‍👧‍👦👍🏽1️⃣'.repeat(6)} storm ${'👨‍👩‍👧‍👦🇫🇷o\u0308❤️'.repeat(9)}`
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const graphemes = new Set(Array.from(segmenter.segment(text), ({ segment }) => segment))

    for (let maxChars = 12; maxChars < 90; maxChars += 1) {
      const html = marked(text, 'storm', 'en', { maxChars })

      const bare = html.replace(/<\/?mark>|…/g, '')
      const cut = Array.from(segmenter.segment(bare), ({ segment }) => segment).filter(
        (segment) => !graphemes.has(segment),
      )
      expect(cut).toEqual([])
    }
  })

  it('shows the beginning of a text without a find', () => {
    expect(marked('one two three four five', 'six', 'en', { maxChars: 12 })).toBe('one two…')
  })

  it('gives the text again, whole or a passage, whatever the text and the query', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('東京', ' storm ', '<b>', '&amp;', "'s", '한국'),
          ),
        ),
        fc.constantFrom('storm', '東京', '한국 OR b', 'a* OR "storm b"', 'が OR 都'),
        fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
        (parts, query, maxChars) => {
          const text = parts.join('')

          const html = marked(text, query, 'en', maxChars === undefined ? {} : { maxChars })

          const bare = html.replace(/<\/?mark>/g, '')
          expect(bare).not.toMatch(/[<>"']/)
          expect(text).toContain(unescapeHtml(bare.replace(/^…|…$/g, '')).replace(/^…|…$/g, ''))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('marks of single words', () => {
  const parts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        ' storms ',
        'Stormy',
        ' running',
        '東京storm',
        'ไทย run',
        "run's",
        ' C++ ',
        ' a.b. ',
        '🚀',
      ),
    ),
  )

  it('are the words that the text is found by, and no others', () => {
    const units = lookup('storm run c++ 🚀')
    const wanted = units.map(({ text }) => ({ folded: lookup(text)[0]?.folded, stem: stem(text, 'en') }))
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('')
        const { node } = parseQuery('storm OR run OR c++ OR 🚀')

        const marks = node === undefined ? [] : findMarks(text, node, 'en', undefined)

        const found = words(text, 'en').filter(
          (token) =>
            token.kind === 'word' &&
            wanted.some((word) => word.folded === token.folded || word.stem === token.stem),
        )
        expect(marks.map(({ start, end }) => [start, end])).toEqual(
          found.map(({ start, end }) => [start, end]),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('marks', () => {
  const languages = ['en', 'de', 'fr', 'nl', 'pl', 'ro', 'tr', 'sr', 'ru', 'ga', 'id', 'ja', null]
  const inflection = fc.constantFrom('storm', 'storms', 'Storming', 'Élection', 'elections')
  const word = fc.oneof(
    inflection,
    fc.constantFrom('Über', 'ﬁre', 'dying', 'die'),
    fc.constantFrom('v', 'f', 'g', 'dz', 'zaz', 'menulis', 'tulis', 'gcat', 'cat', 'буря', 'бури', "об'єкт"),
    fc.constantFrom(
      'e-mails',
      'co-operate',
      'U.S.',
      'C++',
      '42',
      '&amp;',
      '<b>',
      '東京都',
      '한국은',
      'ไทย',
      '🚀',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '', '-', '’s ', '\u0301', '. ')), { maxLength: 40 })
    .map((parts) => parts.flat().join(''))

  const query = fc.oneof(
    fc
      .tuple(fc.constantFrom('w', 'w*', '"w"', '"w storm"', '"storm w"'), word)
      .map(([form, term]) => form.replace('w', () => term)),
    fc
      .tuple(inflection, inflection, word)
      .map(([single, first, second]) => `${single} OR "${first} ${second}"`),
    fc
      .array(
        word.filter((term) => lookup(term).length === 1),
        { minLength: 2, maxLength: 4 },
      )
      .map((terms) => terms.join(' OR ')),
  )

  it('are those of comparing each word of a text with each of a query', () => {
    fc.assert(
      fc.property(text, query, fc.constantFrom(...languages), (texts, queried, language) => {
        const { node } = parseQuery(queried)
        if (node === undefined) return

        const marks = findMarks(texts, node, language, undefined)

        expect(marks.map(({ start, end }) => [start, end])).toEqual(plainMarks(texts, node, language))
      }),
      { numRuns: 5_000 },
    )
  })
})

/** The ranges that any word or phrase of a query matches, by comparing every word. */
function plainMarks(text: string, root: QueryNode, language: string | null): number[][] {
  const tokens = words(text, language, { byDictionary: false })
  const found: number[][] = []
  const visit = (node: QueryNode): void => {
    if (node.kind === 'and' || node.kind === 'or') node.children.forEach(visit)
    if (node.kind !== 'word' && node.kind !== 'phrase') return
    if (node.field !== undefined) return
    const units = lookup(node.text, node.kind === 'word' && node.prefix)
    if (units.length === 0) return
    const same = (form: Pick<Token, 'folded' | 'stem' | 'kind'>, unit: LookupUnit): boolean => {
      if (unit.prefix) return form.folded.startsWith(unit.folded)
      if (form.folded === unit.folded) return true
      if (node.kind === 'phrase' || form.kind !== 'word' || unit.kind !== 'word') return false
      const stemmed = stem(unit.text, language)
      return form.stem === stemmed || form.folded === stemmed || form.stem === unit.folded
    }
    for (const [i, first] of tokens.entries()) {
      const run = units.map(({ offset }) =>
        tokens.slice(i).find(({ position }) => position === first.position + offset),
      )
      if (!run.every((token, k) => token !== undefined && units[k] !== undefined && same(token, units[k])))
        continue
      const [last, lastUnit] = [run.at(-1), units.at(-1)]
      const next = tokens[tokens.indexOf(last as Token) + 1]
      const half = last?.kind === 'gram' && lastUnit?.prefix && next?.kind === 'gram' && next.start < last.end
      found.push([first.start, half ? next.start : (last?.end ?? 0)])
    }
    forEachHyphenated(text, (start, end, joined) => {
      const [unit] = units
      if (units.length === 1 && unit && same(wordForms(language)(joined), unit)) found.push([start, end])
    })
  }
  visit(root)
  return joinOverlapping(found)
}

function joinOverlapping(ranges: readonly number[][]): number[][] {
  const joined: number[][] = []
  for (const [start = 0, end = 0] of ranges.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    const last = joined.at(-1)
    if (last !== undefined && start < (last[1] ?? 0)) last[1] = Math.max(last[1] ?? 0, end)
    else joined.push([start, end])
  }
  return joined
}

function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
