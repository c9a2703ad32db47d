import { describe, expect, it } from 'vitest'
import type { Collected, Exchange } from '../domain/entry.ts'
import { NO_VALIDATORS } from '../domain/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts'
import { nextVisit } from './next-visit.ts'

const EXCHANGE: Exchange = { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 0 }
const HALF_HOUR = 30 * MINUTE_MS

describe('when to visit a source again', () => {
  it('keeps its interval while all is well', () => {
    expect(nextVisit(HALF_HOUR, read(), 0, 1_000, 0)).toEqual({
      at: 1_000 + HALF_HOUR,
      intervalMs: HALF_HOUR,
    })
  })

  it('spreads the visits by a tenth of the wait', () => {
    expect(nextVisit(HALF_HOUR, read(), 0, 0, 1).at).toBe(33 * MINUTE_MS)
  })

  it('waits as long as the feed asks for where that is longer', () => {
    expect(nextVisit(HALF_HOUR, read({ ttlMs: 2 * HOUR_MS }), 0, 0, 0).at).toBe(2 * HOUR_MS)
  })

  it('waits twice as long with each failure in a row, at most a day, and never gives up', () => {
    const waits = [1, 2, 3, 10, 5_000].map((errors) => nextVisit(HALF_HOUR, failed(), errors, 0, 1).at)

    expect(waits).toEqual([33 * MINUTE_MS, 66 * MINUTE_MS, 132 * MINUTE_MS, DAY_MS, DAY_MS])
  })

  it('comes no earlier than Retry-After, and does not believe a year', () => {
    expect(nextVisit(MINUTE_MS, failed(HOUR_MS), 1, 0, 0).at).toBe(HOUR_MS)
    expect(nextVisit(MINUTE_MS, failed(365 * DAY_MS), 1, 0, 0).at).toBe(DAY_MS)
  })
})

function read(feed: { ttlMs?: number } = {}): Collected {
  return {
    kind: 'entries',
    feed: {
      title: undefined,
      siteUrl: undefined,
      language: undefined,
      iconUrl: undefined,
      ttlMs: feed.ttlMs,
    },
    entries: [],
    validators: NO_VALIDATORS,
    documentHash: '',
    exchange: EXCHANGE,
  }
}

function failed(retryAfterMs?: number): Collected {
  return {
    kind: 'failed',
    error: { code: 'http5xx', message: 'the server answered 503' },
    exchange: { ...EXCHANGE, retryAfterMs },
  }
}
