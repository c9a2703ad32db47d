import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../model/time.ts'
import { chooseRepresentative, type Report } from './representative.ts'

const NOON = Date.UTC(2026, 2, 10, 12)

function aReport(itemId: number, title: string, changes: Partial<Report> = {}): Report {
  return {
    itemId,
    publisher: `p${itemId}.example`,
    title,
    language: 'en',
    publishedAt: NOON + itemId * HOUR_MS,
    dated: true,
    weight: 1,
    ...changes,
  }
}

const FERRY = [
  aReport(1, 'Passengers wait for hours'),
  aReport(2, 'Harbour ferry runs aground near Tarrow'),
  aReport(3, 'Ferry aground: harbour of Tarrow closed'),
  aReport(4, 'What the captain said'),
]

describe('what stands for a story', () => {
  it('is the report most like those of the other publishers', () => {
    const central = aReport(5, 'Harbour ferry aground near Tarrow, passengers wait')

    expect(chooseRepresentative([...FERRY, central], undefined)).toBe(5)
  })

  it('is the earliest of equals', () => {
    const two = [aReport(2, 'Ferry runs aground'), aReport(1, 'Ferry aground at night')]

    expect(chooseRepresentative(two, undefined)).toBe(1)
  })

  it('is a dated report rather than one of unknown age', () => {
    const undated = aReport(5, 'Harbour ferry aground near Tarrow, passengers wait', { dated: false })

    expect([2, 3]).toContain(chooseRepresentative([...FERRY, undated], undefined))
  })

  it.each([
    'Links for Tuesday: harbour ferry aground near Tarrow',
    'Morning briefing: harbour ferry aground near Tarrow',
    'Harbour ferry aground near Tarrow; budget passed; rain',
  ])('is no round-up: %s', (title) => {
    expect([2, 3]).toContain(chooseRepresentative([...FERRY, aReport(5, title)], undefined))
  })

  it('is not what one publisher repeats', () => {
    const series = [6, 7, 8, 9].map((id) =>
      aReport(id, 'Live pictures of the quay', { publisher: 'live.example' }),
    )

    expect([2, 3]).toContain(chooseRepresentative([...FERRY, ...series], undefined))
  })

  it('prefers a source that counts more', () => {
    const [first, second] = FERRY.slice(1, 3)
    if (first === undefined || second === undefined) throw new Error('there are two')

    expect(chooseRepresentative([first, { ...second, weight: 4 }], undefined)).toBe(3)
  })

  it('stays until another one is clearly better', () => {
    const reports = [...FERRY.slice(1), aReport(5, 'Harbour ferry aground near Tarrow')]

    expect(chooseRepresentative(reports, undefined)).toBe(5)
    expect(chooseRepresentative(reports, 2)).toBe(2)
    expect(chooseRepresentative(reports, 4)).toBe(5)
    expect(chooseRepresentative(reports, 99)).toBe(5)
  })

  it('is chosen among many reports too, with the present one among them', () => {
    const many = Array.from({ length: 200 }, (_, n) =>
      aReport(n + 1, `Harbour ferry aground near Tarrow, part ${n}`),
    )

    expect(chooseRepresentative(many, 134)).toBe(134)
  })
})
