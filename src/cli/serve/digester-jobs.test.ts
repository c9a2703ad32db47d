import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFolder } from '../../../test/e2e/run-cli.ts'
import { loadConfig } from '../../config/load.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import type { CollectorMessage } from './collector-messages.ts'
import { type Jobs, runJobs } from './digester-jobs.ts'

const config = loadConfig({ cwd: emptyFolder(), env: { DIGEST_COLLECT_THUMBNAILS: 'false' } })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What is sent by jobs that run for `ms`. */
async function sentBy(prune: Jobs['prune'], ms: number): Promise<CollectorMessage[]> {
  const sent: CollectorMessage[] = []
  const jobs: Jobs = {
    prune,
    refreshIcons: () => Promise.resolve(0),
    thumbnails: () => ({ refresh: () => Promise.resolve(0) }),
  }
  const stop = new AbortController()
  const running = runJobs(jobs, config, stop.signal, (message) => sent.push(message))
  await vi.advanceTimersByTimeAsync(ms)
  stop.abort()
  await running
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  return sent
}

it('applies the retention settings soon after the start, then each hour', async () => {
  const removed = (): Promise<number> => Promise.resolve(3)

  expect(await sentBy(removed, 9 * MINUTE_MS)).toEqual([])
  expect(await sentBy(removed, 11 * MINUTE_MS)).toEqual([{ kind: 'saved' }])
  expect(await sentBy(removed, 2 * HOUR_MS + 11 * MINUTE_MS)).toHaveLength(3)
})

it('logs why it cannot, and goes on', async () => {
  const failing = (): Promise<number> => Promise.reject(new Error('the disk is full'))
  const failed = { kind: 'log', level: 'error', message: 'retention: Error: the disk is full' }

  expect(await sentBy(failing, HOUR_MS + 11 * MINUTE_MS)).toEqual([failed, failed])
})
