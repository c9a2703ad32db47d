import type { Database } from 'better-sqlite3'
import { canonicalKey, displayUrl } from '../../../url/url.ts'
import { keyHash } from '../../hashes.ts'
import { prepareAll } from '../statements.ts'

export const ADDRESS_READ_SQL = {
  owner: 'SELECT item_id FROM addresses WHERE key_hash = ?',
  sharers: 'SELECT item_id FROM shared_addresses WHERE key_hash = ?',
  shown: `SELECT i.id, i.published_at AS publishedAt, i.url FROM json_each(?) j CROSS JOIN items i ON i.id = j.value`,
  sighted: `SELECT s.item_id FROM json_each(?) j CROSS JOIN sightings s ON s.item_id = j.value AND s.url = ?`,
} as const

export class AddressReads {
  readonly #sql

  constructor(db: Database) {
    this.#sql = prepareAll(db, ADDRESS_READ_SQL)
    for (const name of ['owner', 'sharers', 'sighted'] as const) this.#sql[name].pluck()
  }

  /**
   * Finds the items shown under exactly this address. If there are none, finds those with the same canonical address.
   *
   * @returns item ids: the owner of the canonical address first, then the newest first
   */
  find(url: string): number[] {
    const key = canonicalKey(url)
    if (key === undefined) return []
    const hash = keyHash(key)
    const owner = (this.#sql.owner.get(hash) as number | null | undefined) ?? undefined
    const sharers = this.#sql.sharers.all(hash) as number[]
    if (sharers.length === 0) return owner === undefined ? [] : [owner]

    // An article that was a part of the page before may own the page's address now.
    const ids = [...new Set(owner === undefined ? sharers : [owner, ...sharers])]
    const candidates = (this.#sql.shown.all(JSON.stringify(ids)) as Candidate[]).toSorted(
      (a, b) =>
        Number(b.id === owner) - Number(a.id === owner) || b.publishedAt - a.publishedAt || b.id - a.id,
    )
    const exact = this.#exact(candidates, displayUrl(url) ?? url)
    return (exact.length > 0 ? exact : candidates).map(({ id }) => id)
  }

  /** The candidates with this address as their own; if none has it, those that a source showed under it. */
  #exact(candidates: readonly Candidate[], url: string): readonly Candidate[] {
    const own = candidates.filter((candidate) => candidate.url === url)
    if (own.length > 0) return own
    const ids = JSON.stringify(candidates.map(({ id }) => id))
    const sighted = new Set(this.#sql.sighted.all(ids, url) as number[])
    return candidates.filter(({ id }) => sighted.has(id))
  }
}

interface Candidate {
  readonly id: number
  readonly publishedAt: number
  readonly url: string
}
