import { setLink } from '../links.ts'
import { LiveItem, type LiveStory } from '../live-item.ts'
import { INDEXED_TERMS } from '../neighbours.ts'
import { COLUMN, DATED, HAN, NUMBERS, SUMMARY, type Snapshot } from './snapshot-columns.ts'

/** Items restored from a snapshot. Their slots are 0, 1, 2 and so on. */
export interface RestoredItems {
  readonly items: LiveItem[]
  /** The top terms of all items in sequence, and their number by slot. */
  readonly topTerms: Int32Array
  readonly topTermCounts: Int32Array
}

/**
 * @param storyOf gives the story of a row; a row without a story is left out
 * @param spaceOf numbers the namespace of a language
 */
export function restoreItems(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  spaceOf: (language: string | null) => number,
): RestoredItems {
  const byRow = makeItems(snapshot, storyOf, spaceOf)
  const items = byRow.filter((live) => live !== undefined)
  const topTerms = new Int32Array(items.length * INDEXED_TERMS)
  const topTermCounts = new Int32Array(items.length)
  let from = 0
  let to = 0
  for (const [row, live] of byRow.entries()) {
    const count = snapshot.topTermCount[row] ?? 0
    if (live !== undefined) {
      topTermCounts[live.slot] = count
      topTerms.set(snapshot.topTerms.subarray(from, from + count), to)
      to += count
    }
    from += count
  }
  const { links } = snapshot
  for (let k = 0; k < links.one.length; k++) {
    const one = byRow[links.one[k] ?? -1]
    const other = byRow[links.other[k] ?? -1]
    if (one !== undefined && other !== undefined)
      setLink(one, other, links.cosine[k] ?? 0, links.odds[k] ?? 0)
  }
  return { items, topTerms, topTermCounts }
}

function makeItems(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  spaceOf: (language: string | null) => number,
): (LiveItem | undefined)[] {
  const spaces = snapshot.languages.map(spaceOf)
  const byRow: (LiveItem | undefined)[] = []
  // The items refer to these copies, so the other columns of the snapshot can be freed.
  const terms = reader(snapshot.terms)
  const titleTerms = reader(snapshot.titleTerms)
  const grams = reader(snapshot.grams)
  let slot = 0
  for (let row = 0; row < snapshot.itemId.length; row++) {
    const story = storyOf(row)
    const flags = snapshot.flags[row] ?? 0
    const language = snapshot.language[row] ?? 0
    const text = {
      terms: terms(snapshot.termCount[row] ?? 0),
      titleTerms: titleTerms(snapshot.titleTermCount[row] ?? 0),
      grams: grams(snapshot.gramCount[row] ?? 0),
      isHan: (flags & HAN) !== 0,
      hasNumbers: (flags & NUMBERS) !== 0,
    }
    if (story === undefined) {
      byRow.push(undefined)
      continue
    }
    const live = new LiveItem({
      itemId: snapshot.itemId[row] ?? 0,
      sourceId: snapshot.sources[snapshot.source[row] ?? 0] ?? '',
      publisher: snapshot.publishers[snapshot.publisher[row] ?? 0] ?? '',
      language: snapshot.languages[language] ?? null,
      publishedAt: snapshot.publishedAt[row] ?? 0,
      firstSeenAt: snapshot.firstSeenAt[row] ?? 0,
      dated: (flags & DATED) !== 0,
      hasSummary: (flags & SUMMARY) !== 0,
      space: spaces[language] ?? 0,
      title: snapshot.title[row] ?? 0,
      text,
      slot: slot++,
      isColumn: (flags & COLUMN) !== 0,
      story,
    })
    live.lookedAt = snapshot.lookedAt[row] ?? 0
    live.norm = snapshot.norm[row] ?? 0
    live.titleMass = snapshot.titleMass[row] ?? 0
    live.epoch = snapshot.epoch[row] ?? -1
    story.dissolveAt = snapshot.dissolveAt[row] ?? 0
    byRow.push(live)
  }
  return byRow
}

/** Reads a column piece by piece. */
function reader(column: Int32Array): (length: number) => Int32Array {
  const copy = column.slice()
  let at = 0
  return (length) => copy.subarray(at, (at += length))
}
