import { request } from 'undici'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { quantile } from '../harness/quantile.ts'
import { Inventor } from '../million/inventor.ts'
import { inventSources } from '../million/sources.ts'

const POLL_MS = 2

/** Time from the end of a write until a list of another process has the item, ms. */
export interface Delays {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Saves items one after the other in this process, and asks a node that serves the same store for each. */
export async function visibleAfter(store: string, node: string, items: number): Promise<Delays> {
  const writer = await openPostgresStore(
    { kind: 'postgres', url: store, readUrls: [], file: '' },
    { now: Date.now },
  )
  const itemId = await writer.reserveIds('item', items * 2)
  const storyId = await writer.reserveIds('story', items * 2)
  const inventor = new Inventor(inventSources(), { itemId, storyId }, itemId)
  const delays: number[] = []
  try {
    while (delays.length < items) {
      const visit = inventor.visit(Date.now(), 1)
      const id = visit.inserts[0]?.id
      if (id === undefined) continue
      await writer.saveVisit(visit)
      const saved = performance.now()
      while (!(await isListed(node, id))) await new Promise((again) => setTimeout(again, POLL_MS))
      delays.push(performance.now() - saved)
    }
  } finally {
    await writer.close()
  }
  return { p50Ms: quantile(delays, 0.5), p99Ms: quantile(delays, 0.99) }
}

async function isListed(node: string, id: number): Promise<boolean> {
  const { body } = await request(`${node}/api/items?ids=${id}&limit=1`)
  const { items } = (await body.json()) as { readonly items: readonly unknown[] }
  return items.length > 0
}
