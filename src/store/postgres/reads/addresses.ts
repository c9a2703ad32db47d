import { canonicalKey, displayUrl } from '../../../url/url.ts'
import { keyHash } from '../../hashes.ts'
import type { Connection } from '../connection.ts'

export const ADDRESS_READ_SQL = {
  candidates: `SELECT i.id, i.url, a.is_owner,
      (SELECT true FROM sightings s WHERE s.item_id = i.id AND s.url = $2 LIMIT 1) IS TRUE AS is_sighted
    FROM (SELECT item_id, true AS is_owner FROM addresses WHERE key_hash = $1::uuid
      UNION ALL SELECT item_id, false FROM shared_addresses WHERE key_hash = $1::uuid) a JOIN items i ON i.id = a.item_id
    ORDER BY a.is_owner DESC, i.published_at DESC, i.id DESC`,
} as const

/** A key's hash as PostgreSQL reads a UUID. */
export function hashText(key: string): string {
  return keyHash(key).toString('hex')
}

/**
 * Makes the function that finds the items shown under exactly an address. If there are none, it finds those with the same
 * canonical address. It gives item ids: the owner of the canonical address first, then the newest first.
 */
export function addressReads(db: Connection): (url: string) => Promise<number[]> {
  return async (url) => {
    const key = canonicalKey(url)
    if (key === undefined) return []
    const address = displayUrl(url) ?? url
    const rows = await db.rows<Candidate>(ADDRESS_READ_SQL.candidates, [hashText(key), address])
    const owners = new Set(rows.filter((row) => row.is_owner).map(({ id }) => id))
    const candidates = rows.filter((row) => row.is_owner || !owners.has(row.id))
    if (candidates.every((row) => row.is_owner)) return candidates.map(({ id }) => id)
    // Those with this address as their own; if none has it, those that a source showed under it.
    const own = candidates.filter((row) => row.url === address)
    const exact = own.length > 0 ? own : candidates.filter((row) => row.is_sighted)
    return (exact.length > 0 ? exact : candidates).map(({ id }) => id)
  }
}

interface Candidate {
  readonly id: number
  readonly url: string
  readonly is_owner: boolean
  readonly is_sighted: boolean
}
