import { describe, expect, it } from 'vitest'
import { createDueTimes } from './due-times.ts'
import { fc } from '../../../test/properties.ts'

describe('due times', () => {
  it('give what is due, the longest overdue first, and each once', () => {
    const times = createDueTimes()
    for (const [id, at] of [
      ['c', 30],
      ['a', 10],
      ['later', 99],
      ['b', 20],
    ] as const)
      times.set(id, at)

    expect(times.take(30)).toEqual(['a', 'b', 'c'])
    expect(times.take(30)).toEqual([])
    expect(times.soonest()).toBe(99)
    expect(times.get('a')).toBeUndefined()
  })

  it('hold the last time that was set', () => {
    const times = createDueTimes()
    times.set('a', 10)
    times.set('a', 50)
    times.set('b', 40)
    times.set('b', 5)

    expect(times.soonest()).toBe(5)
    expect(times.take(20)).toEqual(['b'])
    expect(times.take(50)).toEqual(['a'])
    expect(times.soonest()).toBe(Infinity)
  })

  it('are those of a plain list, whatever is set and taken', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
    const step = fc.oneof(fc.tuple(id, fc.nat(100)), fc.nat(100))

    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const times = createDueTimes()
        const plain = new Map<string, number>()
        for (const given of steps) {
          if (typeof given !== 'number') {
            times.set(...given)
            plain.set(...given)
            continue
          }
          const due = [...plain].filter(([, at]) => at <= given).map(([name]) => name)

          const taken = times.take(given)

          const order = taken.map((name) => plain.get(name) ?? Infinity)
          expect(order).toEqual(order.toSorted((a, b) => a - b))
          expect(taken.toSorted()).toEqual(due.toSorted())
          for (const name of due) plain.delete(name)
          expect(times.soonest()).toBe(Math.min(...plain.values()))
        }
      }),
    )
  })
})
