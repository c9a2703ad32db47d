import { describe, expect, it } from 'vitest'
import { costGrowth, FAR_FROM_QUADRATIC, leastCpuMs } from './processor-time.ts'

describe('the growth of cost', () => {
  it.each([
    ['linear', (size: number) => size, 4],
    ['nearly linear', (size: number) => size * Math.log2(size), 4.7],
    ['quadratic', (size: number) => size ** 2, 16],
  ])('is seen where it is %s', (_, costMs, times) => {
    const { work, meter } = metered(costMs)

    expect(costGrowth(work, 4_000, meter)).toBeCloseTo(times, 0)
  })

  it('is 1 where the whole takes too little time to tell', () => {
    const { work, meter } = metered((size) => size ** 2 / 1e6)

    expect(costGrowth(work, 4_000, meter)).toBe(1)
  })

  it('is not that of a try that something else disturbed', () => {
    const costs = [300, 9_000, 300, 1_260]
    const meter = () => costs.shift() ?? 0

    expect(costGrowth(() => undefined, 4_000, meter)).toBe(4.2)
  })

  it('stays seen, however often it is tried', () => {
    const { work, meter, sizes } = metered((size) => size ** 2)

    expect(costGrowth(work, 8, meter)).toBe(1)
    expect(costGrowth(work, 80, meter)).toBeGreaterThan(FAR_FROM_QUADRATIC)
    expect(sizes).toEqual([2, 8, 20, 80, 20, 80, 20, 80])
  })
})

describe('the least processor time', () => {
  it('is of three tries, since one may be disturbed', () => {
    const costs = [900, 700, 800]

    expect(
      leastCpuMs(
        () => undefined,
        500,
        () => costs.shift() ?? 0,
      ),
    ).toBe(700)
    expect(costs).toEqual([])
  })

  it('is not tried again once it is below the limit', () => {
    const costs = [900, 400, 100]

    expect(
      leastCpuMs(
        () => undefined,
        500,
        () => costs.shift() ?? 0,
      ),
    ).toBe(400)
  })

  it('is more where more is done', () => {
    const work = (rounds: number) => () => {
      for (let sum = 0, at = 0; at < rounds; at++) sum += Math.sqrt(at + sum)
    }

    expect(leastCpuMs(work(20_000_000), 0)).toBeGreaterThan(leastCpuMs(work(1_000), 0))
  })
})

/** Work whose cost is told by its size. */
function metered(costMs: (size: number) => number) {
  const sizes: number[] = []
  let cost = 0
  const work = (size: number): void => {
    sizes.push(size)
    cost = costMs(size)
  }
  const meter = (run: () => void): number => {
    run()
    return cost
  }
  return { work, meter, sizes }
}
