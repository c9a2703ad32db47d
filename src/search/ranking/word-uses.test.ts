import { describe, expect, it } from 'vitest'
import { randomOf } from '../../../test/random.ts'
import { WordUses } from './word-uses.ts'

describe('Words that texts share', () => {
  it.each([20, 30_000])('gives the same products as one text beside another does, with %i words', (words) => {
    const random = randomOf(7)
    const texts = Array.from({ length: 6 }, () =>
      Array.from({ length: 5_000 }, () => Math.imul(Math.floor(random() * words), 0x9e3779b1) >>> 0),
    )
    const uses = new WordUses()
    for (const [at, text] of texts.entries()) for (const hash of text) uses.add(hash, at, 1)

    const products = uses.products(texts.length, (occurrences, count) => occurrences / count)

    const counts = texts.map(countsOf)
    expect(Array.from(products)).toEqual(
      counts.flatMap((a) => counts.map((b) => expect.closeTo(productOf(a, b, counts), 6))),
    )
  })
})

type Counts = ReadonlyMap<number, number>

/** The sum of products over the words of both texts, computed by counting in each text. */
function productOf(a: Counts, b: Counts, all: readonly Counts[]): number {
  let sum = 0
  for (const [hash, occurrences] of a) {
    const texts = all.filter((counts) => counts.has(hash)).length
    if (texts > 1) sum += (occurrences / texts) * ((b.get(hash) ?? 0) / texts)
  }
  return sum
}

function countsOf(text: readonly number[]): Counts {
  const counts = new Map<number, number>()
  for (const hash of text) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return counts
}
