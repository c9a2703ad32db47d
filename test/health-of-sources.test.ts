import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTroubleServer, type TroubleServer } from '../sample/trouble/trouble.ts'
import { openCollecting } from '../src/cli/collecting.ts'
import { doctor } from '../src/cli/commands/doctor/doctor.ts'
import { openStore } from '../src/cli/open-store.ts'
import type { Config } from '../src/config/config.ts'
import { loadConfig } from '../src/config/load.ts'
import type { SourceReport } from '../src/model/source-report.ts'
import { CUT_CODE, type Source, type VisitErrorCode } from '../src/model/source.ts'
import { DAY_MS } from '../src/model/time.ts'
import { visitSource } from '../src/pipeline/visit-source.ts'
import type { Store } from '../src/store/store.ts'
import { anEntry } from './an-entry.ts'
import { scratchFolder } from './scratch-folder.ts'
import { visitDepsOf } from './visit-deps.ts'
import { read } from './visits.ts'

/** Each code, and the trouble that a real source must be in to get it. */
const FAILURES: Readonly<
  Record<Exclude<VisitErrorCode, typeof CUT_CODE>, (server: TroubleServer) => string>
> = {
  timeout: (server) => server.urlOf('hang'),
  dns: () => 'http://no-such-host.invalid/feed',
  tls: (server) => server.urlOf('ok', 'tls').replace('http:', 'https:'),
  // The discard port of this machine, where nothing listens.
  refused: () => 'http://127.0.0.1:9/feed',
  truncated: (server) => server.urlOf('reset'),
  badRedirect: (server) => server.urlOf('redirect-loop'),
  http4xx: (server) => server.urlOf('status-404'),
  http5xx: (server) => server.urlOf('status-500'),
  rateLimited: (server) => server.urlOf('status-429'),
  botChallenge: (server) => server.urlOf('bot-challenge'),
  parse: (server) => server.urlOf('unknown-encoding'),
  tooLarge: (server) => server.urlOf('endless-body'),
  blockedAddress: (server) => server.urlOf('redirect-private'),
  notAFeed: (server) => server.urlOf('html'),
  empty: (server) => server.urlOf('empty'),
}
const CODES = Object.keys(FAILURES) as (keyof typeof FAILURES)[]
/** 60 s: nothing but what hangs takes that long on loopback, however busy the machine is. */
const SETTINGS = { allowAddresses: ['127.0.0.0/8'], timeout: '60s', maxBytes: '100kB', perHost: 32 }

/** What hangs is visited by itself, and not waited for that long. */
const HANGS_MS = 1_000

let server: TroubleServer
let folder: string
let reports: ReadonlyMap<string, SourceReport>

beforeAll(async () => {
  server = await startTroubleServer()
  folder = mkdtempSync(join(tmpdir(), 'digest-health-'))
  const faulty = CODES.map((code) => ({ id: code.toLowerCase(), url: FAILURES[code](server) }))
  const others = [
    { id: 'well', url: server.urlOf('ok') },
    { id: 'gone', url: server.urlOf('status-410') },
    { id: 'off', url: server.urlOf('ok', 'off'), enabled: false },
  ]
  writeFileSync(
    join(folder, 'digest.yaml'),
    JSON.stringify({ collect: SETTINGS, sources: [...faulty, ...others] }),
  )
  reports = await collectAll()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the health of a source', () => {
  it.each(CODES)('names a source in trouble by its code: %s', (code) => {
    const health = reports.get(code.toLowerCase())?.health

    expect(health).toMatchObject({
      status: 'degraded',
      consecutiveErrors: 1,
      successRate24h: 0,
      lastSuccessAt: null,
      lastError: { code, message: expect.stringMatching(/\w/), at: health?.lastVisitAt },
    })
    expect(health?.nextVisitAt).toBeGreaterThan(health?.lastVisitAt ?? 0)
  })

  it('has the status and the delay of the last answer, where there was one', () => {
    const healthOf = (id: string) => reports.get(id)?.health

    expect(healthOf('http4xx')?.lastStatus).toBe(404)
    expect(healthOf('http5xx')?.lastStatus).toBe(500)
    expect(healthOf('dns')?.lastStatus).toBeNull()
    // Timers may be some milliseconds early.
    expect(healthOf('timeout')?.latencyMs).toBeGreaterThan(HANGS_MS / 2)
    // Retry-After: 120, where the interval alone would be half an hour.
    expect(healthOf('ratelimited')?.intervalSeconds).toBe(1_800)
  })

  it('is well, gone or disabled where it is', () => {
    expect(reports.get('well')?.health).toMatchObject({
      status: 'ok',
      lastStatus: 200,
      successRate24h: 1,
      lastError: null,
    })
    expect(reports.get('gone')?.health).toMatchObject({ status: 'gone', intervalSeconds: 7 * 86_400 })
    expect(reports.get('off')?.health).toMatchObject({
      status: 'disabled',
      lastVisitAt: null,
      nextVisitAt: null,
    })
  })
})

describe('doctor', () => {
  it('tells what is wrong with which source and what to do, the worst first, and ends with 1', async () => {
    const { code, out } = await run()

    expect(code).toBe(1)
    expect(out).toMatch(/ of 17 sources are well; 1 gone, .*\n\nGONE {6}gone\n/)
    for (const failure of CODES) expect(out).toContain(`${failure}: `)
    expect(out).toContain('  do      If it answers in a browser')
    expect(out).not.toMatch(/^\w+ +off\b/m)
  })

  it('tells the same to programs', async () => {
    const { code, out } = await run({ json: true })

    const healthOf = JSON.parse(out) as {
      healthy: boolean
      findings: { id: string; code: string | null; advice: string }[]
    }
    expect(code).toBe(1)
    expect(healthOf).toMatchObject({ healthy: false, sources: 17, idleSince: null })
    expect(healthOf.findings.flatMap((found) => found.code ?? []).toSorted()).toEqual(
      [...CODES, 'http4xx'].toSorted(),
    )
    for (const { advice } of healthOf.findings) expect(advice).toMatch(/\.$/)
  })

  it('tells of a source that answers, and has brought nothing for much longer than before', async () => {
    const quiet = scratchFolder('quiet')
    const urlOf = (id: string) => `https://${id}.example/feed`
    const settings = { sources: ['daily', 'young'].map((id) => ({ id, url: urlOf(id) })) }
    writeFileSync(join(quiet, 'digest.yaml'), JSON.stringify(settings))
    const config = loadConfig({ flags: {}, env: {}, cwd: quiet })
    const store = await openStore(config)
    await store.syncSources(config.sources, Date.now())
    for (const [index, source] of config.sources.entries()) {
      const entries = Array.from({ length: index === 0 ? 20 : 5 }, (_, day) =>
        anEntry({
          guid: `${day}`,
          url: `${source.url}/${day}`,
          publishedAt: Date.now() - (8 + day) * DAY_MS,
        }),
      )
      const deps = {
        ...visitDepsOf(store, Date.now),
        collect: () => Promise.resolve({ ...read(entries), documentHash: source.id }),
      }
      await visitSource(source, undefined, deps, new AbortController().signal)
    }
    await store.close()

    const { code, out } = await run({}, quiet)

    expect(out).toMatch(
      /^1 of 2 sources are well; 1 silent\n\nSILENT {4}daily .*\n {2}why {5}it has had nothing new for 8 days\n/,
    )
    expect(code).toBe(0)
    expect((await run({ failOn: 'silent' }, quiet)).code).toBe(1)
  })

  it('warns that there is no store where its address says', async () => {
    const { out, warnings } = await run({ store: 'sqlite:missing.db' })

    expect(warnings).toMatch(
      /^warning: there is no store at .*missing\.db: nothing was collected there yet\n$/,
    )
    expect(out).toMatch(/^0 of 17 sources are well; 17 new\n/)
  })
})

async function collectAll(): Promise<Map<string, SourceReport>> {
  const config = loadConfig({ flags: { config: join(folder, 'digest.yaml') }, env: {}, cwd: folder })
  const store = await openStore(config)
  await store.syncSources(config.sources, Date.now())
  const hangs = ({ id }: Source): boolean => id === 'timeout'
  await visitAll({ ...config, sources: config.sources.filter((source) => !hangs(source)) }, store)
  const impatient = { ...config.collect, timeoutMs: HANGS_MS }
  await visitAll({ ...config, sources: config.sources.filter(hangs), collect: impatient }, store)
  const found = await store.listSources(Date.now())
  await store.close()
  return new Map(found.map((report) => [report.id, report]))
}

async function visitAll(config: Config, store: Store): Promise<void> {
  const collecting = await openCollecting(config, store, {
    onVisit: () => undefined,
    onError: (_source, cause) => {
      throw cause
    },
  })
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
}

async function run(
  flags: Parameters<typeof doctor>[0] = {},
  cwd = folder,
): Promise<{ readonly code: number; readonly out: string; readonly warnings: string }> {
  let out = ''
  let warnings = ''
  const stdout = { write: (text: string) => (out += text) }
  const io = { stdout, stderr: { write: (text: string) => (warnings += text) } }
  const deps = { io, cwd, env: {}, now: Date.now, exit: () => undefined }
  const code = await doctor(flags, deps)
  return { code, out, warnings }
}
