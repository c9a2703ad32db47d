import { counted } from '../../../model/counted.ts'
import { EVERYTHING } from '../../../model/filter.ts'
import type { Source } from '../../../model/source.ts'
import type { NameCount } from '../../../model/stats.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import { printable } from '../../terminal.ts'

export const NO_SOURCES = 'There are no sources. content-digest init writes some, add and import add yours.\n'

/** Sources no longer in the settings, with the number of their items. */
export async function leftSources(
  { sources }: { readonly sources: readonly Pick<Source, 'id'>[] },
  store: Pick<ReadStore, 'countLeftItems'> | undefined,
): Promise<readonly NameCount[]> {
  return store === undefined ? [] : (await store.countLeftItems(sources.map(({ id }) => id))).bySource
}

/**
 * The report of `doctor` on sources that are no longer in the settings; empty if there are none. Ends with a newline.
 */
export function leftReport(left: readonly NameCount[]): string {
  if (left.length === 0) return ''
  const lines = left.slice(0, MAX_NAMED).map(({ name, count }) => `  ${name}  ${counted(count, 'item')}`)
  const others = left.length > MAX_NAMED ? [`  and ${left.length - MAX_NAMED} others`] : []
  const head = `${counted(left.length, 'source')} no longer in the settings, whose items stay until retention deletes them:`
  const advice = '  do      Nothing, or delete them: content-digest sources remove IDS'
  return `\n${[head, ...lines, ...others, advice].map(printable).join('\n')}\n`
}

/** Sources named one by one. `sources list` has all. */
const MAX_NAMED = 10

export interface SourceItems {
  /** Items that no configured source carries. */
  readonly own: readonly number[]
  /** Number of items that one does. */
  readonly shared: number
}

/** Items per read. */
const BATCH = 1_000

/** @param others configured sources other than these */
export async function itemsOfSources(
  ids: readonly string[],
  others: readonly Pick<Source, 'id'>[],
  store: Pick<ReadStore, 'select' | 'findItems'>,
): Promise<SourceItems> {
  const kept = new Set(others.map((source) => source.id))
  const filter = { ...EVERYTHING, source: { include: ids, exclude: [] } }
  const window = { limit: Number.MAX_SAFE_INTEGER, offset: 0, after: undefined }
  const found = (await store.select(filter, 'firstSeen', window)).ids
  const own: number[] = []
  for (let at = 0; at < found.length; at += BATCH) {
    const items = await store.findItems(found.slice(at, at + BATCH))
    const alone = items.filter(({ source, alsoIn }) => ![source, ...alsoIn].some((each) => kept.has(each)))
    own.push(...alone.map((item) => item.id))
  }
  return { own, shared: found.length - own.length }
}
