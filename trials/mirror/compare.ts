import { isDeepStrictEqual } from 'node:util'
import type { Row } from './events.ts'
import type { Mirror } from './mirror.ts'

type Items = ReadonlyMap<number, unknown>

/** What a mirror of all reasons must have. Others are not told of scores, engagement and the counts of stories. */
export function lacksScores(query: string): boolean {
  return !query.includes('reasons=') && !query.includes('minScore=')
}

/** All items of a query by a walk from 0. */
export async function walk(url: string, query: string, limit: number): Promise<Items> {
  const items = new Map<number, unknown>()
  for (let since = 0, more = true; more;) {
    const page = await get(`${url}/api/changes?${query}&since=${since}&limit=${limit}`)
    for (const { op, id, item } of page['changes'] as readonly Row[])
      if (op === 'put') items.set(id, item)
      else items.delete(id)
    since = Number(page['nextSince'])
    more = page['hasMore'] === true
  }
  return items
}

/** All items of a query as lists give them. */
export async function list(url: string, query: string): Promise<Items> {
  const filters = new URLSearchParams(query)
  filters.delete('reasons')
  const items = new Map<number, unknown>()
  for (let cursor: string | undefined, more = true; more;) {
    const place = cursor === undefined ? '' : `&cursor=${cursor}`
    const page = await get(`${url}/api/items?${filters.toString()}&limit=500${place}`)
    for (const item of page['items'] as readonly { readonly id: number }[]) items.set(item.id, item)
    cursor = page['nextCursor'] as string | undefined
    more = page['hasMore'] === true
  }
  return items
}

/** The number of the last change that a node has, and how its collection is called. */
export async function versionAt(url: string): Promise<string> {
  const { storeId, latestSeq } = await get(`${url}/api/changes?since=now`)
  return `${String(storeId)} ${String(latestSeq)}`
}

/** @returns what the mirror has otherwise, the first three items of it */
export function differences({ followed, items }: Mirror, expected: Items): string[] {
  const isPartial = lacksScores(followed.query)
  const shown = (item: unknown): unknown => (isPartial ? withoutScores(item) : item)
  const differ: string[] = []
  for (const id of new Set([...items.keys(), ...expected.keys()])) {
    const [has, should] = [shown(items.get(id)), shown(expected.get(id))]
    if (!isDeepStrictEqual(has, should)) differ.push(`item ${id}: ${differing(has, should)}`)
  }
  return differ.length > 3 ? [...differ.slice(0, 3), `and ${differ.length - 3} more`] : differ
}

function withoutScores(item: unknown): unknown {
  if (item === undefined) return undefined
  const { score: _score, engagement: _engagement, story, ...rest } = item as Record<string, unknown>
  return { ...rest, storyId: (story as { readonly id: number }).id }
}

function differing(has: unknown, should: unknown): string {
  if (has === undefined) return 'is missing'
  if (should === undefined) return 'should be gone'
  const [ours, theirs] = [has, should] as Record<string, unknown>[]
  return Object.keys({ ...ours, ...theirs })
    .filter((key) => !isDeepStrictEqual(ours?.[key], theirs?.[key]))
    .map((key) => `${key} ${JSON.stringify(ours?.[key])}, not ${JSON.stringify(theirs?.[key])}`)
    .join('; ')
}

async function get(address: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Readonly<Record<string, unknown>>
}
