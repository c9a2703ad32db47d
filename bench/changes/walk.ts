import { request } from 'undici'
import type { Served } from '../harness/child.ts'

/** What a walk through all pages of a list gave. */
export interface Walked {
  /** Different ones. */
  readonly items: number
  readonly repeated: number
  /** Of the server. */
  readonly cpuSeconds: number
}

/** Walks through `/api/items` by its cursor, or through `/api/changes` from 0. */
export async function walkOf(served: Served, path: string): Promise<Walked> {
  const seen = new Set<number>()
  let repeated = 0
  const before = await served.usage()
  for (let place = '', more = true; more;) {
    const { body, statusCode } = await request(`${served.url}${path}${place}`)
    const page = (await body.json()) as Page
    if (statusCode !== 200) throw new Error(`${path}${place}: ${statusCode} ${JSON.stringify(page)}`)
    for (const { id } of page.items ?? page.changes ?? []) {
      if (seen.has(id)) repeated += 1
      seen.add(id)
    }
    place = page.nextSince === undefined ? `&cursor=${page.nextCursor}` : `&since=${page.nextSince}`
    more = page.hasMore
  }
  const after = await served.usage()
  return { items: seen.size, repeated, cpuSeconds: after.cpuSeconds - before.cpuSeconds }
}

interface Page {
  readonly items?: readonly { readonly id: number }[]
  readonly changes?: readonly { readonly id: number }[]
  readonly nextCursor?: string
  readonly nextSince?: number
  readonly hasMore: boolean
}
