import { describe, expect, it } from 'vitest'
import { INITIAL_LOCATION, NO_VALIDATORS } from '../model/source.ts'
import type { Visit } from '../pipeline/visit/digest-arrival.ts'
import { describeVisit } from './collecting.ts'

const VISIT: Visit = {
  sourceId: 'tide',
  listed: 0,
  collected: {
    kind: 'entries',
    feed: { title: undefined, siteUrl: undefined, language: undefined, iconUrl: undefined, ttlMs: undefined },
    entries: [],
    validators: NO_VALIDATORS,
    documentHash: '',
    exchange: { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 1 },
  },
  added: 3,
  edited: 1,
  sighted: 0,
  newsTimes: [],
  nextVisitAt: 0,
  consecutiveErrors: 0,
  validators: undefined,
  location: INITIAL_LOCATION,
  events: [],
}

describe('the line on a visit', () => {
  it('tells what came', () => {
    expect(describeVisit(VISIT)).toBe('tide: 0 entries, 3 new, 1 edited')
    expect(describeVisit({ ...VISIT, pages: { read: 0, failed: 0, waiting: 0, failure: undefined } })).toBe(
      'tide: 0 entries, 3 new, 1 edited',
    )
  })

  it('tells how the pages of articles went', () => {
    const pages = { read: 12, failed: 3, waiting: 5, failure: 'http4xx: it answered 403' }

    expect(describeVisit({ ...VISIT, pages })).toBe(
      'tide: 0 entries, 3 new, 1 edited; pages: 12 read, 3 failed (http4xx: it answered 403), 5 left for the next visits',
    )
  })
})
