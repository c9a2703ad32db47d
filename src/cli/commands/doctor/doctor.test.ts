import { describe, expect, it } from 'vitest'
import { aSource } from '../../../../test/a-source.ts'
import type { SourceHealth, SourceReport } from '../../../model/source-report.ts'
import type { Source } from '../../../model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../model/time.ts'
import { diagnose, isUnhealthy } from './diagnosis.ts'
import { doctorReport } from './doctor-report.ts'

const NOW = Date.UTC(2026, 0, 10, 12)
const ERROR = { code: 'timeout', message: 'no answer', at: NOW } as const

describe('a diagnosis', () => {
  it('has nothing to tell of sources that are well, or switched off', () => {
    const diagnosis = of([aReport('a'), aReport('off')], { off: { enabled: false } })

    expect(diagnosis).toEqual({ sources: 1, well: 1, machine: [], idleSince: null, findings: [] })
    expect(isUnhealthy(diagnosis)).toBe(false)
    expect(doctorReport(diagnosis, NOW)).toBe('1 of 1 sources are well\n')
    expect(doctorReport(diagnose([], [], NOW), NOW)).toMatch(/^There are no sources\./)
  })

  it('tells the worst first, and of those alike the one that is ill the longest', () => {
    const ill = { lastError: ERROR, consecutiveErrors: 3 }
    const diagnosis = of([
      aReport('moved', {}, { movedTo: 'https://new.example/feed' }),
      aReport('degraded', { ...ill, status: 'degraded', consecutiveErrors: 1 }),
      aReport('short', { ...ill, status: 'failing', lastSuccessAt: NOW - HOUR_MS }),
      aReport('long', { ...ill, status: 'failing', lastSuccessAt: NOW - DAY_MS }),
      aReport('gone', { ...ill, status: 'gone' }),
      aReport('silent', {}, { lastItemAt: NOW - 90 * DAY_MS, silentSince: NOW }),
      aReport('barren', {}, { itemCount: 0, lastItemAt: null }),
    ])

    expect(diagnosis.findings.map(({ id }) => id)).toEqual([
      'gone',
      'long',
      'short',
      'degraded',
      'barren',
      'moved',
      'silent',
    ])
    expect(isUnhealthy(diagnosis)).toBe(true)
  })

  it.each([
    ['moved', aReport('a', {}, { movedTo: 'https://new.example/feed' })],
    ['silent', aReport('a', {}, { lastItemAt: NOW - 61 * DAY_MS, silentSince: NOW - DAY_MS })],
    ['empty', aReport('a', {}, { itemCount: 0 })],
    ['cut', aReport('a', { lastError: { code: 'tooManyEntries', message: '9 are left out', at: NOW } })],
    ['new', aReport('a', { status: 'new', lastVisitAt: null })],
  ])('does not call ill what only needs a look: %s', (condition, report) => {
    const diagnosis = of([report])

    expect(diagnosis.findings.map((found) => found.condition)).toEqual([condition])
    expect(isUnhealthy(diagnosis)).toBe(false)
  })

  it('knows a source that was never visited, and one that the store has not heard of', () => {
    const diagnosis = diagnose([aSource('a')], [], NOW)

    expect(diagnosis.findings).toMatchObject([
      { id: 'a', condition: 'new', status: 'new', lastSuccessAt: null },
    ])
  })

  it('names those that became the same feed as another one, which has not moved there', () => {
    const reports = [
      aReport('moved', {}, { movedTo: 'https://kept.example/feed' }),
      aReport('kept'),
      aReport('third'),
    ]
    const sources = reports.map(({ id }) => aSource(id))

    const { findings } = diagnose(sources, reports, NOW, [], [['moved', 'kept', 'third']])

    expect(findings.map(({ id, condition, why }) => [id, condition, why])).toEqual([
      ['moved', 'duplicate', 'it has become the same feed as kept'],
      ['third', 'duplicate', 'it has become the same feed as kept'],
    ])
    expect(isUnhealthy(diagnose(sources, reports, NOW, [], [['moved', 'kept']]))).toBe(false)
  })

  it('tells that nothing is visited where all sources wait', () => {
    const waiting = { lastVisitAt: NOW - 5 * HOUR_MS, nextVisitAt: NOW - 3 * HOUR_MS }
    const idle = of([aReport('a', waiting), aReport('b', { ...waiting, lastVisitAt: NOW - 4 * HOUR_MS })])
    const busy = of([aReport('a', waiting), aReport('b')])

    expect(idle.idleSince).toBe(NOW - 4 * HOUR_MS)
    expect(doctorReport(idle, NOW)).toContain('NOTHING IS VISITED: the last visit was 4 h ago.')
    expect(busy).toMatchObject({ idleSince: null, findings: [{ id: 'a', condition: 'overdue' }] })
    expect([isUnhealthy(idle), isUnhealthy(busy)]).toEqual([true, true])
  })

  it.each([
    ['gone', undefined, true],
    ['gone', 'failing', true],
    ['failing', 'failing', true],
    ['degraded', undefined, true],
    ['degraded', 'failing', false],
    ['failing', 'gone', false],
    ['degraded', 'new', true],
  ] as const)('of a source that is %s fails on %s: %s', (status, failOn, isIll) => {
    const diagnosis = of([aReport('a', { status, lastError: ERROR, consecutiveErrors: 1 })])

    expect(isUnhealthy(diagnosis, failOn)).toBe(isIll)
  })

  it('fails where nothing is visited, whatever it is to fail on', () => {
    const idle = of([aReport('a', { lastVisitAt: NOW - 5 * HOUR_MS, nextVisitAt: NOW - 3 * HOUR_MS })])

    expect(isUnhealthy(idle, 'gone')).toBe(true)
  })

  it('names the network of this machine once where most hosts cannot be reached, and each other trouble', () => {
    const unreached = {
      status: 'failing',
      lastError: { ...ERROR, code: 'dns' },
      consecutiveErrors: 3,
    } as const
    const reports = ['a', 'b', 'c', 'd'].map((id) => aReport(id, unreached))
    const gone = aReport('gone', { status: 'gone', lastError: { ...ERROR, code: 'http4xx' } })

    const report = doctorReport(of([...reports, gone]), NOW)

    expect(report.split('\n').slice(0, 9)).toEqual([
      '0 of 5 sources are well; 1 gone, 4 failing',
      '',
      'MACHINE   This machine does not reach the network.',
      '  why     4 of 5 hosts could not be reached',
      '  do      Check its connection, DNS, proxy and clock. The sources are most likely well.',
      '',
      'UNREACHED 4 sources, mostly for that reason: a, b, c, d',
      '',
      expect.stringMatching(/^GONE {6}gone/),
    ])
  })

  it('says of a source that fails now and then how often', () => {
    const [found] = of([aReport('a', { status: 'degraded', successRate24h: 0.5, lastError: ERROR })]).findings

    expect(found?.why).toBe('now and then: no answer; 50 % of the last 24 hours’ visits succeeded')
  })
})

describe('the report on a source', () => {
  it('says why, so far and what to do, and lets nothing steer the terminal', () => {
    const lastError = { ...ERROR, message: 'no\u001B[2J answer' }
    const health = {
      status: 'failing',
      consecutiveErrors: 4,
      lastSuccessAt: NOW - 3 * DAY_MS,
      lastError,
    } as const

    const report = doctorReport(of([aReport('a', health)]), NOW)

    expect(report).toContain(
      'FAILING   a (The a)\n  why     timeout: no [2J answer\n  so far  failed 4 times in a row; last succeeded 3 days ago; next visit in 30 min\n  do      If it answers',
    )
  })
})

describe('the report on many sources', () => {
  const missing = (id: string) =>
    aReport(id, {
      status: 'gone',
      consecutiveErrors: 2,
      lastSuccessAt: NOW - DAY_MS,
      lastError: { ...ERROR, code: 'http4xx', message: `${id}.example answered HTTP 410` },
    })

  it('counts them by state, and gives those of one cause one advice', () => {
    const report = doctorReport(of([missing('a'), aReport('well'), missing('b')]), NOW)

    expect(report).toBe(
      [
        '1 of 3 sources are well; 2 gone',
        '',
        'GONE      2 sources',
        '  do      Correct the url if the feed has moved, or remove the source.',
        '  - a (The a): http4xx: a.example answered HTTP 410; failed 2 times in a row; last succeeded 24 h ago',
        '  - b (The b): http4xx: b.example answered HTTP 410; failed 2 times in a row; last succeeded 24 h ago',
        '',
      ].join('\n'),
    )
  })

  it('lists their ids if nothing else differs', () => {
    const report = doctorReport(diagnose([aSource('a'), aSource('b')], [], NOW), NOW)

    expect(report).toBe(
      [
        '0 of 2 sources are well; 2 new',
        '',
        'NEW       2 sources',
        '  why     it has not been visited yet',
        '  do      Nothing, if the service is running. Otherwise: content-digest collect',
        '  which   a, b',
        '',
      ].join('\n'),
    )
  })

  it('gives one command for all', () => {
    const reports = ['kept', 'one', 'two'].map((id) => aReport(id))
    const diagnosis = diagnose(
      reports.map(({ id }) => aSource(id)),
      reports,
      NOW,
      [],
      [['kept', 'one', 'two']],
    )

    expect(doctorReport(diagnosis, NOW)).toContain(
      '  do      The other one is enough: content-digest sources remove one two\n',
    )
  })
})

function of(reports: readonly SourceReport[], sources: Record<string, Partial<Source>> = {}) {
  return diagnose(
    reports.map(({ id }) => ({ ...aSource(id), ...sources[id] })),
    reports,
    NOW,
  )
}

function aReport(
  id: string,
  health: Partial<SourceHealth> = {},
  changes: Partial<SourceReport> = {},
): SourceReport {
  return {
    ...aSource(id),
    categoryName: 'general',
    feedUrl: `https://${id}.example/feed`,
    isFeedUrlPublic: true,
    siteUrl: null,
    hasIcon: false,
    itemCount: 5,
    itemsLast24h: 1,
    lastItemAt: NOW - HOUR_MS,
    silentSince: null,
    itemsByDay: [],
    movedTo: null,
    health: {
      status: 'ok',
      lastVisitAt: NOW - 30 * MINUTE_MS,
      lastSuccessAt: NOW - 30 * MINUTE_MS,
      nextVisitAt: NOW + 30 * MINUTE_MS,
      intervalSeconds: 3_600,
      consecutiveErrors: 0,
      successRate24h: 1,
      latencyMs: 80,
      lastStatus: 200,
      lastError: null,
      ...health,
    },
    ...changes,
  }
}
