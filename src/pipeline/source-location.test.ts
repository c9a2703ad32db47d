import { describe, expect, it } from 'vitest'
import type { FetchResult, Exchange, FeedInfo } from '../model/entry.ts'
import {
  NO_VALIDATORS,
  type Source,
  INITIAL_LOCATION,
  NO_POLLING_HINTS,
  type SourceLocation,
} from '../model/source.ts'
import { DAY_MS, HOUR_MS } from '../model/time.ts'
import { sourceEvents, locationAfter } from './source-location.ts'

const OWN = 'https://user:secret@paper.example/feed'
const NEW = 'https://paper.example/new'
const OTHER = 'https://paper.example/other'

describe('a source that is redirected for good', () => {
  it('is visited at the new address after two visits in a row that went well', () => {
    const [first, second] = locationsAfter([moved(NEW), moved(NEW)])

    expect(first).toMatchObject({ movedTo: null, movingTo: NEW, movingVisits: 1 })
    expect(second).toMatchObject({ movedTo: NEW, movingTo: null })
  })

  it.each([
    ['somewhere else each time', [moved(NEW), moved(OTHER), moved(NEW)]],
    ['now and then', [moved(NEW), read(), moved(NEW)]],
    ['only between failures', [moved(NEW), failed(503), moved(NEW)]],
    ['and fails there', [failed(200, { permanentUrl: NEW }), failed(200, { permanentUrl: NEW })]],
    ['for the time being only', [read({ finalUrl: NEW }), read({ finalUrl: NEW }), read({ finalUrl: NEW })]],
  ])('stays at its own address when it is so %s', (_, visits) => {
    const last = locationsAfter(visits).at(-1)

    expect(last?.movedTo).toBeNull()
  })

  it('stays where its own address led, wherever that leads', () => {
    const on = locationsAfter([moved(NEW), moved(NEW), moved(OTHER), moved(OTHER)]).at(-1)
    const back = locationsAfter([moved(NEW), moved(NEW), moved(bare(OWN)), moved(bare(OWN))]).at(-1)

    expect([on?.movedTo, back?.movedTo]).toEqual([NEW, NEW])
  })

  it.each<[string, Partial<Exchange>, Partial<SourceLocation>]>([
    ['leads to the same', { permanentUrl: NEW }, { movedTo: NEW, movingTo: null, askedAt: 2 * HOUR_MS }],
    [
      'leads to another',
      { permanentUrl: OTHER },
      { movedTo: null, movingTo: OTHER, movingVisits: 1, askedAt: null },
    ],
    ['names another feed', { foundFeedUrl: OTHER }, { movedTo: null, movingTo: OTHER, movingVisits: 1 }],
    ['leads there for now', { finalUrl: NEW }, { movedTo: null, movingTo: null, askedAt: null }],
    ['has the feed itself', {}, { movedTo: null, movingTo: null, askedAt: null }],
  ])('is where its own address says when that is asked again: it %s', (_, exchange, location) => {
    const locations = locationsAfter([moved(NEW), moved(NEW), read({ ...exchange, configured: 'read' })])

    expect(locations.at(-1)).toMatchObject(location)
  })

  it('stays there when its own address is asked again and fails', () => {
    const locations = locationsAfter([moved(NEW), moved(NEW), read(), read({ configured: 'failed' }), read()])

    expect(locations.slice(1).map(({ movedTo }) => movedTo)).toEqual([NEW, NEW, NEW, NEW])
    expect(locations.slice(1).map(({ askedAt }) => askedAt)).toEqual(
      [1, 1, 3, 3].map((hours) => hours * HOUR_MS),
    )
  })

  it('is asked at its own address again after three failures at the new one', () => {
    const locations = locationsAfter([moved(NEW), moved(NEW), failed(404), failed(null), failed(410)])

    expect(locations.slice(2).map(({ movedTo }) => movedTo)).toEqual([NEW, NEW, null])
    expect(locations.at(-1)?.goneSince).toBeNull()
  })

  it('is not where a kind that asks elsewhere was led', () => {
    const location = locationAfter(
      { ...INITIAL_LOCATION, movingTo: NEW, movingVisits: 1 },
      aSource('reddit'),
      moved(NEW),
      0,
      0,
    )

    expect(location.movedTo).toBeNull()
  })
})

describe('a feed that is named by a page', () => {
  it('is visited itself after two visits, or at once when it was searched for', () => {
    const [named, twice] = locationsAfter([read({ foundFeedUrl: NEW }), read({ foundFeedUrl: NEW })])
    const [searched] = locationsAfter([read({ foundFeedUrl: NEW, searched: true })])

    expect([named?.movedTo, twice?.movedTo, searched?.movedTo]).toEqual([null, NEW, NEW])
  })

  it('is searched for once while visits fail', () => {
    const locations = locationsAfter([failed(404, { searched: true }), failed(404), read()])

    expect(locations.map(({ searchedAt }) => searchedAt)).toEqual([0, 0, null])
  })
})

describe('what the next request is sent with', () => {
  const VALIDATORS = { etag: '"1"', lastModified: null }

  it('is kept with the address that gave it, also when a kept address is given up', () => {
    const valid = {
      ...moved(NEW),
      validators: VALIDATORS,
      exchange: { ...EXCHANGE, permanentUrl: NEW, finalUrl: NEW },
    }
    const locations = locationsAfter([valid, valid, failed(500), failed(500), failed(500), read()])

    expect(locations.map(({ validatedUrl }) => validatedUrl)).toEqual([NEW, NEW, NEW, NEW, NEW, null])
  })

  it('is counted while the server says that nothing changed, until it sends a document', () => {
    const notModified = { ...unchanged(), exchange: { ...EXCHANGE, status: 304 } }
    const locations = locationsAfter([
      read(),
      notModified,
      notModified,
      failed(500),
      notModified,
      unchanged(),
    ])

    expect(locations.map(({ notModifiedVisits }) => notModifiedVisits)).toEqual([0, 1, 2, 2, 3, 0])
    expect(locations.map(({ notModifiedSince }) => notModifiedSince)).toEqual([
      null,
      HOUR_MS,
      HOUR_MS,
      HOUR_MS,
      HOUR_MS,
      null,
    ])
  })
})

describe('a source that is not there', () => {
  it('is gone at once when its server says that it is gone for good', () => {
    expect(locationsAfter([failed(410)])[0]?.goneSince).toBe(0)
  })

  it('is gone after three answers over two days that say so, whatever else happens in between', () => {
    const over = (hours: number) =>
      locationsAfter([failed(404), failed(503), failed(404), failed(null), failed(404)], hours)

    expect(over(12).map(({ goneSince }) => goneSince)).toEqual([null, null, null, null, 4 * 12 * HOUR_MS])
    expect(over(11).at(-1)?.goneSince).toBeNull()
    expect(locationsAfter([failed(404), failed(404)], 72).at(-1)?.goneSince).toBeNull()
  })

  it('is back with the first success, and stays gone since the same time until then', () => {
    const locations = locationsAfter([failed(410), failed(null), failed(410), read()], 24)

    expect(locations.map(({ goneSince }) => goneSince)).toEqual([0, 0, 0, null])
  })
})

describe('what a feed wishes', () => {
  it('is kept through answers that bring no document, until the feed says otherwise', () => {
    const hinting = read({}, { ttlMs: HOUR_MS, skipHours: [3], skipDays: [0] })
    const locations = locationsAfter([hinting, unchanged(), failed(503), read()])

    const pollingHints = { ttlMs: HOUR_MS, skipHours: [3], skipDays: [0], entryCount: 0 }
    expect(locations.slice(0, 3).map((location) => location.pollingHints)).toEqual([
      pollingHints,
      pollingHints,
      pollingHints,
    ])
    expect(locations[3]).toEqual({
      ...INITIAL_LOCATION,
      pollingHints: { ...NO_POLLING_HINTS, entryCount: 0 },
    })
  })
})

describe('what an operator hears', () => {
  it.each<
    [string, [number, Partial<SourceLocation>], [number, Partial<SourceLocation>], FetchResult, unknown[]]
  >([
    ['nothing of a bad hour', [1, {}], [2, {}], failed(500), []],
    [
      'that it breaks',
      [2, {}],
      [3, {}],
      failed(500),
      [{ kind: 'failing', code: 'http5xx', message: 'it fails' }],
    ],
    ['nothing more while it is broken', [3, {}], [4, {}], failed(500), []],
    [
      'that it is gone',
      [9, {}],
      [10, { goneSince: 5 }],
      failed(410),
      [{ kind: 'gone', code: 'http5xx', message: 'it fails' }],
    ],
    [
      'that it is well again',
      [10, { goneSince: 5 }],
      [0, {}],
      unchanged(),
      [{ kind: 'recovered', code: null, message: '' }],
    ],
    ['nothing of a bad hour that is over', [2, {}], [0, {}], unchanged(), []],
    [
      'that it moved, with no secret',
      [0, {}],
      [0, { movedTo: 'https://u:p@new.example/f?token=x' }],
      unchanged(),
      [{ kind: 'moved', code: null, message: 'it is now visited at https://new.example/f?token=hidden' }],
    ],
    ['nothing of a move back', [0, { movedTo: NEW }], [0, {}], unchanged(), []],
  ])('is %s', (_, [errorsBefore, before], [errorsAfter, after], collected, heard) => {
    const events = sourceEvents(
      { consecutiveErrors: errorsBefore, location: { ...INITIAL_LOCATION, ...before } },
      { consecutiveErrors: errorsAfter, location: { ...INITIAL_LOCATION, ...after } },
      collected,
    )

    expect(events).toEqual(heard)
  })
})

/** What is known after each of these visits, so many hours apart, the first at 0. */
function locationsAfter(visits: readonly FetchResult[], hoursApart = 1): SourceLocation[] {
  let location: SourceLocation | undefined
  let errors = 0
  return visits.map((collected, index) => {
    errors = collected.kind === 'failed' ? errors + 1 : 0
    location = locationAfter(location, aSource('feed'), collected, errors, index * hoursApart * HOUR_MS)
    return location
  })
}

const EXCHANGE: Exchange = { status: 200, latencyMs: 1, finalUrl: '', retryAfterMs: undefined, bytes: 0 }

function moved(permanentUrl: string): FetchResult {
  return read({ permanentUrl })
}

function read(exchange: Partial<Exchange> = {}, pollingHints: Partial<FeedInfo> = {}): FetchResult {
  return {
    kind: 'entries',
    feed: {
      title: undefined,
      siteUrl: undefined,
      language: undefined,
      iconUrl: undefined,
      ttlMs: undefined,
      ...pollingHints,
    },
    entries: [],
    validators: NO_VALIDATORS,
    documentHash: '',
    exchange: { ...EXCHANGE, ...exchange },
  }
}

function unchanged(): FetchResult {
  return { kind: 'unchanged', validators: NO_VALIDATORS, exchange: EXCHANGE }
}

function failed(status: number | null, exchange: Partial<Exchange> = {}): FetchResult {
  return {
    kind: 'failed',
    error: { code: 'http5xx', message: 'it fails' },
    exchange: { ...EXCHANGE, status, ...exchange },
  }
}

function bare(address: string): string {
  return address.replace('user:secret@', '')
}

function aSource(type: Source['type']): Source {
  return {
    id: 'paper',
    name: 'Paper',
    type,
    url: OWN,
    category: 'general',
    region: null,
    language: null,
    weight: 1,
    enabled: true,
    everyMs: DAY_MS,
  }
}
