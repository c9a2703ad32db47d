import { describe, expect, it } from 'vitest'
import { titleNumber } from './boilerplate.ts'
import { createTitleTable, resized } from './title-table.ts'

const TITLES = Array.from({ length: 5_000 }, (_, at) => titleNumber('gazette', `Title ${at}`))

describe('titles by number', () => {
  it('are found among thousands, and no others', () => {
    const table = filled()

    expect(TITLES.map((title) => table.rows.titles[table.find(title)])).toEqual(TITLES)
    expect(table.find(titleNumber('gazette', 'Another'))).toBe(-1)
  })

  it('are let go of once they are old, and the others found as before', () => {
    const table = filled()

    table.forget(2_500)

    expect(table.size).toBe(2_500)
    expect(table.find(TITLES[2_499] ?? 0)).toBe(-1)
    expect(table.rows.last[table.find(TITLES[4_000] ?? 0)]).toBe(4_000)
  })

  it('come from the rows of another table', () => {
    const { rows, size } = filled()

    const table = createTitleTable(resized(rows, size, size))
    table.add(17, 9_000)

    expect(table.rows.first[table.find(TITLES[123] ?? 0)]).toBe(123)
    expect(table.rows.last[table.find(17)]).toBe(9_000)
  })
})

function filled() {
  const table = createTitleTable()
  for (const [at, title] of TITLES.entries()) table.add(title, at)
  return table
}
