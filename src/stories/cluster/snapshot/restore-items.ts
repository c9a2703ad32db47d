import { LiveItem, type LiveStory } from '../live-item.ts'
import { COLUMN, DATED, HAN, NUMBERS, SUMMARY, type Snapshot } from './snapshot-columns.ts'

/**
 * Restores the items of a snapshot with their links.
 *
 * @param storyOf gives the story of a row; a row without a story is left out
 * @param spaceOf numbers the namespace of a language
 */
export function restoreItems(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  spaceOf: (language: string | null) => number,
): LiveItem[] {
  const byRow = makeItems(snapshot, storyOf, spaceOf)
  const { links } = snapshot
  for (let k = 0; k < links.one.length; k++) {
    const one = byRow[links.one[k] ?? -1]
    const other = byRow[links.other[k] ?? -1]
    if (one === undefined || other === undefined) continue
    const link = { one, other, cosine: links.cosine[k] ?? 0, odds: links.odds[k] ?? 0 }
    one.links.push(link)
    other.links.push(link)
  }
  return byRow.filter((live) => live !== undefined)
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
  const topTerms = reader(snapshot.topTerms)
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
    const top = topTerms(snapshot.topTermCount[row] ?? 0)
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
      isColumn: (flags & COLUMN) !== 0,
      story,
    })
    live.lookedAt = snapshot.lookedAt[row] ?? 0
    live.norm = snapshot.norm[row] ?? 0
    live.titleMass = snapshot.titleMass[row] ?? 0
    live.epoch = snapshot.epoch[row] ?? -1
    live.topTerms = top
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
