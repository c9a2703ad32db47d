import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { cutToTokens, estimateTokens } from './token-estimate.ts'

describe('the estimate of tokens', () => {
  // Counted with o200k_base, cl100k_base, Llama 3 and Claude 2; the most of the four.
  it.each([
    ['The central bank keeps its key rate at 3.7 percent as inflation eases.', 18],
    ['Donaudampfschifffahrtsgesellschaftskapitän übernimmt überraschend Führung', 27],
    ['東京の桜が例年より早く満開となりました', 21],
    ['中国人民银行维持利率不变，通胀放缓', 20],
    ['Центральный банк сохранил ключевую ставку', 20],
    ['한국은행이 기준금리를 동결했다', 20],
    ['https://www.meridianwire.example/news/5748839237.html?a=1', 22],
    ['👩‍👩‍👧‍👦🏳️‍🌈', 27],
  ])('is not below what tokenizers count: %s', (text, counted) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted)
  })

  it('of a whole is at most that of its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(estimateTokens(`${a}\n${b}`)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(`\n${b}`))
      }),
    )
  })
})

describe('a cut', () => {
  it('fits, is a beginning, and halves no character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (text, most) => {
          const cut = cutToTokens(text, most)

          expect(estimateTokens(cut)).toBeLessThanOrEqual(most)
          expect(text.startsWith(cut)).toBe(true)
          expect(cut.isWellFormed()).toBe(true)
        },
      ),
    )
  })

  it('ends at a word where that costs little', () => {
    expect(cutToTokens('one two three four five six seven eight nine ten', 10)).toBe(
      'one two three four five six',
    )
  })
})
