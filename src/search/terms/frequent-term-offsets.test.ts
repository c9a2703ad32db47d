import { describe, expect, it } from 'vitest'
import { aSearchDocument } from '../../../test/search/a-search-document.ts'
import { PostingsIterator } from '../index/postings-reader.ts'
import { readPositions } from '../index/postings.ts'
import { SearchIndex } from '../index/search-index.ts'
import type { Segment } from '../index/segment.ts'
import { frequentTermOffsets, OffsetFinder } from './frequent-term-offsets.ts'

const WORDS = ['storm', 'calm', 'flood']

/** 1,500 documents, of which each word is in another part, once or often, near or far from the start. */
function aSegment(): Segment {
  const index = new SearchIndex()
  index.put(
    Array.from({ length: 1_500 }, (_, i) =>
      aSearchDocument(i + 1, {
        title: i % 3 === 0 ? 'storm storm' : 'so',
        summary: `${'and '.repeat(i % 11 === 0 ? 200 : 2)}${i % 2 === 0 ? 'calm' : ''} ${i % 7 < 3 ? 'flood calm' : ''}`,
      }),
    ),
  )
  const [segment] = index.segments
  if (segment === undefined) throw new Error('no segment')
  return segment
}

describe('places of a common term', () => {
  const segment = aSegment()

  it.each([1, 5, 97, 700])('are those that its postings tell, for every %dth of its documents', (step) => {
    for (const word of WORDS) {
      const term = segment.terms.find(word)
      const offsets = frequentTermOffsets(segment, term)
      if (offsets === undefined) throw new Error(`${word} is not common`)
      const cursor = new PostingsIterator().start(segment.postings, term)
      const finder = new OffsetFinder()
      finder.start(segment, offsets)

      const held = Array.from({ length: 1_500 }, (_, doc) => doc).filter((doc) => cursor.seek(doc))
      const wanted = new PostingsIterator().start(segment.postings, term)
      for (const doc of held.filter((_, i) => i % step === 0)) {
        const expected: number[] = []
        const found: number[] = []
        if (wanted.seek(doc)) wanted.readPositions(expected, 0)
        readPositions(segment.postings.data, finder.find(doc), found, 0)

        expect(found).toEqual(expected)
        expect(found.length).toBeGreaterThan(0)
      }
    }
  })

  it('are not kept of rare ones', () => {
    const rare = new SearchIndex()
    rare.put(
      Array.from({ length: 100 }, (_, i) => aSearchDocument(i + 1, { title: i === 50 ? 'storm' : 'calm' })),
    )
    const [its] = rare.segments

    expect(its && frequentTermOffsets(its, its.terms.find('storm'))).toBeUndefined()
    expect(its && frequentTermOffsets(its, its.terms.find('calm'))).toBeDefined()
  })
})
