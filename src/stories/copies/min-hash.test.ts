import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { jaccardSimilarity, type Signature, minHashSignature } from './min-hash.ts'

/** Words that never repeat, so all their shingles differ. */
function wordsFrom(start: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `word${start + at}`).join(' ')
}

function signature(text: string): Signature {
  const made = minHashSignature(text)
  if (made === undefined) throw new Error('the text is too short')
  return made
}

describe('the similarity of two texts', () => {
  it('is 1 for the same words, however they are set', () => {
    const text = wordsFrom(0, 300)

    const set = `«${text.toUpperCase().replaceAll(' ', ', \n')}»!`

    expect(jaccardSimilarity(signature(text), signature(set))).toBe(1)
  })

  it('is 0 for texts without a common run of five words', () => {
    const words = wordsFrom(0, 200).split(' ')

    expect(jaccardSimilarity(signature(words.join(' ')), signature(words.toReversed().join(' ')))).toBe(0)
  })

  it('is exact for short texts', () => {
    // 96 and 96 shingles, 76 of them common: 76 / 116
    expect(jaccardSimilarity(signature(wordsFrom(0, 100)), signature(wordsFrom(20, 100)))).toBeCloseTo(
      76 / 116,
      10,
    )
  })

  it('is the share of common shingles, give or take a tenth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 400 }), (start, apart) => {
        const [a, b] = [wordsFrom(start, 500), wordsFrom(start + apart, 500)]

        const truth = (496 - apart) / (496 + apart)

        expect(Math.abs(jaccardSimilarity(signature(a), signature(b)) - Math.max(0, truth))).toBeLessThan(0.2)
      }),
      { numRuns: 200 },
    )
  })

  it('is seen in scripts without spaces too', () => {
    const text = Array.from({ length: 500 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 37) % 800))).join(
      '',
    )

    expect(jaccardSimilarity(signature(text), signature(`${text.slice(0, 450)}。終`))).toBeGreaterThan(0.8)
    expect(jaccardSimilarity(signature(text), signature(Array.from(text).toReversed().join('')))).toBe(0)
  })
})

describe('the signature of a text', () => {
  it('is not made of what is too short to tell whose it is', () => {
    expect(minHashSignature('a teaser of few words')).toBeUndefined()
    expect(minHashSignature('!'.repeat(1000))).toBeUndefined()
    expect(minHashSignature('x'.repeat(1000))).toBeUndefined()
  })

  it('never throws, and stays small', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 400, maxLength: 3000 }), (text) => {
        expect(minHashSignature(text)?.length ?? 0).toBeLessThanOrEqual(128)
      }),
      { numRuns: 200 },
    )
  })
})
