import { existsSync } from 'node:fs'
import { Database } from '../../src/store/sqlite/driver.ts'
import type { Output } from '../../test/e2e/run-cli.ts'
import { FIRST_ENTRIES, NEW_ENTRIES, type NewsServer, sourceId } from './news-server.ts'

/** What the log of a command says was saved: entries of each source at its last saved visit. */
export function savedVisits({ stderr }: Output): Map<string, number> {
  const saved = new Map<string, number>()
  for (const [, id = '', entries] of stderr.matchAll(/(news-\d+): (\d+) entries, \d+ new/g))
    saved.set(id, Number(entries))
  return saved
}

/**
 * Holds a store against what its feeds have shown: nothing that was told as saved is missing, no visit is saved by half,
 * nothing is there twice, and counts agree with rows.
 *
 * @returns one line for each fault
 */
export function faultsOf(
  file: string,
  news: NewsServer,
  acknowledged: ReadonlyMap<string, number> = new Map(),
): string[] {
  if (!existsSync(file)) return acknowledged.size === 0 ? [] : ['the store is gone']
  const db = new Database(file, { readonly: true })
  const faults: string[] = []
  const column = (sql: string): unknown[] => db.prepare(sql).pluck().all()
  const expectNone = (what: string, sql: string): void => {
    const rows = column(sql)
    if (rows.length > 0) faults.push(`${what}: ${rows.slice(0, 5).join(', ')}${rows.length > 5 ? ' …' : ''}`)
  }
  try {
    for (const line of column('PRAGMA integrity_check'))
      if (line !== 'ok') faults.push(`integrity: ${String(line)}`)
    const stored = new Map(
      db
        .prepare(
          'SELECT s.slug, count(i.id) FROM sources s LEFT JOIN items i ON i.source_id = s.id WHERE s.configured = 1 GROUP BY s.id',
        )
        .raw()
        .all() as [string, number][],
    )
    for (let feed = 0; feed < news.feeds; feed++) {
      const id = sourceId(feed)
      const count = stored.get(id) ?? 0
      const whole = count === 0 || (count - FIRST_ENTRIES) % NEW_ENTRIES === 0
      if (!whole || count > news.sizeOf(feed)) faults.push(`${id}: ${count} items, a part of a visit`)
      const logged = acknowledged.get(id) ?? 0
      if (count < logged) faults.push(`${id}: ${logged} items were told as saved, ${count} are there`)
    }
    expectNone('an address twice', 'SELECT url FROM items GROUP BY url HAVING count(*) > 1')
    expectNone(
      'items without an address',
      'SELECT id FROM items WHERE id NOT IN (SELECT item_id FROM addresses WHERE item_id IS NOT NULL)',
    )
    expectNone(
      'items without a sighting',
      'SELECT id FROM items WHERE id NOT IN (SELECT item_id FROM sightings)',
    )
    expectNone(
      'sightings without an item',
      'SELECT id FROM sightings WHERE item_id NOT IN (SELECT id FROM items)',
    )
    expectNone(
      'contents without an item',
      'SELECT item_id FROM contents WHERE item_id NOT IN (SELECT id FROM items)',
    )
    expectNone(
      'stories with a wrong count',
      `SELECT s.id FROM stories s WHERE s.alias_of IS NULL
        AND (s.item_count != (SELECT count(*) FROM items i WHERE i.story_id = s.id)
          OR s.source_count != (SELECT count(DISTINCT g.source_id) FROM items i JOIN sightings g ON g.item_id = i.id WHERE i.story_id = s.id))`,
    )
    expectNone(
      'items without a story',
      'SELECT id FROM items WHERE story_id NOT IN (SELECT id FROM stories WHERE alias_of IS NULL)',
    )
  } finally {
    db.close()
  }
  return faults
}
