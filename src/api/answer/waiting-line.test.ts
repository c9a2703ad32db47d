import { beforeEach, describe, expect, it } from 'vitest'
import { WaitingLine } from './waiting-line.ts'

describe('the line of answers', () => {
  let now = 0
  let line: WaitingLine
  beforeEach(() => {
    now = 0
    line = new WaitingLine(() => now)
  })

  it('is entered at once by one client', async () => {
    const order: string[] = []

    const entered = line.enter().then(() => order.push('entered'))
    setImmediate(() => order.push('next turn'))
    await entered
    await nextTurn()

    expect(order).toEqual(['entered', 'next turn'])
  })

  it('gives the turns between to others, and is served in its order', async () => {
    const order: (number | string)[] = []
    const make = async (n: number): Promise<void> => {
      await line.enter()
      now += 6
      order.push(n)
    }

    await make(0)
    const others = Array.from({ length: 10 }, (_, at) => make(at + 1))
    setImmediate(() => order.push('other'))
    await Promise.all(others)

    expect(order.filter((each) => each !== 'other')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(order.indexOf('other')).toBeLessThan(6)
  })

  it('refuses who has waited for half a second where it is long, and serves who came later', async () => {
    await busy()
    const early = line.enter()
    now += 501
    const late = Array.from({ length: 50 }, () => line.enter())

    await expect(early).rejects.toMatchObject({ code: 'overloaded' })
    await expect(Promise.all(late)).resolves.toHaveLength(50)
  })

  it('serves few who have waited because the thread was busy', async () => {
    await busy()
    const waiting = Array.from({ length: 50 }, () => line.enter())
    now += 501

    await expect(Promise.all(waiting)).resolves.toHaveLength(50)
  })

  it('refuses at once when 500 wait', async () => {
    await busy()
    const waiting = Array.from({ length: 500 }, () => line.enter())

    await expect(line.enter()).rejects.toMatchObject({ code: 'overloaded' })
    await expect(Promise.all(waiting)).resolves.toHaveLength(500)
    await nextTurn()
    await expect(line.enter()).resolves.toBeUndefined()
  })

  /** Makes an answer that takes longer than others need not wait. */
  async function busy(): Promise<void> {
    await line.enter()
    now += 6
  }
})

function nextTurn(): Promise<void> {
  return new Promise((turn) => setImmediate(turn))
}
