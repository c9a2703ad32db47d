import { MOST_LIKEST, newLiveItem } from './live-item.ts'
import type { LiveItem, Strand } from './live-item.ts'
import { INDEXED_TERMS } from './neighbours.ts'
import { COLUMN, DATED, STIRRED } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

/** Items of a snapshot, in slots from 0 on. */
export interface RestoredItems {
  readonly items: LiveItem[]
  /** By slot, as many as an item has likest ones at most. */
  readonly likenesses: Float64Array
  /** The heaviest terms, one item's after the other's, and how many each has. */
  readonly heavy: Int32Array
  readonly heavyCounts: Int32Array
}

/** What names stand for in the set that takes the items in. */
export interface Numbers {
  publisher(name: string): number
  space(language: string | null): number
}

/** @param strandOf by row; rows without one are left out */
export function restoreItems(
  snapshot: Snapshot,
  strandOf: (row: number) => Strand | undefined,
  numbers: Numbers,
): RestoredItems {
  const { byRow, items } = makeItems(snapshot, strandOf, numbers)
  const likenesses = new Float64Array(items.length * MOST_LIKEST)
  const heavy = new Int32Array(items.length * INDEXED_TERMS)
  const heavyCounts = new Int32Array(items.length)
  const likest: LiveItem[] = []
  let likestAt = 0
  let heavyAt = 0
  let heavyTo = 0
  byRow.forEach((live, row) => {
    const likestEnd = likestAt + (snapshot.likestCount[row] as number)
    const heavyEnd = heavyAt + (snapshot.heavyCount[row] as number)
    if (live !== undefined) {
      likest.length = 0
      for (let k = likestAt; k < likestEnd && likest.length < MOST_LIKEST; k++) {
        const other = byRow[snapshot.likest[k] as number]
        if (other === undefined) continue
        likenesses[live.slot * MOST_LIKEST + likest.length] = snapshot.likenesses[k] as number
        likest.push(other)
      }
      live.likest = likest.slice()
      heavyCounts[live.slot] = Math.min(heavyEnd - heavyAt, INDEXED_TERMS)
      for (let k = 0; k < (heavyCounts[live.slot] as number); k++)
        heavy[heavyTo++] = snapshot.heavy[heavyAt + k] as number
    }
    likestAt = likestEnd
    heavyAt = heavyEnd
  })
  return { items, likenesses, heavy, heavyCounts }
}

function makeItems(
  snapshot: Snapshot,
  strandOf: (row: number) => Strand | undefined,
  numbers: Numbers,
): { byRow: (LiveItem | undefined)[]; items: LiveItem[] } {
  const publishers = snapshot.publishers.map((name) => numbers.publisher(name))
  const spaces = snapshot.languages.map((language) => numbers.space(language))
  const byRow: (LiveItem | undefined)[] = []
  const items: LiveItem[] = []
  let packedAt = 0
  for (let row = 0; row < snapshot.itemId.length; row++) {
    const strand = strandOf(row)
    const terms = snapshot.termCount[row] as number
    const flags = snapshot.flags[row] as number
    const publisher = snapshot.publisher[row] as number
    const language = snapshot.language[row] as number
    byRow.push(
      strand &&
        newLiveItem(
          {
            itemId: snapshot.itemId[row] as number,
            sourceId: snapshot.sources[snapshot.source[row] as number] as string,
            publishedAt: snapshot.publishedAt[row] as number,
            firstSeenAt: snapshot.firstSeenAt[row] as number,
            dated: (flags & DATED) !== 0,
            space: spaces[language] as number,
            publisher: publishers[publisher] as number,
            publisherName: snapshot.publishers[publisher] as string,
            language: snapshot.languages[language] as string | null,
            title: snapshot.title[row] as number,
            block: undefined,
            packedAt,
            terms,
            column: (flags & COLUMN) !== 0,
            strand,
            slot: items.length,
          },
          NONE,
        ),
    )
    const live = byRow[row]
    if (live !== undefined) {
      live.arrivedAt = snapshot.arrivedAt[row] as number
      live.lookedAt = snapshot.lookedAt[row] as number
      live.stirred = (flags & STIRRED) !== 0
      live.strand.dissolveAt = snapshot.dissolveAt[row] as number
      live.strand.settledAt = snapshot.settledAt[row] as number
      items.push(live)
    }
    packedAt += terms
  }
  return { byRow, items }
}

const NONE: LiveItem[] = []
