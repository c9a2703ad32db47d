import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../model/time.ts'
import { restartable } from './restartable.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('a part that could not be started is logged, and tried again each minute until it runs', async () => {
  const errors: unknown[] = []
  let tries = 0
  const hooks = restartable('hooks', { error: (line: unknown) => errors.push(line) }, () => {
    if (++tries < 3) throw new Error('too many connections')
    return { stop: () => Promise.resolve() }
  })

  await hooks.reset()
  expect(errors).toEqual([
    'hooks could not be started, and are tried again in a minute: too many connections',
  ])
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)

  expect(hooks.running()).toBeDefined()
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(tries).toBe(3)
})

it('a part that was started by hand meanwhile is not started once more', async () => {
  let tries = 0
  const hooks = restartable('hooks', { error: () => undefined }, () => {
    if (++tries === 1) throw new Error('too many connections')
    return { stop: () => Promise.resolve() }
  })

  await hooks.reset()
  await hooks.reset()
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)

  expect(hooks.running()).toBeDefined()
  expect(tries).toBe(2)
})
