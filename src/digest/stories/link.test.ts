import { describe, expect, it } from 'vitest'
import { draw } from './link.ts'

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
