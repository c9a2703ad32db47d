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
          words(parts.join(''), language, byDictionary).map(({ folded, stem, kind }) => ({
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
})
