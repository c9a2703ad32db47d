import { MAX_NEIGHBOURS, newLiveItem, type LiveItem, type LiveStory } from '../live-item.ts'
import { INDEXED_TERMS } from '../neighbours.ts'
import { COLUMN, DATED, HAS_NEW_NEIGHBOURS, type Snapshot } from './snapshot-columns.ts'

/** Items restored from a snapshot. Their slots are 0, 1, 2 and so on. */
export interface RestoredItems {
  readonly items: LiveItem[]
  /** By slot: `MAX_NEIGHBOURS` similarities. */
  readonly similarities: Float64Array
  /** The top terms of all items in sequence, and their number by slot. */
  readonly topTerms: Int32Array
  readonly topTermCounts: Int32Array
}

/** The numbers of publishers and languages in the live set that takes the items. */
export interface Numbers {
  publisher(name: string): number
  space(language: string | null): number
}

/** @param storyOf gives the story of a row; a row without a story is left out */
export function restoreItems(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  numbers: Numbers,
): RestoredItems {
  const { byRow, items } = makeItems(snapshot, storyOf, numbers)
  const similarities = new Float64Array(items.length * MAX_NEIGHBOURS)
  const topTerms = new Int32Array(items.length * INDEXED_TERMS)
  const topTermCounts = new Int32Array(items.length)
  const neighbours: LiveItem[] = []
  let neighboursAt = 0
  let topTermsAt = 0
  let topTermsTo = 0
  byRow.forEach((live, row) => {
    const neighboursEnd = neighboursAt + (snapshot.neighbourCount[row] as number)
    const topTermsEnd = topTermsAt + (snapshot.topTermCount[row] as number)
    if (live !== undefined) {
      neighbours.length = 0
      for (let k = neighboursAt; k < neighboursEnd && neighbours.length < MAX_NEIGHBOURS; k++) {
        const other = byRow[snapshot.neighbours[k] as number]
        if (other === undefined) continue
        similarities[live.slot * MAX_NEIGHBOURS + neighbours.length] = snapshot.similarities[k] as number
        neighbours.push(other)
      }
      live.neighbours = neighbours.slice()
      topTermCounts[live.slot] = Math.min(topTermsEnd - topTermsAt, INDEXED_TERMS)
      for (let k = 0; k < (topTermCounts[live.slot] as number); k++)
        topTerms[topTermsTo++] = snapshot.topTerms[topTermsAt + k] as number
    }
    neighboursAt = neighboursEnd
    topTermsAt = topTermsEnd
  })
  return { items, similarities, topTerms, topTermCounts }
}

function makeItems(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  numbers: Numbers,
): { byRow: (LiveItem | undefined)[]; items: LiveItem[] } {
  const publishers = snapshot.publishers.map((name) => numbers.publisher(name))
  const spaces = snapshot.languages.map((language) => numbers.space(language))
  const byRow: (LiveItem | undefined)[] = []
  const items: LiveItem[] = []
  // The items refer to this copy, so the other columns of the snapshot can be freed.
  const allTerms = snapshot.terms.slice()
  let termsAt = 0
  for (let row = 0; row < snapshot.itemId.length; row++) {
    const story = storyOf(row)
    const terms = snapshot.termCount[row] as number
    const flags = snapshot.flags[row] as number
    const publisher = snapshot.publisher[row] as number
    const language = snapshot.language[row] as number
    byRow.push(
      story &&
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
            terms: allTerms.subarray(termsAt, termsAt + terms),
            column: (flags & COLUMN) !== 0,
            story,
            slot: items.length,
          },
          NONE,
        ),
    )
    const live = byRow[row]
    if (live !== undefined) {
      live.arrivedAt = snapshot.arrivedAt[row] as number
      live.lookedAt = snapshot.lookedAt[row] as number
      live.hasNewNeighbours = (flags & HAS_NEW_NEIGHBOURS) !== 0
      live.story.dissolveAt = snapshot.dissolveAt[row] as number
      live.story.assignedAt = snapshot.assignedAt[row] as number
      items.push(live)
    }
    termsAt += terms
  }
  return { byRow, items }
}

const NONE: LiveItem[] = []
