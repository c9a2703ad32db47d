import type { Item } from '../../model/item.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'

/** The JSON of an item as the interface shows it. The contract tests compare it with the interface's own. */
export function encodeItem(item: Item): Buffer {
  return Buffer.from(
    JSON.stringify({
      ...item,
      summary: item.summary || null,
      publishedAt: toIso(item.publishedAt),
      firstSeenAt: toIso(item.firstSeenAt),
      updatedAt: toIsoOrNull(item.updatedAt),
    }),
  )
}
