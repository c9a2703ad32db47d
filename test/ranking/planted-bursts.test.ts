import { expect, it } from 'vitest'
import { simulateBursts } from './planted-bursts.ts'

it('bursts planted in the newsroom are what trends first, and from their second publisher on', async () => {
  const days = [await simulateBursts('one', 'true'), await simulateBursts('two', 'true')]

  for (const { precision, planted, foundAtSecond } of days) {
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(foundAtSecond / planted).toBeGreaterThanOrEqual(0.95)
  }
}, 120_000)
