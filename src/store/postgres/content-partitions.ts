import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, DigestError } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import type { Database } from './database.ts'

/** Item ids of a partition, at least. Fewer would be many small tables. */
const MIN_IDS = 20_000

/** A partition has this share of the items, so that the number of partitions does not grow with the collection. */
const SHARE = 1 / 12

/** Dropping waits for reads of texts, and later reads wait for the drop: so it waits this long, and tries again later. */
const DROP_LOCK_MS = 100
const DROP_TRIES = 3
const DROP_AGAIN_MS = 200

/** SQLSTATE of a lock that could not be had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

export const PARTITION_SQL = {
  bounds: `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds FROM pg_inherits h
    JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'contents'::regclass`,
  span: 'SELECT coalesce(max(id) - min(id), 0) AS span FROM items',
  items: `SELECT EXISTS (SELECT 1 FROM items WHERE id >= $1 AND id < $2) AS has_any,
    EXISTS (SELECT 1 FROM items WHERE id >= $1 AND id < $2 AND renewed_at IS NULL) AS has_others`,
} as const

/** A partition of the texts: item ids from `from`, before `until`. */
interface Partition {
  readonly name: string
  /** `-Infinity` for the first partition of a store. */
  readonly from: number
  readonly until: number
}

/** Item ids from `from`, before `until`. */
export interface IdRange {
  readonly from: number
  readonly until: number
}

export const NO_IDS: IdRange = { from: 0, until: 0 }

/** The partitions as a process that writes uses them. Adding one does not make reads wait. */
export class ContentPartitions {
  /** The ids that have partitions, as far as this process knows. */
  #known: IdRange = NO_IDS

  /** Makes sure that texts of these items can be written, within a writing transaction. */
  async cover(tx: Connection, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const wanted = { from: Math.min(...ids), until: Math.max(...ids) + 1 }
    if (isWithin(wanted, this.#known)) return
    this.#known = await coverIds(tx, wanted)
  }

  /** Call it after a failure: another node may have dropped partitions, or a rollback taken them back. */
  forget(): void {
    this.#known = NO_IDS
  }

  /**
   * Drops the partitions without items, but for the newest. Of those where only renewed items are left, it drops the texts
   * of the others. One that is read all the time stays until the next call. Call it while no group of writes is open: a
   * drop locks out reads until its transaction ends. Never rejects.
   */
  async dropEmpty(db: Database): Promise<void> {
    try {
      for (const partition of (await listPartitions(db)).slice(0, -1))
        for (let tries = 1; tries <= DROP_TRIES && !(await dropTexts(db, partition)); tries += 1)
          await sleep(DROP_AGAIN_MS)
    } catch (error) {
      // What was deleted is saved, and the next retention tries again.
      process.emitWarning(
        `texts of deleted items were not dropped: ${error instanceof Error ? error.message : String(error)}`,
      )
    } finally {
      this.forget()
    }
  }
}

/** Adds the partitions that these ids need, within a writing transaction. @returns the ids that have partitions then */
export async function coverIds(tx: Connection, wanted: IdRange): Promise<IdRange> {
  const partitions = await listPartitions(tx)
  let from = partitions[0]?.from ?? wanted.from
  let until = partitions.at(-1)?.until ?? from
  if (wanted.from < from) {
    // Ids that a process reserved long ago. All others of their time are deleted.
    await addPartition(tx, { name: 'contents_first', from: -Infinity, until: from })
    from = -Infinity
  }
  if (wanted.until > until) {
    const [{ span } = { span: 0 }] = await tx.rows<{ readonly span: number }>(PARTITION_SQL.span)
    const size = Math.max(MIN_IDS, Math.ceil(span * SHARE))
    // A store whose older items are deleted may be copied: the ids without items get one partition.
    const first = wanted.from - until > size ? wanted.from : until + size
    for (let end = first; until < wanted.until; end = until + size) {
      await addPartition(tx, { name: `contents_${until}`, from: until, until: end })
      until = end
    }
  }
  return { from, until }
}

/**
 * Gives the ids whose texts go with their partition after their items are deleted. The others are deleted row by row: those
 * of the first partition, which may be most of the store, and of the newest, which stays.
 */
export async function droppedWithPartition(from: Connection): Promise<IdRange> {
  const between = (await listPartitions(from)).slice(0, -1).filter((each) => each.from !== -Infinity)
  const [first, last] = [between[0], between.at(-1)]
  return first === undefined || last === undefined ? NO_IDS : { from: first.from, until: last.until }
}

/** @returns false if reads did not let it be dropped */
async function dropTexts(db: Database, { name, from, until }: Partition): Promise<boolean> {
  try {
    await db.write(async (tx) => {
      const range = [Math.max(from, Number.MIN_SAFE_INTEGER), until]
      const [items] = await tx.rows<PartitionItems>(PARTITION_SQL.items, range)
      if (items?.has_others !== false) return
      await tx.run(`SET LOCAL lock_timeout = ${DROP_LOCK_MS}`)
      if (items.has_any) await keepTextsOfItems(tx, name, range)
      else await tx.run(`DROP TABLE IF EXISTS ${name}`)
    })
    return true
  } catch (error) {
    if (error instanceof DigestError && codeOf(error.cause) === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

interface PartitionItems {
  readonly has_any: boolean
  readonly has_others: boolean
}

/** Writes the texts of the few items that are left anew, which costs less than deleting the others. */
async function keepTextsOfItems(
  tx: Connection,
  name: string,
  [from, until]: readonly number[],
): Promise<void> {
  const ofNone = `SELECT 1 FROM ${name} c WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.id = c.item_id) LIMIT 1`
  if ((await tx.rows(ofNone)).length === 0) return
  await tx.run(
    `CREATE TABLE ${name}_kept AS SELECT c.* FROM items i JOIN ${name} c ON c.item_id = i.id
      WHERE i.id >= ${from} AND i.id < ${until}`,
  )
  await tx.run(`TRUNCATE ${name}`)
  await tx.run(`INSERT INTO ${name} SELECT * FROM ${name}_kept`)
  await tx.run(`DROP TABLE ${name}_kept`)
}

/** In the order of their ids, without gaps between. */
async function listPartitions(from: Connection): Promise<Partition[]> {
  const rows = await from.rows<{ readonly name: string; readonly bounds: string }>(PARTITION_SQL.bounds)
  return rows
    .map(({ name, bounds }) => {
      const [, lower, upper] = /FROM \('?(\w+)'?\) TO \('?(\d+)'?\)/.exec(bounds) ?? []
      return { name, from: lower === 'MINVALUE' ? -Infinity : Number(lower), until: Number(upper) }
    })
    .sort((a, b) => a.from - b.from)
}

/** Attaches a table, since CREATE TABLE … PARTITION OF would lock out reads until the transaction ends. */
async function addPartition(tx: Connection, { name, from, until }: Partition): Promise<void> {
  const lower = from === -Infinity ? 'MINVALUE' : String(from)
  await tx.run(`CREATE TABLE ${name} (LIKE contents INCLUDING ALL)`)
  await tx.run(`ALTER TABLE contents ATTACH PARTITION ${name} FOR VALUES FROM (${lower}) TO (${until})`)
}

function isWithin(range: IdRange, { from, until }: IdRange): boolean {
  return range.from >= from && range.until <= until
}
