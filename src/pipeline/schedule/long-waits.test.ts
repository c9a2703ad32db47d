import { afterEach, expect, it, vi } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { visitDepsOf } from '../../../test/visit-deps.ts'
import { EXCHANGE } from '../../../test/visits.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import { visitSource } from '../visit-source.ts'
import { createVisitLoop } from './visit-loop.ts'

afterEach(() => void vi.useRealTimers())

it('a visit that never ends counts as one that could not be kept after an hour, and gives its slot to others', async () => {
  vi.useFakeTimers()
  const [hung, next] = [aSource('hung'), aSource('next')]
  const due = [hung, next]
  const ended: unknown[] = []
  const visited: string[] = []
  const failures: string[] = []
  const loop = createVisitLoop({
    concurrency: 1,
    perHost: 1,
    sources: {
      take: () =>
        Promise.resolve({ due: due.splice(0).map((source) => ({ source, state: undefined })), isCut: false }),
      end: ({ id }, waitMs) => void ended.push([id, waitMs]),
    },
    visit({ id }, _state, _signal, answered) {
      answered()
      visited.push(id)
      return id === 'hung' ? new Promise(() => undefined) : Promise.resolve()
    },
    onError: ({ id }, cause) => void failures.push(`${id}: ${String(cause)}`),
  })
  const stop = new AbortController()
  const running = loop.run(stop.signal)

  await vi.advanceTimersByTimeAsync(HOUR_MS - MINUTE_MS)
  expect([visited, failures]).toEqual([['hung'], []])
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  stop.abort()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await running

  expect(visited).toEqual(['hung', 'next'])
  expect(failures).toEqual(['hung: Error: the visit has not ended within an hour'])
  expect(ended).toEqual([
    ['hung', 5 * MINUTE_MS],
    ['next', undefined],
  ])
})

it('another interval brings no visit before the time for which the host told us to wait', async () => {
  const now = Date.UTC(2026, 4, 4, 12)
  const [limited, failed] = [aSource('limited'), aSource('failed')]
  const store = await openSqliteStore(`${scratchFolder('waits')}/digest.db`, { now: () => now })
  await store.syncSources([limited, failed], now)
  const visit = async (
    source: typeof limited,
    code: 'rateLimited' | 'http5xx',
    status: number,
  ): Promise<void> => {
    const exchange = { ...EXCHANGE, status, retryAfterMs: 10 * HOUR_MS }
    const collect = () => Promise.resolve({ kind: 'failed', error: { code, message: '' }, exchange } as const)
    const signal = new AbortController().signal
    await visitSource(source, undefined, { ...visitDepsOf(store, () => now), collect }, signal)
  }
  await visit(limited, 'rateLimited', 429)
  await visit(failed, 'http5xx', 500)

  const everyMs = 2 * MINUTE_MS
  await store.syncSources(
    [limited, failed].map((source) => ({ ...source, everyMs })),
    now,
  )
  const states = await store.listSourceStates()
  await store.close()

  const waits = states.map(({ nextVisitAt }) => (nextVisitAt ?? 0) - now)
  expect(waits[0]).toBeGreaterThanOrEqual(10 * HOUR_MS)
  expect(waits[1]).toBe(everyMs)
})
