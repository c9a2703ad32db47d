import { describe, expect, it } from 'vitest'
import type { LiveItem } from '../live-item.ts'
import { sizePrior, isReprint, type ReprintPair } from './link.ts'

describe('how much a story draws what is like it', () => {
  it('is nothing for two items', () => {
    expect(sizePrior({ size: 1 }, { size: 1 })).toBe(0)
  })

  it('grows with the size of both, whichever comes first', () => {
    const small = sizePrior({ size: 2 }, { size: 1 })
    const large = sizePrior({ size: 6 }, { size: 3 })

    expect(small).toBeGreaterThan(0)
    expect(large).toBeGreaterThan(small)
    expect(sizePrior({ size: 3 }, { size: 6 })).toBe(large)
  })

  it('stays bounded, so that no story draws the world', () => {
    expect(sizePrior({ size: 5_000 }, { size: 5_000 })).toBe(sizePrior({ size: 40 }, { size: 40 }))
  })
})

describe('one report printed twice', () => {
  const front = { sourceId: 'front', title: 1, column: false }
  const sports = { sourceId: 'sports', title: 2, column: false }
  const of = (...items: Pick<LiveItem, 'sourceId' | 'title' | 'column'>[]) => ({ items: items as LiveItem[] })

  /** Two papers with one title of six words, alike in nothing else, but for what is said. */
  function pairOf(
    a: ReprintPair['a'],
    b: ReprintPair['a'],
    { titleWords = 6, ...changes }: Partial<Omit<ReprintPair, 'shared'>> & { titleWords?: number } = {},
  ): ReprintPair {
    const shared = { words: 6, titleWords }
    return { a, b, shared, titleCosine: 1, cosine: 0.4, gapDays: 0, samePublisher: 0, ...changes }
  }

  it('stands in two papers under one title', () => {
    expect(isReprint(pairOf(of(front), of(sports)))).toBe(true)
    expect(isReprint(pairOf(of(front), of(sports), { titleCosine: 0.95 }))).toBe(false)
    expect(isReprint(pairOf(of(front), of(sports), { gapDays: 2.1 }))).toBe(false)
  })

  it('of one publisher is alike in its text too', () => {
    const own = { samePublisher: 1, cosine: 0.95 }

    expect(isReprint(pairOf(of(front), of(sports), own))).toBe(true)
    expect(isReprint(pairOf(of(front), of(sports), { ...own, titleCosine: 0.92 }))).toBe(true)
    expect(isReprint(pairOf(of(front), of(sports), { ...own, cosine: 0.4 }))).toBe(false)
    expect(isReprint(pairOf(of(front), of(sports), { ...own, titleWords: 3 }))).toBe(false)
  })

  it('is no column, and no part of a series', () => {
    const alike = { samePublisher: 1, cosine: 1 }

    expect(isReprint(pairOf(of(front), of(front), alike))).toBe(true)
    expect(isReprint(pairOf(of({ ...front, title: 3 }), of(front), alike))).toBe(false)
    expect(isReprint(pairOf(of({ ...front, title: 3 }, sports), of(sports, front), alike))).toBe(false)
    expect(isReprint(pairOf(of({ ...front, column: true }), of(sports), alike))).toBe(false)
  })
})
