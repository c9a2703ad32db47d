import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_VALIDATORS, type Source, type SourceState, INITIAL_LOCATION } from '../../model/source.ts'
import { MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import type { Visit } from '../visit/digest-arrival.ts'
import { createSchedule } from './schedule.ts'

const TIMEOUT_MS = 20 * SECOND_MS
const ANSWER_MS = 40
const EVERY_MS = MINUTE_MS
const START = Date.UTC(2026, 0, 5)

const EXCHANGE = { status: 304, latencyMs: 5, finalUrl: '', retryAfterMs: undefined, bytes: 0 }

describe('in a storm, the schedule', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('is never a second late for a healthy source while a fifth of a thousand hang', async () => {
    const late = await lateness(1_000, 4 * MINUTE_MS, (index) => index % 5 === 0)

    expect(late.size).toBe(800)
    expect(Math.max(...late.values())).toBeLessThan(SECOND_MS)
  })

  it('is never a second late for the others while every source of one host hangs', async () => {
    const onHost = (index: number) =>
      index % 2 === 0 ? 'https://hanging.example' : `https://h${index}.example`

    const late = await lateness(1_000, 2 * MINUTE_MS, (index) => index % 2 === 0, onHost)

    expect(late.size).toBe(500)
    expect(Math.max(...late.values())).toBeLessThan(SECOND_MS)
  })

  it('takes in what another process learnt of a source that waits', async () => {
    const visitedAt: number[] = []
    const stop = new AbortController()
    let stored: SourceState[] = [stateOf('s0', START + 600 * MINUTE_MS, START)]
    const schedule = createSchedule({
      sources: [aSource('s0', 'https://h0.example')],
      states: stored,
      visit: (source) => {
        visitedAt.push(Date.now())
        return Promise.resolve(visitOf(source, Date.now() + 600 * MINUTE_MS))
      },
      reload: () => Promise.resolve(stored),
      concurrency: 1,
      perHost: 1,
      now: Date.now,
      onVisit: () => undefined,
      onError: fail,
    })
    const running = schedule.run(stop.signal)
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    const before = visitedAt.length

    stored = [stateOf('s0', START + 10 * MINUTE_MS, START + 5 * MINUTE_MS)]
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    stop.abort()
    await running

    expect(before).toBe(0)
    expect(visitedAt).toHaveLength(1)
    expect((visitedAt[0] ?? 0) - START).toBeLessThan(11 * MINUTE_MS)
  })
})

/** Runs a schedule in virtual time. @returns of each healthy source by how much the latest of its visits began late, ms */
async function lateness(
  count: number,
  runMs: number,
  hangs: (index: number) => boolean,
  originOf = (index: number) => `https://h${index}.example`,
): Promise<Map<string, number>> {
  const late = new Map<string, number>()
  const dueAt = new Map<string, number>()
  const sources = Array.from({ length: count }, (_, index) => aSource(`s${index}`, originOf(index)))
  const states = sources.map(({ id }, index) => stateOf(id, START + (index / count) * EVERY_MS, null))
  const hanging = new Set(sources.filter((_, index) => hangs(index)).map(({ id }) => id))
  for (const { sourceId, nextVisitAt } of states) dueAt.set(sourceId, nextVisitAt ?? 0)
  const stop = new AbortController()
  const schedule = createSchedule({
    sources,
    states,
    async visit(source, _state, _signal, answered) {
      const isHanging = hanging.has(source.id)
      const startedAt = Date.now()
      if (!isHanging) {
        const lateMs = startedAt - (dueAt.get(source.id) ?? 0)
        late.set(source.id, Math.max(lateMs, late.get(source.id) ?? 0))
      }
      await new Promise((resolve) => setTimeout(resolve, isHanging ? TIMEOUT_MS : ANSWER_MS))
      answered()
      const next = Date.now() + EVERY_MS
      dueAt.set(source.id, next)
      return visitOf(source, next)
    },
    concurrency: 32,
    perHost: 2,
    now: Date.now,
    onVisit: () => undefined,
    onError: fail,
  })
  const running = schedule.run(stop.signal)
  await vi.advanceTimersByTimeAsync(runMs)
  stop.abort()
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  await running
  return late
}

function fail(_source: Source, cause: unknown): never {
  throw cause
}

function aSource(id: string, origin: string): Source {
  return {
    id,
    name: id,
    type: 'feed',
    url: `${origin}/${id}`,
    category: 'general',
    region: null,
    language: null,
    weight: 1,
    enabled: true,
    everyMs: EVERY_MS,
  }
}

function stateOf(sourceId: string, nextVisitAt: number, lastVisitAt: number | null): SourceState {
  return {
    sourceId,
    validators: NO_VALIDATORS,
    documentHash: null,
    siteUrl: null,
    nextVisitAt,
    lastVisitAt,
    consecutiveErrors: 0,
  }
}

function visitOf(source: Source, nextVisitAt: number): Visit {
  return {
    sourceId: source.id,
    collected: { kind: 'unchanged', validators: NO_VALIDATORS, exchange: EXCHANGE },
    listed: 0,
    added: 0,
    edited: 0,
    sighted: 0,
    newsTimes: [],
    nextVisitAt,
    consecutiveErrors: 0,
    validators: NO_VALIDATORS,
    location: INITIAL_LOCATION,
    events: [],
  }
}
