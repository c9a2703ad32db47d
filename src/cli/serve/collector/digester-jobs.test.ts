import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFolder } from '../../../../test/e2e/run-cli.ts'
import { loadConfig } from '../../../config/load.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../model/time.ts'
import type { Retained } from '../../../pipeline/retention.ts'
import type { CollectorMessage } from './collector-messages.ts'
import { type Jobs, runJobs } from './digester-jobs.ts'

const RIGHT = { kind: 'right', message: '' } as const
const config = loadConfig({ cwd: emptyFolder(), env: { DIGEST_COLLECT_THUMBNAILS: 'false' } })

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

/** What is sent by jobs that run for `ms`. */
async function sentBy(
  prune: Jobs['prune'],
  ms: number,
  clock: Jobs['clock'] = () => RIGHT,
  refreshIcons: Jobs['refreshIcons'] = () => Promise.resolve(0),
  ageMs = 0,
): Promise<CollectorMessage[]> {
  const sent: CollectorMessage[] = []
  const jobs: Jobs = {
    clock,
    prune,
    refreshIcons,
    thumbnails: () => ({ refresh: () => Promise.resolve(0) }),
  }
  const stop = new AbortController()
  const running = runJobs(jobs, config, stop.signal, (message) => sent.push(message), ageMs)
  await vi.advanceTimersByTimeAsync(ms)
  stop.abort()
  await running
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  return sent
}

it('applies the retention settings soon after the start, then each hour, and logs what was deleted and why', async () => {
  const pruned = (): Promise<Retained> => Promise.resolve({ byAge: 3, surplus: 1, spared: 0, clock: RIGHT })
  const expected = [
    { kind: 'log', level: 'info', message: 'retention: 3 items deleted, neither new nor edited for 90 days' },
    { kind: 'log', level: 'info', message: 'retention: 1 item deleted, above 10000 of one source' },
    { kind: 'saved' },
  ]

  expect(await sentBy(pruned, 4 * MINUTE_MS)).toEqual([])
  expect(await sentBy(pruned, 6 * MINUTE_MS)).toEqual(expected)
  expect(await sentBy(pruned, 2 * HOUR_MS + 6 * MINUTE_MS)).toEqual([...expected, ...expected, ...expected])
})

it('applies them also if changed settings start the jobs anew every two minutes', async () => {
  let runs = 0
  const pruned = (): Promise<Retained> => {
    runs += 1
    return Promise.resolve({ byAge: 0, surplus: 0, spared: 0, clock: RIGHT })
  }

  for (let ageMs = 0; ageMs < HOUR_MS; ageMs += 2 * MINUTE_MS)
    await sentBy(pruned, 2 * MINUTE_MS, undefined, undefined, ageMs)

  expect(runs).toBe(12)
})

it('waits for the first server that says what time it is, for five minutes at most', async () => {
  let runs = 0
  const pruned = (): Promise<Retained> => {
    runs += 1
    return Promise.resolve({ byAge: 0, surplus: 0, spared: 0, clock: RIGHT })
  }
  const unconfirmed = { kind: 'unconfirmed', message: '' } as const
  const lateBy = async (ms: number, until: number): Promise<number> => {
    runs = 0
    let checks = 0
    // It is asked twice in ten seconds: by the check of the clock too.
    const clock = () => ((checks += 1) < (2 * until) / (10 * SECOND_MS) ? unconfirmed : RIGHT)
    await sentBy(pruned, ms, clock, undefined, HOUR_MS - SECOND_MS)
    return runs
  }

  expect([await lateBy(MINUTE_MS, 2 * MINUTE_MS), await lateBy(3 * MINUTE_MS, 2 * MINUTE_MS)]).toEqual([0, 1])
  expect([await lateBy(4 * MINUTE_MS, HOUR_MS), await lateBy(6 * MINUTE_MS, HOUR_MS)]).toEqual([0, 1])
})

it('says once, not each hour, that items are kept until the time is confirmed', async () => {
  const clock = { kind: 'unconfirmed', message: 'no server was asked' } as const
  const spared = (): Promise<Retained> => Promise.resolve({ byAge: 0, surplus: 0, spared: 147, clock })

  expect(await sentBy(spared, 3 * HOUR_MS)).toEqual([
    {
      kind: 'log',
      level: 'warn',
      message:
        'retention: 147 items not deleted because of age, until a server says what time it is: no server was asked',
    },
  ])
})

it('says within seconds that the clock is wrong, once, and when it is right again', async () => {
  const wrong = { kind: 'wrong', message: '2 of 2 servers say otherwise' } as const
  const spared = (): Promise<Retained> => Promise.resolve({ byAge: 0, surplus: 0, spared: 147, clock: wrong })
  let checks = 0

  const sent = await sentBy(spared, 20 * MINUTE_MS, () => (++checks < 100 ? wrong : RIGHT))

  expect(sent).toEqual([
    { kind: 'clock', problem: '2 of 2 servers say otherwise' },
    {
      kind: 'log',
      level: 'warn',
      message: 'the clock is wrong, so nothing is deleted because of its age: 2 of 2 servers say otherwise',
    },
    { kind: 'clock', problem: undefined },
    { kind: 'log', level: 'info', message: 'the clock is right again' },
  ])
})

it('leaves nothing that is to come, also where all ends before it begins', async () => {
  const jobs: Jobs = {
    clock: () => RIGHT,
    prune: () => Promise.reject(new Error('it was not to begin')),
    refreshIcons: () => Promise.resolve(0),
    thumbnails: () => ({ refresh: () => Promise.resolve(0) }),
  }

  await runJobs(jobs, config, AbortSignal.abort(), () => undefined)

  expect(vi.getTimerCount()).toBe(0)
})

it('logs why it cannot, and goes on', async () => {
  const failing = (): Promise<Retained> => Promise.reject(new Error('the disk is full'))
  const failed = { kind: 'log', level: 'error', message: 'retention: Error: the disk is full' }

  expect(await sentBy(failing, HOUR_MS + 6 * MINUTE_MS)).toEqual([failed, failed])
})

it('asks no publisher all the time for icons that cannot be saved, and logs the reason once', async () => {
  const pruned = (): Promise<Retained> => Promise.resolve({ byAge: 0, surplus: 0, spared: 0, clock: RIGHT })
  let asked = 0
  const full = (): Promise<number> => {
    asked += 1
    return Promise.reject(new Error('the disk is full'))
  }

  const sent = await sentBy(pruned, 44 * MINUTE_MS, () => RIGHT, full)

  expect(asked).toBe(9)
  expect(sent).toEqual([{ kind: 'log', level: 'error', message: 'icons: the disk is full' }])
})
