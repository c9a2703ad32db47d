import type { Content, Item } from '../../model/item.ts'
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

/** The fields of both forms of a text, without the braces of an object. */
export function encodeContent(content: Content): Buffer {
  return Buffer.from(JSON.stringify(content).slice(1, -1))
}
