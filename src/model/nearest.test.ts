import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  const known = ['source', 'category', 'sort', 'limit', 'maxBytes']

  it.each([
    ['sources', 'source'],
    ['sorce', 'source'],
    ['osrt', 'sort'],
    ['LIMIT', 'limit'],
    ['max_bytes', 'maxBytes'],
    ['catgeory', 'category'],
    ['cat', 'category'],
  ])('takes %s for %s', (word, meant) => {
    const found = nearest(word, known)

    expect(found).toBe(meant)
  })

  it.each(['', 'zebra', 'q', 'ma', 'so', 'x'.repeat(10_000)])(
    'says nothing where no word is near',
    (word) => {
      const found = nearest(word, known)

      expect(found).toBeUndefined()
    },
  )
})
