import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import type { FetchResult, Exchange } from '../../model/entry.ts'
import { NO_VALIDATORS, NO_POLLING_HINTS, type PollingHints } from '../../model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { nextVisit, type VisitPast } from './next-visit.ts'

const EXCHANGE: Exchange = { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 0 }
const HALF_HOUR = 30 * MINUTE_MS
/** A Thursday, noon. */
const NOON = Date.UTC(2026, 4, 7, 12)

describe('when to visit a source again', () => {
  it('keeps its interval while all is well', () => {
    expect(nextVisit(past(), 1_000, 0)).toEqual({ at: 1_000 + HALF_HOUR, intervalMs: HALF_HOUR })
  })

  it('spreads the visits by a tenth of the wait', () => {
    expect(nextVisit(past(), 0, 1).at).toBe(33 * MINUTE_MS)
  })

  it('waits as long as the feed asks for where that is longer, at most a day', () => {
    expect(nextVisit(past({ pollingHints: { ttlMs: 2 * HOUR_MS } }), 0, 0).at).toBe(2 * HOUR_MS)
    expect(nextVisit(past({ pollingHints: { ttlMs: MINUTE_MS } }), 0, 0).at).toBe(HALF_HOUR)
    expect(nextVisit(past({ pollingHints: { ttlMs: 30 * DAY_MS } }), 0, 1).at).toBe(DAY_MS)
  })

  it('waits as long as an answer stays fresh, and does not believe a year of it', () => {
    const fresh = (freshForMs: number) => nextVisit(past({ exchange: { freshForMs } }), 0, 0).at

    expect([MINUTE_MS, 2 * HOUR_MS, 365 * DAY_MS].map(fresh)).toEqual([HALF_HOUR, 2 * HOUR_MS, 6 * HOUR_MS])
  })

  it('waits no longer for that than half of the entries stay, though never less than usual', () => {
    const asked = (turnoverMs: number) => [
      nextVisit(past({ pollingHints: { ttlMs: 2 * HOUR_MS }, turnoverMs }), 0, 0).at,
      nextVisit(past({ exchange: { freshForMs: 365 * DAY_MS }, turnoverMs }), 0, 0).at,
    ]

    expect([MINUTE_MS, HOUR_MS, 3 * HOUR_MS].map(asked)).toEqual([
      [HALF_HOUR, HALF_HOUR],
      [HOUR_MS, HOUR_MS],
      [2 * HOUR_MS, 3 * HOUR_MS],
    ])
  })

  it('passes over the hours and days in which the feed does not change', () => {
    const hours = nextVisit(past({ pollingHints: { skipHours: [12, 13, 15] } }), NOON, 0).at
    const night = nextVisit(
      past({ usualMs: 11.5 * HOUR_MS, pollingHints: { skipHours: [23, 0, 1] } }),
      NOON,
      0,
    ).at
    const friday = nextVisit(past({ usualMs: 11 * HOUR_MS, pollingHints: { skipDays: [4] } }), NOON, 0).at

    expect(hours).toBe(NOON + 2 * HOUR_MS)
    expect(night).toBe(NOON + 14 * HOUR_MS)
    expect(friday).toBe(NOON + 12 * HOUR_MS)
  })

  it('comes within a day though a feed calls a whole weekend, or every hour, quiet', () => {
    const weekend = nextVisit(past({ pollingHints: { skipDays: [4, 5, 6, 0] } }), NOON, 1).at
    const always = Array.from({ length: 24 }, (_, hour) => hour)
    const never = nextVisit(past({ pollingHints: { skipHours: always } }), NOON, 1).at

    expect([weekend, never]).toEqual([NOON + DAY_MS, NOON + DAY_MS])
  })

  it('waits twice as long with each failure in a row, at most a day, and never gives up', () => {
    const waits = [1, 2, 3, 10, 5_000].map(
      (errors) => nextVisit(past({ collected: failed(), errors }), 0, 1).at,
    )

    expect(waits).toEqual([33 * MINUTE_MS, 66 * MINUTE_MS, 132 * MINUTE_MS, DAY_MS, DAY_MS])
  })

  it('comes no earlier than Retry-After, and does not believe a year', () => {
    const after = (retryAfterMs: number) =>
      nextVisit(past({ usualMs: MINUTE_MS, collected: failed(retryAfterMs), errors: 1 }), 0, 0).at

    expect(after(HOUR_MS)).toBe(HOUR_MS)
    expect(after(365 * DAY_MS)).toBe(DAY_MS)
  })

  it('comes once a week to a source that is gone', () => {
    const next = nextVisit(past({ collected: failed(), errors: 9, goneSince: 1 }), NOON, 0)

    expect(next).toEqual({ at: NOON + 7 * DAY_MS, intervalMs: 7 * DAY_MS })
  })

  it('is in the future and within a day, whatever is asked for', () => {
    const pollingHints = fc.record({
      ttlMs: fc.option(fc.integer({ min: 0, max: 400 * DAY_MS })),
      skipHours: fc.uniqueArray(fc.integer({ min: 0, max: 23 })),
      skipDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    })
    const wait = fc.integer({ min: 1, max: 400 * DAY_MS })

    fc.assert(
      fc.property(
        pollingHints,
        wait,
        wait,
        fc.nat(4_000_000_000_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (asked, usualMs, freshForMs, now, random) => {
          const { at } = nextVisit(
            past({ usualMs, pollingHints: asked, exchange: { freshForMs } }),
            now,
            random,
          )

          expect(at).toBeGreaterThan(now)
          expect(at).toBeLessThanOrEqual(now + DAY_MS)
        },
      ),
    )
  })
})

interface Given {
  readonly usualMs?: number
  readonly collected?: FetchResult
  readonly errors?: number
  readonly goneSince?: number
  readonly pollingHints?: Partial<PollingHints>
  readonly exchange?: Partial<Exchange>
  readonly turnoverMs?: number
}

function past({
  usualMs = HALF_HOUR,
  collected,
  errors = 0,
  goneSince,
  pollingHints,
  exchange,
  turnoverMs = Infinity,
}: Given = {}): VisitPast {
  return {
    usualMs,
    turnoverMs: () => turnoverMs,
    collected: collected ?? {
      kind: 'unchanged',
      validators: NO_VALIDATORS,
      exchange: { ...EXCHANGE, ...exchange },
    },
    errors,
    location: { goneSince: goneSince ?? null, pollingHints: { ...NO_POLLING_HINTS, ...pollingHints } },
  }
}

function failed(retryAfterMs?: number): FetchResult {
  return {
    kind: 'failed',
    error: { code: 'http5xx', message: 'the server answered 503' },
    exchange: { ...EXCHANGE, retryAfterMs },
  }
}
