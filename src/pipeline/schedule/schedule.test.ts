import { describe, expect, it, vi } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import type { FetchResult } from '../../model/entry.ts'
import { type Source, INITIAL_LOCATION } from '../../model/source.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import type { Visit } from '../visit/digest-arrival.ts'
import { createSchedule, type ScheduleOptions } from './schedule.ts'

const UNCHANGED: Extract<FetchResult, { kind: 'unchanged' }> = {
  kind: 'unchanged',
  validators: { etag: '"1"', lastModified: null },
  exchange: { status: 304, latencyMs: 5, finalUrl: '', retryAfterMs: undefined, bytes: 0 },
}

describe('the schedule', () => {
  it('visits every due source once, and none that is not due', async () => {
    const visited: string[] = []
    const schedule = createSchedule({
      ...options(['a', 'b', 'c'], async (source) => {
        visited.push(source.id)
        return visitOf(source)
      }),
      states: [stateOf('b', 2_000)],
    })

    await schedule.runOnce('due', new AbortController().signal)

    expect(visited.toSorted()).toEqual(['a', 'c'])
  })

  it('waits no longer than it would have where the last visit was timed by a clock that ran ahead', async () => {
    let clock = 1_000
    const visited: string[] = []
    const schedule = createSchedule({
      ...options(['a'], async (source) => {
        visited.push(source.id)
        return visitOf(source)
      }),
      states: [{ ...stateOf('a', 900_000), lastVisitAt: 890_000 }],
      now: () => clock,
    })
    const { signal } = new AbortController()

    await schedule.runOnce('due', signal)
    const early = visited.length
    clock = 11_000
    await schedule.runOnce('due', signal)

    expect(early).toBe(0)
    expect(visited).toEqual(['a'])
  })

  it('times its visits anew when the clock is set back', async () => {
    vi.useFakeTimers()
    let clock = 500 * HOUR_MS
    const visited: number[] = []
    const schedule = createSchedule({
      ...options(['a'], async (source) => {
        visited.push(clock)
        return { ...visitOf(source), nextVisitAt: clock + HOUR_MS }
      }),
      now: () => clock,
    })
    const end = new AbortController()

    const running = schedule.run(end.signal)
    await vi.advanceTimersByTimeAsync(1_000)
    clock = 450 * HOUR_MS
    await vi.advanceTimersByTimeAsync(2_000)
    clock = 451 * HOUR_MS
    await vi.advanceTimersByTimeAsync(2_000)
    end.abort()
    await running
    vi.useRealTimers()

    expect(visited).toEqual([500 * HOUR_MS, 451 * HOUR_MS])
  })

  it('visits every enabled source when all are asked for', async () => {
    const visited: string[] = []
    const given = options(['a', 'b'], async (source) => {
      visited.push(source.id)
      return visitOf(source)
    })
    const schedule = createSchedule({
      ...given,
      sources: [...given.sources, { ...aSource('off'), enabled: false }],
      states: [stateOf('a', 9_999)],
    })

    await schedule.runOnce('all', new AbortController().signal)

    expect(visited.toSorted()).toEqual(['a', 'b'])
  })

  it('never has more visits under way than allowed', async () => {
    let underWay = 0
    let most = 0
    const ids = Array.from({ length: 20 }, (_, index) => `s${index}`)
    const schedule = createSchedule({
      ...options(ids, async (source) => {
        most = Math.max(most, ++underWay)
        await Promise.resolve()
        underWay--
        return visitOf(source)
      }),
      concurrency: 3,
    })

    await schedule.runOnce('due', new AbortController().signal)

    expect(most).toBe(3)
  })

  it('never has more visits under way at one host than allowed, and leaves room for others meanwhile', async () => {
    const order: string[] = []
    const ends: (() => void)[] = []
    const given = options(['a', 'b', 'c', 'other'], async (source) => {
      order.push(source.id)
      if (source.id !== 'other') await new Promise<void>((resolve) => ends.push(resolve))
      return visitOf(source)
    })
    const sources = given.sources.map((source) =>
      source.id === 'other' ? source : { ...source, url: `https://busy.example/${source.id}` },
    )
    const schedule = createSchedule({ ...given, sources })

    const running = schedule.runOnce('due', new AbortController().signal)
    await new Promise((resolve) => setImmediate(resolve))
    const atFirst = [...order]
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
    const afterOneEnded = [...order]
    for (const end of ends) end()
    await running

    expect(atFirst.toSorted()).toEqual(['a', 'b', 'other'])
    expect(afterOneEnded.at(-1)).toBe('c')
  })

  it('tells of a visit that could not be saved, and goes on', async () => {
    const failed: string[] = []
    const visited: string[] = []
    const schedule = createSchedule({
      ...options(['a', 'b'], async (source) => {
        if (source.id === 'a') throw new Error('disk full')
        return visitOf(source)
      }),
      onVisit: ({ sourceId }) => visited.push(sourceId),
      onError: ({ id }) => failed.push(id),
    })

    await schedule.runOnce('due', new AbortController().signal)

    expect({ failed, visited }).toEqual({ failed: ['a'], visited: ['b'] })
  })

  it('makes a visit that could not be saved again in minutes, and waits longer each time, up to its interval', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    let clock = 0
    const tried: number[] = []
    const schedule = createSchedule({
      ...options(['a'], () => {
        tried.push(Math.round(clock / MINUTE_MS))
        return Promise.reject(new Error('disk full'))
      }),
      sources: [aSource('a', { everyMs: 30 * MINUTE_MS })],
      onError: () => undefined,
      now: () => clock,
    })

    const running = schedule.run(stop.signal)
    for (; clock < 100 * MINUTE_MS; clock += MINUTE_MS) await vi.advanceTimersByTimeAsync(1_000)
    stop.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    await running
    vi.useRealTimers()

    expect(tried).toEqual([0, 5, 15, 35, 65, 95])
  })

  it('hands the validators of one visit to the next', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const seen: (string | null | undefined)[] = []
    const schedule = createSchedule(
      options(['a'], async (source, state) => {
        seen.push(state?.validators.etag)
        if (seen.length === 2) stop.abort()
        return { ...visitOf(source), nextVisitAt: 0 }
      }),
    )

    const running = schedule.run(stop.signal)
    await vi.advanceTimersByTimeAsync(1_000)
    await running
    vi.useRealTimers()

    expect(seen).toEqual([undefined, '"1"'])
  })
})

function options(ids: readonly string[], visit: ScheduleOptions['visit']): ScheduleOptions {
  return {
    sources: ids.map((id) => aSource(id)),
    states: [],
    visit,
    concurrency: 8,
    perHost: 2,
    now: () => 1_000,
    onVisit: () => undefined,
    onError: (_source, cause) => {
      throw cause
    },
  }
}

function stateOf(sourceId: string, nextVisitAt: number) {
  return {
    sourceId,
    validators: { etag: null, lastModified: null },
    documentHash: null,
    siteUrl: null,
    nextVisitAt,
    lastVisitAt: null,
    consecutiveErrors: 0,
  }
}

function visitOf(source: Source): Visit {
  return {
    sourceId: source.id,
    collected: UNCHANGED,
    listed: 0,
    added: 0,
    edited: 0,
    sighted: 0,
    newsTimes: [],
    nextVisitAt: 61_000,
    consecutiveErrors: 0,
    validators: UNCHANGED.validators,
    location: INITIAL_LOCATION,
    events: [],
  }
}
