import { PUT_REASONS, reasonBits } from '../../model/change.ts'
import { type ScoreParts, tagKey } from '../../model/item.ts'
import { scoreOf } from '../../model/score.ts'
import type { EpochMs } from '../../model/time.ts'
import { type Connection, type Database, listValues } from '../connection.ts'
import { LAST_CHANGE } from '../rows/change-row.ts'
import { PARTS_COLUMNS, storedList } from '../rows/item-row.ts'
import { TABLE_CHECKS, type TableCheck } from './table-checks.ts'

/** A store for checks. Each engine implements it. */
export interface CheckedStore {
  readonly db: Database
  /** Faults that the engine finds in its files; empty if there are none. Rejects with `storeFailed`. */
  engineFaults(): Promise<readonly string[]>
  /** Rebuilds the engine's indexes. */
  rebuildIndexes(): Promise<void>
  close(): Promise<void>
}

/** One kind of fault of a store. */
export interface Fault {
  /** Stable, for programs. */
  readonly name: string
  /** For people. */
  readonly what: string
  readonly rows: number
  /** Some of the rows. */
  readonly ids: readonly number[]
  /** `repaired`; `repairable` by another run; `lost` if the right values cannot be derived. */
  readonly state: 'repaired' | 'repairable' | 'lost'
}

const MAX_IDS = 5

/** Items per batch. */
const BATCH = 5_000

/**
 * Checks all tables of a store against each other.
 *
 * @param repairs whether derivable values are rewritten, in one transaction. Nothing may collect meanwhile
 */
export async function checkTables(db: Database, repairs: boolean, now: EpochMs): Promise<Fault[]> {
  const found = await db.snapshot((connection) => checkAll(connection, undefined))
  if (!repairs || found.every(({ state }) => state !== 'repairable')) return found
  return db.write(async (tx) => {
    const repaired = await checkAll(tx, now)
    tx.announce()
    return repaired
  })
}

/** @param repairAt `undefined`: check only */
async function checkAll(connection: Connection, repairAt: EpochMs | undefined): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const check of TABLE_CHECKS) {
    const fault = await checkRule(connection, check, repairAt)
    if (fault !== undefined) faults.push(fault)
  }
  return [...faults, ...(await checkItems(connection, repairAt))]
}

async function checkRule(
  connection: Connection,
  { name, what, find, repair, changes }: TableCheck,
  repairAt: EpochMs | undefined,
): Promise<Fault | undefined> {
  const ids = (await listValues<number>(connection, find)).sort((a, b) => a - b)
  if (ids.length === 0) return undefined
  const fault = { name, what, rows: ids.length, ids: ids.slice(0, MAX_IDS) }
  if (repair === undefined) return { ...fault, state: 'lost' }
  if (repairAt === undefined) return { ...fault, state: 'repairable' }
  for (const statement of repair) await connection.run(statement)
  if (changes !== undefined) await noteChanges(connection, changes, ids, repairAt)
  const left = await connection.rows(find)
  return { ...fault, state: left.length === 0 ? 'repaired' : 'lost' }
}

interface CheckedItem extends ScoreParts {
  readonly id: number
  readonly score: number
  readonly tags: string | null
  readonly enclosures: string | null
}

/** Tolerance, above rounding errors. */
const SAME_SCORE = 0.01

const ITEM_CHECKS = {
  scores: 'items with another score than their values give',
  tags: 'items that are found by other tags than they have',
  unreadable: 'items with damaged tags or enclosures',
} as const

/** Checks values that SQL cannot compute: scores, and keys of tags. */
async function checkItems(connection: Connection, repairAt: EpochMs | undefined): Promise<Fault[]> {
  const wrong: Record<keyof typeof ITEM_CHECKS, number[]> = { scores: [], tags: [], unreadable: [] }
  for (let last = 0; ;) {
    const items = await connection.rows<CheckedItem>(
      `SELECT id, score, ${PARTS_COLUMNS}, tags, enclosures FROM items WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
      [last],
    )
    const end = items.at(-1)
    if (end === undefined) break
    const stored = await storedTags(connection, last, end.id)
    for (const item of items) {
      const tags = storedList(item.tags)
      const score = scoreOf(item)
      if (tags === undefined || storedList(item.enclosures) === undefined) wrong.unreadable.push(item.id)
      // Computed scores are above 0: an item with 0 has no score yet.
      if (item.score !== 0 && Math.abs(item.score - score) > SAME_SCORE) {
        wrong.scores.push(item.id)
        if (repairAt !== undefined)
          await connection.run('UPDATE items SET score = $1 WHERE id = $2', [score, item.id])
      }
      const keys = new Set(tags?.map((tag) => tagKey(String(tag))))
      if (tags === undefined || isSame(keys, stored.get(item.id) ?? new Set())) continue
      wrong.tags.push(item.id)
      if (repairAt === undefined) continue
      await connection.run('DELETE FROM item_tags WHERE item_id = $1', [item.id])
      for (const key of keys)
        await connection.run('INSERT INTO item_tags (tag, item_id) VALUES ($1, $2)', [key, item.id])
    }
    last = end.id
  }
  if (repairAt !== undefined)
    await noteChanges(connection, 'item', [...new Set([...wrong.scores, ...wrong.tags])], repairAt)
  return (Object.keys(ITEM_CHECKS) as (keyof typeof ITEM_CHECKS)[]).flatMap((name) => {
    const ids = wrong[name]
    if (ids.length === 0) return []
    const repairable = repairAt === undefined ? 'repairable' : 'repaired'
    const state = name === 'unreadable' ? 'lost' : repairable
    return [{ name, what: ITEM_CHECKS[name], rows: ids.length, ids: ids.slice(0, MAX_IDS), state }]
  })
}

async function storedTags(
  connection: Connection,
  after: number,
  to: number,
): Promise<Map<number, Set<string>>> {
  const rows = await connection.tuples<readonly [id: number, tag: string]>(
    'SELECT item_id, tag FROM item_tags WHERE item_id > $1 AND item_id <= $2',
    [after, to],
  )
  const byItem = new Map<number, Set<string>>()
  for (const [id, tag] of rows) byItem.set(id, (byItem.get(id) ?? new Set()).add(tag))
  return byItem
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}

/** All reasons but `added`: a repair may have changed any of these. */
const REPAIRED = reasonBits(PUT_REASONS.filter((reason) => reason !== 'added'))

/** The change log makes columns, search and other processes reload what was repaired. */
async function noteChanges(
  connection: Connection,
  of: 'item' | 'story',
  ids: readonly number[],
  at: EpochMs,
): Promise<void> {
  for (const id of ids)
    await connection.run(
      `INSERT INTO changes (seq, kind, ${of}_id, reasons, at)
        SELECT (${LAST_CHANGE}) + 1, $1, $2, $3, $4`,
      of === 'item' ? ['put', id, REPAIRED, at] : ['story', id, 0, at],
    )
}
