import { describe, expect, it } from 'vitest'
import { type NgramScores, packNgrams, unpackNgrams } from './ngram-table.ts'

// Not among the package's exports.
const { ngramsData } = (await import(
  new URL('../ngrams/small.js', import.meta.resolve('eld/small')).href
)) as {
  readonly ngramsData: { readonly ngrams: NgramScores }
}

describe('the packed table of n-grams', () => {
  const table = unpackNgrams(packNgrams(ngramsData.ngrams))

  it('has for each n-gram what the package has', () => {
    const different = Object.entries(ngramsData.ngrams).filter(
      ([key, scores]) => JSON.stringify(table[key]) !== JSON.stringify(scores),
    )

    expect(different).toEqual([])
  })

  it.each(['', 'zzzzzz', 'zzzzzzz', '中文', 'constructor', 'then'])('has nothing for %j', (key) => {
    expect(Object.hasOwn(ngramsData.ngrams, key)).toBe(false)
    expect(table[key]).toBeUndefined()
  })
})
