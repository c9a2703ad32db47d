import { MAX_NEIGHBOURS, type LiveItem } from '../live-item.ts'
import { INDEXED_TERMS, type Neighbours } from '../neighbours.ts'
import { COLUMN, DATED, HAS_NEW_NEIGHBOURS, type Snapshot } from './snapshot-columns.ts'

/** The columns of a snapshot that have values for each item. */
export type ItemColumns = Omit<Snapshot, 'arrived' | 'young' | 'grown' | 'idf' | 'boilerplate' | 'days'>

/** Data about items that is stored outside the items. */
export interface Beside {
  readonly neighbours: Pick<Neighbours, 'writeTopTerms'>
  /** By slot: `MAX_NEIGHBOURS` similarities. */
  readonly similarities: Float64Array
}

export function takeSnapshot(items: ReadonlyMap<number, LiveItem>, beside: Beside): ItemColumns {
  // Sorting ids in a typed array is many times as fast as sorting items with a comparison function.
  const ordered: LiveItem[] = []
  for (const itemId of Float64Array.from(items.keys()).sort()) {
    const live = items.get(itemId)
    if (live !== undefined) ordered.push(live)
  }
  return {
    ...valuesOf(ordered),
    terms: termsOf(ordered),
    ...topTermsOf(ordered, beside),
    ...neighboursOf(ordered, beside),
  }
}

/** The columns with one value for each item. One loop fills all: a pass for each column takes several times as long. */
function valuesOf(
  items: readonly LiveItem[],
): Omit<
  ItemColumns,
  'terms' | 'topTermCount' | 'topTerms' | 'neighbourCount' | 'neighbours' | 'similarities'
> {
  const { length } = items
  const sources = createNames<string>()
  const publishers = createNames<string>()
  const languages = createNames<string | null>()
  const columns = {
    itemId: new Float64Array(length),
    storyId: new Float64Array(length),
    publishedAt: new Float64Array(length),
    firstSeenAt: new Float64Array(length),
    title: new Float64Array(length),
    flags: new Uint8Array(length),
    source: new Int32Array(length),
    publisher: new Int32Array(length),
    language: new Int32Array(length),
    arrivedAt: new Int32Array(length),
    lookedAt: new Int32Array(length),
    dissolveAt: new Int32Array(length),
    assignedAt: new Int32Array(length),
    termCount: new Int32Array(length),
  }
  for (let row = 0; row < length; row++) {
    const live = items[row] as LiveItem
    columns.itemId[row] = live.itemId
    columns.storyId[row] = live.story.storyId
    columns.publishedAt[row] = live.publishedAt
    columns.firstSeenAt[row] = live.firstSeenAt
    columns.title[row] = live.title
    columns.flags[row] =
      (live.dated ? DATED : 0) | (live.column ? COLUMN : 0) | (live.hasNewNeighbours ? HAS_NEW_NEIGHBOURS : 0)
    columns.source[row] = sources.numberOf(live.sourceId)
    columns.publisher[row] = publishers.numberOf(live.publisherName)
    columns.language[row] = languages.numberOf(live.language)
    columns.arrivedAt[row] = live.arrivedAt
    columns.lookedAt[row] = live.lookedAt
    columns.dissolveAt[row] = live.story.dissolveAt
    columns.assignedAt[row] = live.story.assignedAt
    columns.termCount[row] = live.terms.length
  }
  return { ...columns, sources: sources.all, publishers: publishers.all, languages: languages.all }
}

function termsOf(items: readonly LiveItem[]): Int32Array {
  const all = new Int32Array(items.reduce((sum, { terms }) => sum + terms.length, 0))
  let to = 0
  for (const { terms } of items) {
    all.set(terms, to)
    to += terms.length
  }
  return all
}

function topTermsOf(
  items: readonly LiveItem[],
  { neighbours }: Beside,
): Pick<Snapshot, 'topTermCount' | 'topTerms'> {
  const topTermCount = new Int32Array(items.length)
  const topTerms = new Int32Array(items.length * INDEXED_TERMS)
  let to = 0
  items.forEach((live, row) => {
    const count = neighbours.writeTopTerms(live, topTerms, to)
    topTermCount[row] = count
    to += count
  })
  return { topTermCount, topTerms: topTerms.subarray(0, to) }
}

function neighboursOf(
  items: readonly LiveItem[],
  { similarities }: Beside,
): Pick<Snapshot, 'neighbourCount' | 'neighbours' | 'similarities'> {
  const rows = new Int32Array(similarities.length / MAX_NEIGHBOURS)
  const neighbourCount = new Int32Array(items.length)
  let all = 0
  for (let row = 0; row < items.length; row++) {
    const live = items[row] as LiveItem
    rows[live.slot] = row
    neighbourCount[row] = live.neighbours.length
    all += live.neighbours.length
  }
  const neighbours = new Int32Array(all)
  const kept = new Float64Array(neighbours.length)
  let to = 0
  for (const live of items) {
    for (let k = 0; k < live.neighbours.length; k++) {
      neighbours[to] = rows[(live.neighbours[k] as LiveItem).slot] as number
      kept[to++] = similarities[live.slot * MAX_NEIGHBOURS + k] as number
    }
  }
  return { neighbourCount, neighbours, similarities: kept }
}

function createNames<T>(): { all: T[]; numberOf(name: T): number } {
  const all: T[] = []
  const numbers = new Map<T, number>()
  return {
    all,
    numberOf(name) {
      let number = numbers.get(name)
      if (number === undefined) {
        number = all.push(name) - 1
        numbers.set(name, number)
      }
      return number
    },
  }
}
