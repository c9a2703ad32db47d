import { describe, expect, it } from 'vitest'
import { RecentValues } from './recent-values.ts'

describe('recent values', () => {
  it('makes a value once while it is asked for again and again', () => {
    const made: string[] = []
    const values = new RecentValues<string, string>(2)
    const get = (key: string) => values.get(key, (wanted) => (made.push(wanted), wanted.toUpperCase()))

    const given = ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'e', 'a'].map(get)

    expect(given).toEqual(['A', 'B', 'A', 'C', 'A', 'D', 'A', 'E', 'A'])
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('lets go of what was not asked for while two generations passed', () => {
    const made: string[] = []
    const values = new RecentValues<string, string>(2)
    const get = (key: string) => values.get(key, (wanted) => (made.push(wanted), wanted))

    for (const key of ['a', 'b', 'c', 'd', 'e', 'a']) get(key)

    expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'a'])
  })
})
