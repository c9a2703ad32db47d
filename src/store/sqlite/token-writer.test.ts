import { describe, expect, it } from 'vitest'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { forEachHyphenated } from '../../domain/text/hyphens.ts'
import { forEachForm, type WordForm } from '../../domain/text/words.ts'
import { stemToken } from './stem-table.ts'
import { TokenWriter } from './token-writer.ts'
import { fc } from '../../../test/properties.ts'

describe('the words of a text for the full-text table', () => {
  // The first test of the file: what characters are is read when a text first has them.
  it('are right in the first text that a process meets', () => {
    const bytes = new TokenWriter().tokens('三中文字 서울 ok', 'zh')

    expect(bytes.toString()).toBe('三中 中文 文字 字 서울 울 ok')
  })

  it('are the folded words in their order, then each stem once with its language', () => {
    const bytes = new TokenWriter().tokens('The Running of runs, RUNNING', 'en-GB')

    expect(bytes.toString()).toBe('the running of runs running ~en~the ~en~run ~en~of')
  })

  it('are pairs of characters where a script has no spaces', () => {
    expect(new TokenWriter().tokens('東京都 に', 'ja').toString()).toBe('東京 京都 都 に')
  })

  it('stay what they are while others are written', () => {
    const writer = new TokenWriter()
    const texts = Array.from(
      { length: 60 },
      (_, at) => `first${at} ${'word 東京 '.repeat(100 * at)}last${at}`,
    )

    const written = texts.map((text) => writer.tokens(text, 'en'))

    expect(written.map(String)).toEqual(texts.map((text) => asStrings(text, 'en')))
  })

  it('are none where there are none', () => {
    expect(new TokenWriter().tokens(' …— ', 'en')).toHaveLength(0)
  })

  it.each([
    ['en', 'U.S. and U.K.’s don’t, it’s C++ e.g. f(x)=2½ naïve ﬁve'],
    ['de', 'Straße, Übergrößen: Häuser und Haus. 3,5 Mio. x²'],
    ['ru', 'Ещё один дом, дома'],
    ['ja', 'ＮＨＫの東京タワーで𠮷野家がパーティー。ｶﾞ'],
    ['ko', '서울에서 열린 회의와 가나 ㄱ'],
    ['th', 'ประเทศไทยและกรุงเทพ 5G'],
    ['ar', 'الكِتَابُ والمدرسة'],
    ['hi', 'हिन्दी में समाचार'],
    [null, 'what has no language 🇩🇪 👍🏽 ok'],
    ['en', 'x'.repeat(70) + ' ' + 'y'.repeat(64)],
  ])('are those that every engine finds by: %s', (language, text) => {
    expect(new TokenWriter().tokens(text, language).toString()).toBe(asStrings(text, language))
  })

  it('are so for any text, whatever was written before', () => {
    const writer = new TokenWriter()
    const language = fc.constantFrom('en', 'de', 'es', 'ja', 'zh', 'ko', 'xx', null)
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...Array.from("abcRUNning run U.S.’s'ß東京タ゛가é 12-+#")) }),
    )

    fc.assert(
      fc.property(text, language, (some, tag) => {
        expect(writer.tokens(some, tag).toString()).toBe(asStrings(some, tag))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are right beyond as many words as are kept', () => {
    const writer = new TokenWriter()
    const words = Array.from({ length: 130_000 }, (_, index) => `w${(index * 7).toString(36)}`)

    for (let first = 0; first < words.length; first += 10_000) {
      const text = words.slice(first, first + 10_000).join(' ')
      expect(writer.tokens(text, 'en').toString() === asStrings(text, 'en')).toBe(true)
    }
  })
})

/** The same in the plainest way. */
function asStrings(text: string, language: string | null): string {
  const primary = primaryLanguage(language)
  const folded: string[] = []
  const stems = new Set<string>()
  const add = (form: WordForm): void => {
    folded.push(form.folded)
    if (form.kind === 'word' && STEM_LANGUAGES.includes(primary)) stems.add(stemToken(form.stem, primary))
  }
  forEachForm(text, language, add)
  forEachHyphenated(text, (_, __, joined) => forEachForm(joined, language, add))
  return [...folded, ...stems].join(' ')
}
