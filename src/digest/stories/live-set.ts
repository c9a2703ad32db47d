import type { StoryItem } from '../../domain/story.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { EpochMs } from '../../domain/time.ts'
import { COMMON_WORDS } from '../../domain/text/common-words.ts'
import { createCells } from './cells.ts'
import { createKnownDays } from './known-days.ts'
import { cellsOf, clusterOf, mergeClusters, writeTerms } from './cluster.ts'
import { findHeaviest, heaviest } from './heaviest.ts'
import { leaveOut, rank } from './likest.ts'
import { MOST_LIKEST, placeInTime } from './live-item.ts'
import type { Cluster, LiveItem, Strand } from './live-item.ts'
import { createNeighbours } from './neighbours.ts'
import { createRarity } from './rarity.ts'
import { createSameTitle } from './same-title.ts'
import type { Snapshot } from './snapshot.ts'
import { createSourceHabits, isBoilerplate, titleNumber } from './source-habits.ts'
import { takeSnapshot, unpackTerms } from './take-snapshot.ts'
import { readTerms } from './terms.ts'
import type { Terms } from './terms.ts'

/** Items of a source seen so long after its first ones are new, dated or not. */
const NEWS_AFTER_MS = MINUTE_MS

/** The live items with all that comparing them needs. */
export interface LiveSet {
  readonly items: ReadonlyMap<number, LiveItem>
  /** Items that rarities are counted from, faded. */
  readonly counted: number
  /** Of how many days, 32 at most, the news is known. */
  readonly daysKnown: number
  /** Takes in an item without a strand; `index` makes it findable. */
  add(item: StoryItem, strand: Strand): LiveItem
  /** Takes in those items of a snapshot for which `strandOf` gives a strand, findable and with their neighbours. */
  addKnown(snapshot: Snapshot, strandOf: (itemId: number) => Strand | undefined): LiveItem[]
  /** What the live items are known by, for `addKnown` of another one. */
  snapshot(): Snapshot
  /** Makes an item findable under its heaviest terms, anew where it was already. */
  index(live: LiveItem): void
  /** Finds an item's neighbours and makes it theirs. */
  meet(live: LiveItem): void
  clusterOfItem(live: LiveItem): Cluster
  clusterOfStrand(strand: Strand): Cluster
  /** Lets go of items, also in the lists of others. */
  remove(gone: ReadonlySet<LiveItem>): void
  forget(before: EpochMs): void
}

export function createLiveSet(): LiveSet {
  const items = new Map<number, LiveItem>()
  const rarity = createRarity()
  const habits = createSourceHabits()
  const neighbours = createNeighbours()
  const days = createKnownDays()
  const titles = createSameTitle()
  const publishers = new Map<string, number>()
  const beginnings = new Map<string, EpochMs>()
  const cells = createCells()
  /** By slot: how like the item is to each of its likest. */
  let likenesses = new Float64Array(1024 * MOST_LIKEST)
  const spaces = new Set<number>()
  const freeSlots: number[] = []
  let slots = 0

  function aloneOf(live: LiveItem): Cluster {
    const before = live.alone
    if (before !== undefined && live.epoch === rarity.epoch) return before
    const alone = clusterOf(live, rarity, habits.formOf(live.sourceId))
    if (before !== undefined && live.strand.cluster === before) live.strand.cluster = alone
    live.alone = alone
    live.epoch = rarity.epoch
    return alone
  }

  function spaceOf(language: string | null): number {
    const space = numberOfLanguage(language)
    if (!spaces.has(space)) {
      spaces.add(space)
      const common = readTerms({ title: '', summary: COMMON_WORDS[language ?? ''] ?? '', url: '' }, space)
      rarity.open(space, common.terms, common.count)
    }
    return space
  }

  function numberOf(publisher: string): number {
    let number = publishers.get(publisher)
    if (number === undefined) publishers.set(publisher, (number = publishers.size))
    return number
  }

  /** Takes the words of a column's name out of what its first items tell. */
  function discountTitle(title: number): void {
    for (const live of titles.of(title)) {
      live.column = true
      live.alone = undefined
      live.strand.cluster = undefined
    }
  }

  function addRead(item: ItemRead, strand: Strand, found: Terms): LiveItem {
    const { itemId, sourceId, publishedAt, firstSeenAt, language, title } = item
    const space = spaceOf(language)
    const block = cells.take(cellsOf(found.count))
    writeTerms(block, found)
    const { teaches, column, revealed } = habits.see(sourceId, title, found, publishedAt, firstSeenAt)
    if (revealed) discountTitle(title)
    if (teaches > 0) rarity.count(space, found.terms, found.count, teaches, firstSeenAt, publishedAt)
    days.see(sourceId, publishedAt)
    const beginning = beginnings.get(sourceId) ?? firstSeenAt
    beginnings.set(sourceId, Math.min(beginning, firstSeenAt))
    const live: LiveItem = {
      itemId,
      sourceId,
      publishedAt,
      firstSeenAt,
      dated: publishedAt < firstSeenAt || firstSeenAt - beginning > NEWS_AFTER_MS,
      space,
      publisher: numberOf(item.publisher),
      publisherName: item.publisher,
      language,
      title,
      block,
      terms: found.count,
      column,
      likest: [],
      mark: 0,
      node: -1,
      strand,
      alone: undefined,
      epoch: -1,
      slot: freeSlots.pop() ?? slots++,
      arrivedAt: 0,
      lookedAt: 0,
      stirred: false,
    }
    const places = MOST_LIKEST * (live.slot + 1)
    if (places > likenesses.length) {
      const larger = new Float64Array(2 * places)
      larger.set(likenesses)
      likenesses = larger
    }
    items.set(itemId, live)
    titles.add(live)
    return live
  }

  return {
    items,
    get counted() {
      return rarity.total
    },
    get daysKnown() {
      return days.count
    },
    add(item, strand) {
      // Reading the words of a language needs the same lists: it comes first.
      const space = spaceOf(item.language)
      const found = readTerms(item, space)
      return addRead({ ...item, title: titleNumber(item.sourceId, item.title) }, strand, found)
    },
    addKnown(snapshot, strandOf) {
      const { sources, publishers: names, languages } = snapshot
      const rows: (LiveItem | undefined)[] = []
      const known: { live: LiveItem; row: number; heavyAt: number; likestAt: number }[] = []
      let termsAt = 0
      let heavyAt = 0
      let likestAt = 0
      for (let row = 0; row < snapshot.itemId.length; row++) {
        const itemId = snapshot.itemId[row] as number
        const count = snapshot.termCount[row] as number
        const strand = items.has(itemId) ? undefined : strandOf(itemId)
        if (strand !== undefined) {
          const item = {
            itemId,
            sourceId: sources[snapshot.source[row] as number] ?? '',
            publisher: names[snapshot.publisher[row] as number] ?? '',
            language: languages[snapshot.language[row] as number] ?? null,
            title: snapshot.title[row] as number,
            publishedAt: snapshot.publishedAt[row] as number,
            firstSeenAt: snapshot.firstSeenAt[row] as number,
          }
          spaceOf(item.language)
          const live = addRead(item, strand, unpackTerms(snapshot.terms, termsAt, count))
          rows[row] = live
          known.push({ live, row, heavyAt, likestAt })
        }
        termsAt += count
        heavyAt += snapshot.heavyCount[row] as number
        likestAt += snapshot.likestCount[row] as number
      }
      for (const { live, row, likestAt: from } of known) {
        const until = from + (snapshot.likestCount[row] as number)
        for (let k = from; k < until; k++) {
          const other = rows[snapshot.likest[k] as number]
          if (other === undefined) continue
          likenesses[live.slot * MOST_LIKEST + live.likest.length] = snapshot.likenesses[k] as number
          live.likest.push(other)
        }
      }
      // In order of time each goes to the end of its lists.
      const byTime = known.toSorted(
        (a, b) => placeInTime(a.live) - placeInTime(b.live) || a.live.itemId - b.live.itemId,
      )
      for (const { live, row, heavyAt: from } of byTime) {
        const count = snapshot.heavyCount[row] as number
        neighbours.add(live, snapshot.heavy.subarray(from, from + count), count)
      }
      return known.map(({ live }) => live)
    },
    snapshot: () => takeSnapshot([...items.values()], neighbours, likenesses),
    index(live) {
      const found = findHeaviest(aloneOf(live))
      neighbours.add(live, heaviest, found)
    },
    meet(live) {
      live.stirred = false
      const items = rarity.itemsOf(live.space)
      const form = habits.formOf(live.sourceId)
      const weightOf = (term: number): number =>
        form !== undefined && isBoilerplate(form, term) ? 0 : rarity.weight(term, items)
      neighbours.find(live, weightOf, (other, likeness) => {
        rank(other, likeness, live, likenesses)
        rank(live, likeness, other, likenesses)
      })
    },
    clusterOfItem: aloneOf,
    clusterOfStrand(strand) {
      strand.cluster ??= strand.items.map(aloneOf).reduce(mergeClusters)
      return strand.cluster
    },
    remove(gone) {
      for (const live of gone) {
        neighbours.remove(live)
        items.delete(live.itemId)
        titles.remove(live)
        cells.free(live.block, cellsOf(live.terms))
        freeSlots.push(live.slot)
      }
      for (const live of items.values()) leaveOut(live, gone, likenesses)
    },
    forget(before) {
      habits.forget(before)
    },
  }
}

/** An item whose text has been read. */
interface ItemRead extends Pick<
  StoryItem,
  'itemId' | 'sourceId' | 'publisher' | 'language' | 'publishedAt' | 'firstSeenAt'
> {
  /** As `titleNumber` gives it. */
  readonly title: number
}

/** Words of one language are compared with each other; of an unknown one, with those of all unknown ones. */
function numberOfLanguage(language: string | null): number {
  let space = 7
  for (const letter of language ?? '') space = (Math.imul(space, 31) + letter.charCodeAt(0)) | 0
  return space
}
