import { describe, expect, it } from 'vitest'
import { fc } from '../../test/properties.ts'
import { fold } from './fold.ts'
import { words } from './words.ts'

describe('words without the dictionary of Chinese and Japanese', () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '東京都の天気',
        'がギゼロ',
        '서울 날씨',
        'ภาษาไทย',
        "don't U.S. C++",
        'об’єкт',
        'Ärzte',
        ' ',
        '①ﾊﾟ々',
      ),
    ),
  )

  it('have the same forms, in order, in any writing', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'de', 'ja', 'th', null), (parts, language) => {
        const formsOf = (byDictionary: boolean) =>
          words(parts.join(''), language, { byDictionary }).map(({ folded, stem, kind }) => ({
            folded,
            stem,
            kind,
          }))

        expect(formsOf(false)).toEqual(formsOf(true))
      }),
    )
  })
})

describe('folding', () => {
  it('leaves Han, kana and Hangul as the long way does', () => {
    const units = Array.from({ length: 0xd7a3 - 0x3041 }, (_, index) => String.fromCharCode(0x3041 + index))

    const changed = units.filter((unit) => fold(unit) !== fold(`é${unit}`).slice(1))

    expect(changed).toEqual([])
  })

  it('writes the digits of all scripts alike', () => {
    const digits = Array.from({ length: 0x1fbf9 }, (_, unit) => String.fromCodePoint(unit)).filter((sign) =>
      /\p{Nd}/u.test(sign),
    )

    const folded = digits.map(fold)

    expect(folded).toEqual(digits.map((_, index) => String(index % 10)))
    expect(['٢٠٢٤', '۲۰۲۴', '२०२४', '২০২৪', '௨௦௨௪', '๒๐๒๔', '２０２４', '𝟸𝟶𝟸𝟺'].map(fold)).toEqual(
      Array.from({ length: 8 }, () => '2024'),
    )
  })
})

describe('a version', () => {
  const parts = (text: string): string[] => words(text, 'en').map(({ folded }) => folded)

  it.each(['v2.0.1', 'V2.0.1', '2.0.1'])('has the same words with and without its letter: %s', (version) => {
    expect(parts(`Release ${version}, out now`)).toEqual(['release', '2', '0', '1', 'out', 'now'])
    expect(parts(`${version}-beta`)).toEqual(['2', '0', '1', 'beta'])
  })

  it.each([
    ['V8 engine', ['v8', 'engine']],
    ['IPv6. 4 nets', ['ipv6', '4', 'nets']],
    ['v2 is out. v3.', ['v2', 'is', 'out', 'v3']],
    ['mv2.0', ['mv2', '0']],
    ['v.2', ['v', '2']],
  ])('is no word with a v: %s', (text, expected) => {
    expect(parts(text)).toEqual(expected)
  })
})
