import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import { Boilerplate, titleNumber } from './boilerplate.ts'

const NOTES = titleNumber('gazette', 'Morning notes')

describe('a title that a source repeats', () => {
  it('counts once, and names a column if a day lies between', () => {
    const boilerplate = new Boilerplate()

    const uses = [0, 1, 24, 25].map((hours) => see(boilerplate, hours * HOUR_MS))

    expect(uses).toEqual([
      { weight: 1, column: false, isNewColumn: false },
      { weight: 0, column: false, isNewColumn: false },
      { weight: 0, column: true, isNewColumn: true },
      { weight: 0, column: true, isNewColumn: false },
    ])
  })

  it('is known after a restart, until it is forgotten', () => {
    const before = new Boilerplate()
    see(before, 0)
    see(before, DAY_MS)
    const boilerplate = new Boilerplate()
    boilerplate.restore(before.state())

    boilerplate.forget(DAY_MS)
    const known = see(boilerplate, DAY_MS)
    boilerplate.forget(DAY_MS + 1)
    const forgotten = see(boilerplate, DAY_MS)

    expect(known).toEqual({ weight: 0, column: true, isNewColumn: false })
    expect(forgotten.column).toBe(false)
  })
})

function see(boilerplate: Boilerplate, at: number) {
  return boilerplate.see('gazette', NOTES, at, at)
}
