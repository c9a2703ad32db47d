import { expect, it } from 'vitest'
import { LiveChanges, type EventStream } from './live-changes.ts'

const stream = (): EventStream => ({
  write() {},
  drained: () => Promise.resolve(),
  unsentBytes: 0,
  isEnded: false,
  end() {},
})

it('says that nobody is left once for each stream that was there, however often one leaves', async () => {
  let empty = 0
  const live = new LiveChanges(
    { onChange: () => () => {} },
    () => Promise.resolve({ rows: [], nextSince: 1, hasMore: false }),
    () => (empty += 1),
  )
  const [first, second] = [stream(), stream()]
  await live.follow(first, 0)
  live.leave(first)
  live.leave(first)
  expect(empty).toBe(1)
  await live.follow(second, 0)
  live.leave(first)
  live.leave(second)
  expect(empty).toBe(2)
})
