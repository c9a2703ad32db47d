import { expect, it } from 'vitest'
import { simulateBursts } from './planted-bursts.ts'

it('bursts planted in the newsroom are what trends first, and from their second publisher on', async () => {
  const { precision, planted, foundAtSecond } = await simulateBursts('two', 'true', 'three days')

  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(foundAtSecond / planted).toBeGreaterThanOrEqual(0.95)
})

it('bursts are found as well where the service itself puts the stories together, once it knows a few weeks of news', async () => {
  const { precision, planted, foundAtSecond } = await simulateBursts('one', 'own', 'four weeks')

  expect(precision).toBeGreaterThanOrEqual(0.95)
  // A second report that is not put into the story, or is a copy, makes no trend: the third does.
  expect(foundAtSecond / planted).toBeGreaterThanOrEqual(0.8)
})
