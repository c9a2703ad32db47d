import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CopiedTable, DATA_TABLES } from '../../src/store/copy/tables.ts'
import { SCHEMA_SQL } from '../../src/store/postgres/migrations.ts'
import { prepareSession } from '../../src/store/postgres/session.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, NOW } from './drafts.ts'
import { whenAllOver } from './kept.ts'
import { hasPostgres, newPostgresFixture } from './postgres-fixture.ts'

const FOLDER = fileURLToPath(new URL('../../src/store/', import.meta.url))

/** Tables that grow with the collection or with time. All others may be read whole. */
const GROWING = new Set([
  'items',
  'contents',
  'item_tags',
  'addresses',
  'shared_addresses',
  'sightings',
  'stories',
  'visits',
  'source_events',
  'thumbnails',
  'changes',
])

/**
 * Statements of migrating, copying, locking and measuring. They go through whole tables by right, or are commands without a
 * plan.
 */
const SELDOM = new Set(['SCHEMA_SQL', 'COPY_SQL', 'TABLE_SQL', 'LOCK_SQL', 'INFO_SQL'])

/** Statements that may go through a whole table or index, and why. */
const MAY_SCAN: Readonly<Record<string, string>> = {
  'COLUMN_SQL.last': 'from the end of the sequence, one row',
  'FOLLOW_SQL.newest': 'from the end of the sequence, one row',
  'COLUMN_SQL.size': 'once at opening, over the smallest index',
  'COLUMN_SQL.representatives': 'once at opening, one small row a story',
  'ENGINE_SQL.newest': 'from the end of the items, one row',
  'DOCUMENT_SQL.count': 'once where an index is built, over the smallest index',
  'REPORT_SQL.events': 'from the end of the events, as many rows as are asked for',
  'REPORT_SQL.stories': 'counted for /api/stats, over the smallest index',
  'HOOK_WRITE_SQL.forgetBatch': 'from the end of the sequence, one row',
  'CHANGE_SQL.last': 'from the end of the sequence, one row',
  'PRUNE_CHANGES_SQL.until': 'once an hour, from the start of the sequence',
  'PRUNE_SQL.counts': 'once an hour, over an index',
  'PRUNE_SQL.events': 'once an hour, few rows',
  'PRUNE_SQL.thumbnails': 'once an hour, from the end of the thumbnails, as many as are kept',
  'HOT_SQL.newest': 'from the end of the items, 200 rows',
  'HOT_SQL.oldest': 'from the start of the items, 200 rows',
}

interface Statement {
  readonly name: string
  readonly sql: string
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

describe.skipIf(!hasPostgres('query plans of PostgreSQL'))('the plan in PostgreSQL', async () => {
  const statements = await allStatements()
  /** By statement: the tables that it goes through, without statistics and with them. */
  const scans = new Map<string, string[][]>()
  let version = 0

  const whenOver = whenAllOver()

  beforeAll(async () => {
    const fixture = await newPostgresFixture(whenOver)
    const store = await fixture.open()
    const client = new Client({ connectionString: fixture.address.url })
    await client.connect()
    await client.query(NO_AUTOVACUUM)
    await fill(store)
    const { rows } = await client.query<{ readonly version: number }>(SCHEMA_SQL.server)
    version = rows[0]?.version ?? 0
    await prepareSession(client, 0)
    await client.query(MORE_ROWS)
    for (const analyse of ['', 'ANALYZE']) {
      await client.query(analyse)
      for (const { name, sql } of statements)
        scans.set(name, [...(scans.get(name) ?? []), scannedTables(await planOf(client, sql))])
      await client.query('DEALLOCATE ALL')
    }
    await client.end()
  })

  it('is looked at for every statement there is', () => {
    const declared = readSources().flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?const (\w+_SQL) = {/gm)].map(([, map = '']) => map),
    )
    const seen = new Set(statements.map(({ name }) => name.split('.')[0] ?? ''))

    expect(statements.length).toBeGreaterThan(100)
    expect(declared.filter((map) => !seen.has(map)).toSorted()).toEqual([...SELDOM].toSorted())
  })

  it('may go through a whole table only where a statement of that name is', () => {
    const names = new Set(statements.map(({ name }) => name))

    expect(Object.keys(MAY_SCAN).filter((name) => !names.has(name))).toEqual([])
  })

  for (const { name } of statements) {
    it(`of ${name} goes through no table that grows`, () => {
      const scanned = (scans.get(name) ?? []).flat()

      // An exception that is not needed must go. PostgreSQL 15 searches an index for a highest number, others go through it.
      const mayBeUnneeded = version === 15 && scanned.length === 0
      expect(scanned.length > 0, scanned.join()).toBe(name in MAY_SCAN && !mayBeUnneeded)
    })
  }
})

function readSources(): { readonly file: string; readonly text: string }[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('sqlite/'))
    .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }))
}

/** Every text of every exported map of statements. */
async function allStatements(): Promise<Statement[]> {
  const found: Statement[] = []
  for (const { file } of readSources()) {
    const module = (await import(join(FOLDER, file))) as Record<string, unknown>
    for (const [map, texts] of Object.entries(module)) {
      if (!map.endsWith('_SQL') || SELDOM.has(map) || typeof texts === 'string') continue
      for (const [name, sql] of Object.entries(texts as Record<string, string>))
        found.push({ name: `${map}.${name}`, sql })
    }
  }
  return found
}

/** The plan for any values, as connections of the store use it. */
async function planOf(client: Client, sql: string): Promise<Plan> {
  const parameters = new Set([...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = [...parameters].map(() => 'NULL').join(', ')
  await client.query(`PREPARE looked_at AS ${sql}`)
  const { rows } = await client.query<{ readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE looked_at${values === '' ? '' : `(${values})`}`,
  )
  await client.query('DEALLOCATE looked_at')
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new RangeError('EXPLAIN gave no plan')
  return plan
}

/** Growing tables that a plan reads from end to end, or through all of an index. */
function scannedTables(plan: Plan): string[] {
  const table = plan['Relation Name']?.replace(/^contents_\w+$/, 'contents') ?? ''
  const isWhole =
    plan['Node Type'] === 'Seq Scan' ||
    (/^Index (?:Only )?Scan$/.test(plan['Node Type']) && plan['Index Cond'] === undefined)
  const below = (plan.Plans ?? []).flatMap(scannedTables)
  return isWhole && GROWING.has(table) ? [table, ...below] : below
}

/** 40 sources, 2,400 items. */
async function fill(
  store: Awaited<ReturnType<Awaited<ReturnType<typeof newPostgresFixture>>['open']>>,
): Promise<void> {
  const names = Array.from({ length: 40 }, (_, at) => `source-${at}`)
  await store.syncSources(
    names.map((name) => aSource(name)),
    NOW,
  )
  for (const [at, name] of names.entries()) {
    const ids = Array.from({ length: 60 }, (_, index) => at * 60 + index + 1)
    const articles = Object.fromEntries(
      ids.map((id) => [
        id,
        aDraft(`n${id}`, {
          category: name,
          tags: [`t${id % 90}`],
          engagement: { points: id, comments: null },
        }),
      ]),
    )
    await store.saveVisit(aFirstVisit(name, articles, { at: NOW + at }))
  }
}

/** Otherwise some tables might have statistics before the others. */
const NO_AUTOVACUUM = `DO $$
  DECLARE one regclass;
  BEGIN
    FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', one);
    END LOOP;
  END $$`

/**
 * The same items twenty times, since the planner rightly reads a small table whole; rows of the tables that such visits do not
 * fill; and times of many days.
 */
const MORE_ROWS = `
  ${['items', 'contents', 'item_tags', 'addresses', 'stories', 'sightings'].map(copies).join(';\n')};
  INSERT INTO visits SELECT s, t, 0, 0 FROM generate_series(1, 40) s, generate_series(1, 60) t ON CONFLICT DO NOTHING;
  INSERT INTO source_events (source_id, at, kind, message) SELECT 1 + n % 40, n, 'failing', '' FROM generate_series(1, 2000) n;
  INSERT INTO thumbnails SELECT id, '', id, NULL FROM items;
  INSERT INTO shared_addresses SELECT gen_random_uuid(), id FROM items;
  UPDATE items SET story_id = id, published_at = published_at - id * 3600000, first_seen_at = first_seen_at - id * 3600000;
  UPDATE changes SET at = at + seq * 1000`

/** The statement that repeats the rows of a table with other ids. */
function copies(table: string): string {
  const changed: Record<string, string> = {
    id: 'id + 2400 * n',
    item_id: 'item_id + 2400 * n',
    key_hash: 'gen_random_uuid()',
    entry_key_hash: 'gen_random_uuid()',
  }
  const columns = tableOf(table).columns.map(({ name }) => name)
  const values = columns.map((name) => changed[name] ?? name)
  return `INSERT INTO ${table} (${columns.join()}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join()} FROM ${table}, generate_series(1, 19) n`
}

function tableOf(name: string): CopiedTable {
  const table = DATA_TABLES.find((each) => each.name === name)
  if (table === undefined) throw new RangeError(`no table ${name}`)
  return table
}
