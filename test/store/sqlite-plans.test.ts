import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { translated } from '../../src/store/sqlite/dialect.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { NOW, aDraft, aFirstVisit } from './drafts.ts'
import { newFolder, whenAllOver } from './kept.ts'

const FOLDER = fileURLToPath(new URL('../../src/store/', import.meta.url))

/** Tables that stay small enough to be read whole. `json_each` is a list of values; short names stand for parts of a statement. */
const SMALL = new Set([
  'sources',
  'icons',
  'facets',
  'hooks',
  'counters',
  'identity',
  'digests',
  'json_each',
  'a',
  'b',
  'f',
  's',
  't',
  'x',
])

/** Statements that may go through a whole table or index, and why. */
const MAY_SCAN: Readonly<Record<string, string>> = {
  'COPY_SQL.state': 'one row of each table',
  'COLUMN_SQL.size': 'once at opening, over the smallest index',
  'COLUMN_SQL.representatives': 'once at opening, one small row a story',
  'COLUMN_SQL.last': 'from the end of the sequence, one row',
  'FOLLOW_SQL.newest': 'from the end of the sequence, one row',
  'DOCUMENT_SQL.count': 'once where an index is built, over the smallest index',
  'DOCUMENT_SQL.documentsAfter': 'the items of a chunk, which are a part of the statement',
  'PROBE_SQL.newest': 'from the end of the items, one row',
  'HOT_SQL.newest': 'from the end of the items, 200 rows',
  'HOT_SQL.oldest': 'from the start of the items, 200 rows',
  'REPORT_SQL.events': 'from the end of the events, as many rows as are asked for',
  'REPORT_SQL.stories': 'counted for /api/stats, over the smallest index',
  'PRUNE_SQL.counts': 'once an hour, over an index',
  'PRUNE_SQL.announcedStories': 'as many rows as stories that hooks announced, once an hour',
  'PRUNE_SQL.thumbnails': 'from the end of the thumbnails, as many as are kept, once an hour',
}

/** Statements that may sort, and why. */
const MAY_SORT: Readonly<Record<string, string>> = {
  'ICON_SQL.due': 'as few rows as sources',
  'THUMBNAIL_SQL.due': 'as few rows as items with a picture in two days, when a picture is looked for',
  'NAME_SQL.addFacets': 'as few rows as new combinations of words',
  'ITEM_READ_SQL.ofAddress': 'as few rows as items of one address',
  'ENTRY_READ_SQL.ownSightings': 'as few rows as sightings of a visit',
  'ENTRY_READ_SQL.discussions': 'as few rows as a source shows in a day',
  'REPORT_SQL.states': 'as few rows as sources',
  'REPORT_SQL.reports': 'as few rows as sources',
  'REPORT_SQL.places': 'as few rows as sources, in doctor',
  'ITEM_READ_SQL.sightings': 'as few rows as sightings of the articles of one batch',
  'STORY_READ_SQL.since': 'read once, when collecting starts',
  'STORY_READ_SQL.members': 'as few rows as items of a story',
  'STORY_WRITE_SQL.counts': 'as few rows as sightings of a story',
  'STORY_WRITE_SQL.replaceRepresentatives': 'as few rows as items of a story',
  'SIGHTING_WRITE_SQL.summarize': 'as few rows as sightings of an item',
}

interface Statement {
  readonly name: string
  readonly sql: string
}

describe('the query plan', async () => {
  const statements = await allStatements()
  const plans = new Map<string, { fresh: readonly string[]; analysed: readonly string[] }>()
  let indexes: readonly string[] = []
  const whenOver = whenAllOver()

  beforeAll(async () => {
    const file = join(newFolder(whenOver), 'data.db')
    await fill(file)
    const db = new Database(file)
    // Times of many days, as a collection has them.
    db.exec(
      'UPDATE items SET published_at = published_at - id * 3600000, first_seen_at = first_seen_at - id * 3600000',
    )
    indexes = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE INDEX%'`)
      .pluck()
      .all() as string[]
    for (const { name, sql } of statements) plans.set(name, { fresh: planOf(db, sql), analysed: [] })
    db.exec('ANALYZE')
    // Statistics are read when a connection opens.
    db.close()
    const analysed = new Database(file)
    for (const { name, sql } of statements) {
      plans.set(name, { fresh: plans.get(name)?.fresh ?? [], analysed: planOf(analysed, sql) })
    }
    analysed.close()
  })

  it('is looked at for every statement there is', () => {
    const strays = codeFiles()
      .filter((file) => file.startsWith('sqlite/'))
      .filter((file) => /\.prepare\(|\.exec\(/.test(readFileSync(join(FOLDER, file), 'utf8')))

    // A copy goes through whole tables, in the order of their primary keys. Commands on whole stores read all of it. A new
    // file is empty.
    expect(strays.sort()).toEqual([
      'sqlite/collector-lock.ts',
      'sqlite/connection.ts',
      'sqlite/create-file.ts',
      'sqlite/database.ts',
      'sqlite/engine.ts',
      'sqlite/info.ts',
      'sqlite/inspect.ts',
      'sqlite/migrations.ts',
      'sqlite/table-store.ts',
    ])
    expect(statements.length).toBeGreaterThan(80)
  })

  for (const { name } of statements) {
    it(`of ${name} uses an index, also when statistics are there`, () => {
      const { fresh = [], analysed = [] } = plans.get(name) ?? {}

      for (const plan of [fresh, analysed]) {
        expect(
          plan.flatMap(scannedTables).filter((table) => !SMALL.has(table) && !(name in MAY_SCAN)),
        ).toEqual([])
        expect(plan.filter((step) => step.includes('TEMP B-TREE') && !(name in MAY_SORT))).toEqual([])
      }
      // A small table may be read whole or searched.
      const isOfSmall = fresh.some((step) => /^(?:SCAN|SEARCH) sources\b/.test(step))
      expect(isOfSmall ? fresh : analysed).toEqual(fresh)
    })
  }

  it('makes use of every index that is kept: each costs every insert', () => {
    const steps = [...plans.values()].flatMap(({ fresh }) => fresh).join('\n')

    expect(indexes.length).toBeGreaterThan(5)
    expect(indexes.filter((index) => !new RegExp(`INDEX ${index}\\b`).test(steps))).toEqual([])
  })

  it('has no exception that is not needed', () => {
    const all = (pattern: RegExp) =>
      [...plans].filter(([, { fresh }]) => fresh.some((step) => pattern.test(step))).map(([name]) => name)

    expect(Object.keys(MAY_SCAN).filter((name) => !all(/^SCAN/).includes(name))).toEqual([])
    expect(Object.keys(MAY_SORT).filter((name) => !all(/TEMP B-TREE/).includes(name))).toEqual([])
  })
})

function codeFiles(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('postgres/'),
  )
}

/** Every text of every exported map of statements. */
async function allStatements(): Promise<Statement[]> {
  const found: Statement[] = []
  for (const file of codeFiles()) {
    const module = (await import(join(FOLDER, file))) as Record<string, unknown>
    for (const [map, texts] of Object.entries(module)) {
      if (!map.endsWith('_SQL') || typeof texts === 'string') continue
      for (const [name, sql] of Object.entries(texts as Record<string, string>)) {
        found.push({ name: `${map}.${name}`, sql })
      }
    }
  }
  return found
}

function planOf(db: Database, sql: string): string[] {
  const { text, order } = translated(sql)
  const statement = db.prepare(`EXPLAIN QUERY PLAN ${text}`)
  return (statement.all(order.map(() => null)) as { detail: string }[]).map(({ detail }) => detail)
}

/** Tables that a step reads from end to end; the full-text table answers by its own index. */
function scannedTables(step: string): string[] {
  const [, table] = /^SCAN (\w+)/.exec(step) ?? []
  return table === undefined || table === 'search' || step.startsWith('SCAN CONSTANT') ? [] : [table]
}

/** Enough rows of each table for statistics to say something: dozens of sources and categories, hundreds of items. */
async function fill(file: string): Promise<void> {
  const store = await openSqliteStore(file, { now: () => NOW })
  const names = Array.from({ length: 40 }, (_, index) => `source-${index}`)
  await store.syncSources(
    names.map((name) => aSource(name)),
    NOW,
  )
  for (const [at, name] of names.entries()) {
    const ids = Array.from({ length: 15 }, (_, index) => at * 15 + index + 1)
    const articles = Object.fromEntries(ids.map((id) => [id, aDraft(`n${id}`, { category: name })]))
    await store.saveVisit(aFirstVisit(name, articles, { at: NOW + at }))
  }
  await store.close()
}
