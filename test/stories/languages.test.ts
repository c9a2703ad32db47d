import { expect, it } from 'vitest'
import { judgeLinks } from '../../bench/eval-stories/languages.ts'

it('stories of invented news in five languages are linked with those that tell the same, and hardly with others', async () => {
  const { precision, recall, latinRecall } = await judgeLinks('alpha')

  expect(precision).toBeGreaterThan(0.96)
  expect(recall).toBeGreaterThan(0.65)
  expect(latinRecall).toBeGreaterThan(0.85)
})
