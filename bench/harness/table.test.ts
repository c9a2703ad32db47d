import { describe, expect, it } from 'vitest'
import { figureTable, rounded } from './table.ts'

describe('figures', () => {
  it('are rounded to three leading figures, thousands set apart', () => {
    expect([0.061_849, 12.345, 733.4, 41_461, 1_234_567].map(rounded)).toEqual([
      '0.0618',
      '12.3',
      '733',
      '41,500',
      '1,230,000',
    ])
  })

  it('stand in columns, beside what they are compared with', () => {
    const table = figureTable([
      {
        name: 'the same page',
        value: 30_000,
        unit: 'answers/s',
        reference: { name: 'plain', value: 40_000 },
      },
      { name: 'p50', value: 0.5, unit: 'ms' },
    ])

    expect(table).toBe(
      '  the same page  30,000 answers/s  0.75 x plain (40,000 answers/s)\n  p50                      0.5 ms',
    )
  })
})
