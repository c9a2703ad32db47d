import { describe, expect, it } from 'vitest'
import { countEach, groupBy } from './group-by.ts'

describe('groups', () => {
  it('stand in the order in which they were first met, their values in theirs', () => {
    const groups = groupBy(['bee', 'ant', 'bat', 'asp'], (word) => word.charAt(0))

    expect([...groups]).toEqual([
      ['b', ['bee', 'bat']],
      ['a', ['ant', 'asp']],
    ])
  })

  it('are counted in the order in which they were first met', () => {
    expect([...countEach(['b', 'a', 'b'])]).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })
})
