import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { WRITER_LOCK } from '../../src/store/postgres/database.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { emptyFolder, eventually, runCli } from '../e2e/run-cli.ts'
import { aDraft, aFirstVisit, NOW } from '../store/drafts.ts'
import { ask, hasPostgres, newAddress, newDatabase } from '../store/postgres-fixture.ts'
import { settingsOf } from './compare.ts'
import { openFeedWorld } from './feed-world.ts'
import { startNode } from './node.ts'
import { openNetwork } from './silent-network.ts'
import { runTrial } from './trial.ts'

const MOVED_CLOCK = pathToFileURL(join(import.meta.dirname, '../../trials/harness/moved-clock.mjs')).href

/** In how many hours sources that were visited are visited again, how long ago that was, and their items seen. */
const VISIT_TIMES = `SELECT (next_visit_at / 1000 - now) / 3600 AS next, (now - last_visit_at / 1000) / 3600 AS visited,
    (now - (SELECT min(first_seen_at) FROM items) / 1000) / 3600 AS seen
  FROM sources, extract(epoch FROM clock_timestamp()) AS now WHERE last_visit_at IS NOT NULL`

describe('a role', () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'digest.yaml'), 'sources: [{ id: a, url: "https://a.example/feed" }]\n')

  it.each(['api', 'collector', 'digester'])('%s is refused with a SQLite store', async (role) => {
    const { code, stderr } = await runCli(['serve', '--role', role], folder)

    expect(code).toBe(2)
    expect(stderr).toMatch(new RegExp(`^--role ${role} needs a PostgreSQL store, .*leave out --role`))
  })

  it('that there is not is refused with those there are', async () => {
    const { code, stderr } = await runCli(['serve', '--role', 'digest'], folder)

    expect(code).toBe(2)
    expect(stderr).toContain('all, api, collector, digester')
  })

  it('that collects excludes --no-collect', async () => {
    const { code, stderr } = await runCli(
      ['serve', '--role', 'collector', '--no-collect', '--store', 'postgres://nobody.invalid/digest'],
      folder,
    )

    expect(code).toBe(2)
    expect(stderr).toBe('--no-collect and --role collector exclude each other: leave out one\n')
  })
})

describe.skipIf(!hasPostgres('nodes with one PostgreSQL store'))('nodes with one store', () => {
  it('visit each source once a round, lose and double nothing, and make the same stories, though nodes are killed', async () => {
    const result = await runTrial({
      url: await newDatabase(),
      sources: 40,
      maxDelayMs: 400,
      kills: 3,
      rounds: 2,
      nodes: { collector: 3, digester: 2, api: 1 },
    })

    expect(result).toMatchObject({
      doubleVisits: 0,
      unvisited: 0,
      hostOverlaps: 0,
      lost: 0,
      doubled: 0,
      miscounted: 0,
      otherStories: 0,
      setAside: 0,
      apiTotals: [result.items],
    })
    expect(result.storiesOfSeveral).toBeGreaterThan(5)
  })

  it('that each have all roles share the work, and each serves all of it', async () => {
    const result = await runTrial({
      url: await newDatabase(),
      sources: 20,
      maxDelayMs: 400,
      kills: 1,
      rounds: 2,
      nodes: { all: 2 },
    })

    expect(result).toMatchObject({ doubleVisits: 0, unvisited: 0, lost: 0, doubled: 0, otherStories: 0 })
    expect(result.apiTotals).toEqual([result.items, result.items])
  })

  it('tell through an API node how the sources are, though others visit them', async () => {
    const { url } = await newAddress()
    const world = await openFeedWorld(2, 0)
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'digest.yaml'),
      [
        `store: ${JSON.stringify(url)}`,
        'collect: { allowAddresses: [127.0.0.0/8], thumbnails: false }',
        `sources: [{ id: good, url: "${world.urlOf(0)}" }, { id: bad, url: "${world.urlOf(0)}/none" }]`,
        '',
      ].join('\n'),
    )
    const nodes = [
      startNode('api', 'api', folder),
      startNode('collector', 'collector', folder),
      startNode('digester', 'digester', folder),
    ]
    const askNode = async (path: string): Promise<unknown> => {
      const address = nodes[0]?.url()
      return address === undefined ? undefined : (await fetch(address + path)).json()
    }

    const sources = await eventually(
      () => askNode('/api/sources') as Promise<Sources | undefined>,
      (body) => body?.items.length === 2 && body.items.every(({ health }) => health.lastVisitAt !== null),
    )
    const health = (await askNode('/api/health')) as { checks: { collector: { status: string } } }
    const ready = await eventually(
      () => askNode('/readyz') as Promise<{ ready: boolean }>,
      (body) => body.ready,
    )

    expect(sources?.items.map(({ id, health: { status } }) => [id, status])).toEqual([
      ['good', 'ok'],
      ['bad', 'degraded'],
    ])
    expect(health.checks.collector.status).toBe('ok')
    expect(ready.ready).toBe(true)
    expect((await Promise.all(nodes.map((node) => node.stop()))).map(({ code }) => code)).toEqual([0, 0, 0])
    await world.close()
  })

  it('may be refused every right to write if they only answer', async () => {
    const url = await newDatabase()
    const address = { kind: 'postgres', url, readUrls: [], file: join(emptyFolder(), 'digest') } as const
    const writer = await openPostgresStore(address, { now: () => NOW })
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    await writer.close()
    const role = `reader_${Date.now()}`
    await ask(`CREATE ROLE ${role} LOGIN PASSWORD 's3cret'`)
    await ask(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`, url)
    try {
      const reading = new URL(url)
      reading.username = role
      reading.password = 's3cret'
      const node = startNode('reader', 'api', emptyFolder(), ['--store', reading.href])
      await eventually(node.url, Boolean)
      const isReady = async (): Promise<boolean> => (await fetch(`${node.url()}/readyz`)).ok
      await eventually(isReady, Boolean)

      const found = (await (await fetch(`${node.url()}/api/search?q=one`)).json()) as {
        readonly total: number
      }

      expect(found.total).toBe(1)
      expect((await node.stop()).code).toBe(0)

      await ask('DELETE FROM content_digest WHERE version = (SELECT max(version) FROM content_digest)', url)
      const older = await runCli(['serve', '--role', 'api', '--store', reading.href], emptyFolder())
      expect(older).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('has an older schema') as string,
      })
    } finally {
      await ask(`DROP OWNED BY ${role}`, url)
      await ask(`DROP ROLE ${role}`)
    }
  })

  it('go on where the network loses their connections without a word, and say while they have no leases', async () => {
    const url = await newDatabase()
    const network = await openNetwork(url)
    const world = await openFeedWorld(6, 0)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), settingsOf(world, 6, network.url))
    const node = startNode('lone', 'all', folder)
    const isVisited = async () => {
      const rows = await ask('SELECT id FROM sources WHERE next_visit_at > 0', url).catch(() => [])
      return rows.length === 6
    }
    const collectorIs = async () => {
      const health = (await (await fetch(`${node.url()}/api/health`)).json()) as HealthBody
      return health.checks.collector.status
    }
    await eventually(isVisited, Boolean)

    network.silence()
    await ask('UPDATE sources SET next_visit_at = 0', url)
    await eventually(isVisited, Boolean)

    await ask('ALTER TABLE site_leases RENAME TO others', url)
    await ask('UPDATE sources SET next_visit_at = 0', url)
    await eventually(collectorIs, (status) => status === 'degraded')
    await ask('ALTER TABLE others RENAME TO site_leases', url)
    await eventually(collectorIs, (status) => status === 'ok')
    await eventually(isVisited, Boolean)

    expect((await node.stop()).code).toBe(0)
    await network.close()
    await world.close()
  })

  it.each([-30, 30])('follow the clock of the database though their own is %s h off', async (hours) => {
    const url = await newDatabase()
    const world = await openFeedWorld(6, 0)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), settingsOf(world, 6, url))
    const node = startNode('lone', 'all', folder, [], {
      env: { CLOCK_JUMP_MS: String(hours * HOUR_MS), CLOCK_AFTER_MS: '0' },
      nodeArgs: ['--import', MOVED_CLOCK],
    })

    const rows = await eventually(
      () => ask(VISIT_TIMES, url).catch(() => []),
      ({ length }) => length === 6,
    )

    for (const { next, visited, seen } of rows) {
      expect(Number(next)).toBeGreaterThan(5)
      expect(Number(next)).toBeLessThanOrEqual(24)
      expect([visited, seen].map((value) => Math.floor(Number(value)))).toEqual([0, 0])
    }
    expect((await node.stop()).code).toBe(0)
    await world.close()
  })

  it('go on visiting while what they digest cannot be saved, say once why they cannot digest, and go on when they can', async () => {
    const url = await newDatabase()
    const name = new URL(url).pathname.slice(1)
    const world = await openFeedWorld(2, 0)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), settingsOf(world, 2, url))
    const node = startNode('lone', 'all', folder, [], { env: { DIGEST_LOG_LEVEL: 'debug' } })
    const count = async (rows: string) => (await ask(`SELECT FROM ${rows}`, url).catch(() => [])).length
    const makeDue = (slug: string) => ask(`UPDATE sources SET next_visit_at = 0 WHERE slug = '${slug}'`, url)
    await eventually(
      () => count('sources WHERE next_visit_at > 0'),
      (visited) => visited === 2,
    )
    world.round++

    const writer = new Client({ connectionString: url })
    await writer.connect()
    await writer.query(`SELECT pg_advisory_lock(${WRITER_LOCK}, hashtext(current_schema()))`)
    await makeDue('s0')
    await eventually(
      () => count('pg_locks WHERE NOT granted'),
      (waiting) => waiting > 0,
    )
    await makeDue('s1')
    await eventually(
      () => count('inbox'),
      (arrivals) => arrivals === 2,
    )
    await writer.end()
    await eventually(
      () => count('sources WHERE next_visit_at > 0'),
      (visited) => visited === 2,
    )
    expect(node.output().stderr).not.toContain('what was fetched could not be saved')

    const linesWith = (text: string) =>
      node
        .output()
        .stderr.split('\n')
        .filter((line) => line.includes(text))
    const becomes = (text: string, times: number) =>
      eventually(
        () => linesWith(text),
        ({ length }) => length >= times,
      )
    await becomes('this node digests', 1)

    await ask(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    const failures = await becomes('digesting: postgres', 3)
    await ask(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await becomes('this node digests', 2)

    expect(failures.filter((line) => line.includes('"level":50'))).toHaveLength(1)
    expect((await node.stop()).code).toBe(0)
    await world.close()
  })

  it('make backups on schedule only where they digest', async () => {
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'digest.yaml'),
      [
        `store: ${JSON.stringify(await newDatabase())}`,
        'backup: { every: 10m }',
        'sources: [{ id: a, url: "https://a.invalid/feed" }]',
        '',
      ].join('\n'),
    )
    const digesting = startNode('first', 'all', folder)
    await eventually(
      () => digesting.output().stderr,
      (log) => log.includes('backup made and verified'),
    )
    const waiting = startNode('second', 'all', folder)
    await eventually(waiting.isUp, Boolean)
    const other = startNode('third', 'collector', folder)
    await eventually(other.isUp, Boolean)

    expect(existsSync(join(folder, 'data-second', 'backups'))).toBe(false)

    expect((await digesting.stop()).code).toBe(0)
    await eventually(
      () => waiting.output().stderr,
      (log) => log.includes('backup made and verified'),
    )

    expect(existsSync(join(folder, 'data-third', 'backups'))).toBe(false)
    const ends = await Promise.all([waiting, other].map((node) => node.stop()))
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
  })
})

interface HealthBody {
  readonly checks: { readonly collector: { readonly status: string } }
}

interface Sources {
  readonly items: readonly {
    readonly id: string
    readonly health: { readonly status: string; readonly lastVisitAt: string | null }
  }[]
}
