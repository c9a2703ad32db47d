import { describe, expect, it } from 'vitest'
import { EVIDENCE } from './evidence.ts'
import { draw, isReprint } from './link.ts'
import type { LiveItem } from './live-item.ts'

describe('how much a story draws what is like it', () => {
  it('is nothing for two items', () => {
    expect(draw({ size: 1 }, { size: 1 })).toBe(0)
  })

  it('grows with the size of both, whichever comes first', () => {
    const small = draw({ size: 2 }, { size: 1 })
    const large = draw({ size: 6 }, { size: 3 })

    expect(small).toBeGreaterThan(0)
    expect(large).toBeGreaterThan(small)
    expect(draw({ size: 3 }, { size: 6 })).toBe(large)
  })

  it('stays bounded, so that no story draws the world', () => {
    expect(draw({ size: 5_000 }, { size: 5_000 })).toBe(draw({ size: 40 }, { size: 40 }))
  })
})

describe('one report printed twice', () => {
  const front = { sourceId: 'front', title: 1, column: false }
  const sports = { sourceId: 'sports', title: 2, column: false }
  const of = (...items: Pick<LiveItem, 'sourceId' | 'title' | 'column'>[]) => ({ items: items as LiveItem[] })

  /** Two papers with one title of six words, alike in nothing else, but for what is said. */
  function evidenceOf(changes: Partial<Record<(typeof EVIDENCE)[number], number>> = {}): Float64Array {
    const words = Math.log1p(6) / 3
    const known: typeof changes = { title: 1, words, titleWords: words, all: 0.4, gap: 0, ...changes }
    return Float64Array.from(EVIDENCE, (name) => known[name] ?? 0)
  }

  it('stands in two papers under one title', () => {
    expect(isReprint(of(front), of(sports), evidenceOf())).toBe(true)
    expect(isReprint(of(front), of(sports), evidenceOf({ title: 0.95 }))).toBe(false)
    expect(isReprint(of(front), of(sports), evidenceOf({ gap: Math.log1p(2.1) / 2 }))).toBe(false)
  })

  it('of one publisher is alike in its text too', () => {
    const own = { samePublisher: 1 }

    expect(isReprint(of(front), of(sports), evidenceOf({ ...own, all: 0.95 }))).toBe(true)
    expect(isReprint(of(front), of(sports), evidenceOf({ ...own, all: 0.95, title: 0.92 }))).toBe(true)
    expect(isReprint(of(front), of(sports), evidenceOf(own))).toBe(false)
    expect(
      isReprint(of(front), of(sports), evidenceOf({ ...own, all: 0.95, titleWords: Math.log1p(3) / 3 })),
    ).toBe(false)
  })

  it('is no column, and no part of a series', () => {
    const alike = evidenceOf({ samePublisher: 1, all: 1 })

    expect(isReprint(of(front), of(front), alike)).toBe(true)
    expect(isReprint(of({ ...front, title: 3 }), of(front), alike)).toBe(false)
    expect(isReprint(of({ ...front, title: 3 }, sports), of(sports, front), alike)).toBe(false)
    expect(isReprint(of({ ...front, column: true }), of(sports), alike)).toBe(false)
  })
})
