import { canonicalKey, displayUrl } from '../../url/url.ts'
import type { Connection } from '../connection.ts'
import { keyHash } from '../rows/hashes.ts'

export const ADDRESS_READ_SQL = {
  candidates: `SELECT i.id, i.url, a.is_owner,
      (SELECT count(*) FROM sightings s WHERE s.item_id = i.id AND s.url = $2) AS sighted
    FROM (SELECT item_id, 1 AS is_owner FROM addresses WHERE key_hash = $1::uuid
      UNION ALL SELECT item_id, 0 FROM shared_addresses WHERE key_hash = $1::uuid) a CROSS JOIN items i
    WHERE i.id = a.item_id ORDER BY a.is_owner DESC, i.published_at DESC, i.id DESC`,
} as const

/**
 * Makes the function that finds the items shown under exactly an address. If there are none, it finds those with the same
 * canonical address. It gives item ids: the owner of the canonical address first, then the newest first.
 */
export function addressReads(db: Connection): (url: string) => Promise<number[]> {
  return async (url) => {
    const key = canonicalKey(url)
    if (key === undefined) return []
    const address = displayUrl(url) ?? url
    const rows = await db.rows<Candidate>(ADDRESS_READ_SQL.candidates, [keyHash(key), address])
    const owners = new Set(rows.filter((row) => row.is_owner === 1).map(({ id }) => id))
    const candidates = rows.filter((row) => row.is_owner === 1 || !owners.has(row.id))
    if (candidates.every((row) => row.is_owner === 1)) return candidates.map(({ id }) => id)
    // Those with this address as their own; if none has it, those that a source showed under it.
    const own = candidates.filter((row) => row.url === address)
    const exact = own.length > 0 ? own : candidates.filter((row) => row.sighted > 0)
    return (exact.length > 0 ? exact : candidates).map(({ id }) => id)
  }
}

interface Candidate {
  readonly id: number
  readonly url: string
  /** 1 if it owns the canonical address. */
  readonly is_owner: number
  /** Sightings at exactly the address. */
  readonly sighted: number
}
