import type { SourceState } from '../../model/source.ts'
import { canonicalKey } from '../../url/url.ts'

/** A source, where it is read, and what it brought. */
export interface ReadSource extends Pick<SourceState, 'documentHash' | 'location'> {
  readonly id: string
  /** As configured. */
  readonly url: string
}

/** Groups sources that became one feed: they are read at the same address, or their last documents have the same bytes. */
export function duplicateSources(sources: readonly ReadSource[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  const owners = new Map<string, string>()
  for (const source of sources) {
    const keys = keysOf(source)
    const owner = keys.map((key) => owners.get(key)).find((id) => id !== undefined) ?? source.id
    groups.set(owner, [...(groups.get(owner) ?? []), source.id])
    for (const key of keys) if (!owners.has(key)) owners.set(key, owner)
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

function keysOf({ url, location, documentHash }: ReadSource): readonly string[] {
  const address = location?.movedTo ?? url
  // The fragment says which stories of a list of Hacker News count.
  const hash = URL.canParse(url) ? new URL(url).hash : ''
  return [
    `at ${canonicalKey(address) ?? address}${hash}`,
    ...(documentHash === null || documentHash === '' ? [] : [documentHash]),
  ]
}
