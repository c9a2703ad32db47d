import { expect, it } from 'vitest'
import { checkHotOrder } from './hot-order.ts'

it('hot orders 100,000 items as brute force does at five random times, and their scores add up', () => {
  const check = checkHotOrder(100_000, 5, 7)

  expect(check.wrong).toEqual([0, 0, 0, 0, 0])
  expect(check.unexplained).toBe(0)
})
