import type { StoryItem } from '../../domain/story.ts'
import type { EpochMs } from '../../domain/time.ts'
import { COMMON_WORDS } from '../../domain/text/common-words.ts'
import { createCells } from './cells.ts'
import type { Block } from './cells.ts'
import { createKnownDays } from './known-days.ts'
import { cellsOf, clusterOf, writeTerms } from './cluster.ts'
import { findHeaviest, heaviest, heaviestWeights } from './heaviest.ts'
import { isAmongLikest, leaveOut, rank, withRoom } from './likest.ts'
import { MOST_LIKEST, newLiveItem } from './live-item.ts'
import type { Cluster, LiveItem, Strand } from './live-item.ts'
import { keepMerged, mergeClusters, startMerging } from './merge-clusters.ts'
import { createNeighbours } from './neighbours.ts'
import { createRarity } from './rarity.ts'
import { restoreItems } from './restore-items.ts'
import { createSameTitle } from './same-title.ts'
import type { Snapshot } from './snapshot.ts'
import { createSourceHabits, titleNumber } from './source-habits.ts'
import { takeSnapshot, unpackTerms } from './take-snapshot.ts'
import { readTerms } from './terms.ts'
import type { Terms } from './terms.ts'

/** The live items with all that comparing them needs. */
export interface LiveSet {
  readonly items: ReadonlyMap<number, LiveItem>
  /** Items that rarities are counted from, faded, in whole numbers. */
  readonly counted: number
  /** The same of one namespace. */
  itemsOf(space: number): number
  /** Of how many days, 32 at most, the news is known. */
  readonly daysKnown: number
  /** Takes in an item without a strand; `index` makes it findable. */
  add(item: StoryItem, strand: Strand): LiveItem
  /**
   * Takes in, where there is nothing yet, what another one knew, and of its items, findable and with their neighbours,
   * those for whose row `strandOf` gives a strand.
   */
  restore(snapshot: Snapshot, strandOf: (row: number) => Strand | undefined): LiveItem[]
  /** What is known, for `restore` of another one. */
  snapshot(): Omit<Snapshot, 'arrived' | 'young' | 'grown'>
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
  const titles = createSameTitle(() => items.values())
  const publishers = new Map<string, number>()
  const cells = createCells()
  /** By slot: how like the item is to each of its likest. */
  let likenesses: Float64Array = new Float64Array(1024 * MOST_LIKEST)
  /** Terms of items that came packed and that nobody has compared yet. */
  let packed = new Int32Array(0)
  const freeSlots: number[] = []
  let slots = 0

  function aloneOf(live: LiveItem): Cluster {
    const before = live.alone
    if (before !== undefined && live.epoch === rarity.epoch) return before
    const alone = clusterOf(live, blockOf(live), rarity, habits.formOf(live.sourceId))
    if (before !== undefined && live.strand.cluster === before) live.strand.cluster = alone
    live.alone = alone
    live.epoch = rarity.epoch
    return alone
  }

  function blockOf(live: LiveItem): Block {
    if (live.block !== undefined) return live.block
    const block = cells.take(cellsOf(live.terms))
    writeTerms(block, unpackTerms(packed, live.packedAt, live.terms))
    live.block = block
    return block
  }

  function spaceOf(language: string | null): number {
    const space = numberOfLanguage(language)
    if (!rarity.isOpen(space)) {
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

  function addRead(item: StoryItem, strand: Strand, space: number, found: Terms): LiveItem {
    const { itemId, sourceId, publishedAt, firstSeenAt, language } = item
    const title = titleNumber(sourceId, item.title)
    const block = cells.take(cellsOf(found.count))
    writeTerms(block, found)
    const { teaches, column, revealed } = habits.see(sourceId, title, found, publishedAt, firstSeenAt)
    if (revealed) discountTitle(title)
    if (teaches > 0) rarity.count(space, found.terms, found.count, teaches, firstSeenAt, publishedAt)
    days.see(sourceId, publishedAt)
    const known = {
      itemId,
      sourceId,
      publishedAt,
      firstSeenAt,
      dated: item.dated,
      space,
      publisher: numberOf(item.publisher),
      publisherName: item.publisher,
      language,
      title,
      block,
      packedAt: -1,
      terms: found.count,
      column,
      strand,
      slot: freeSlots.pop() ?? slots++,
    }
    const live = newLiveItem(known, [])
    likenesses = withRoom(live.slot, likenesses)
    items.set(itemId, live)
    titles.add(live)
    return live
  }

  return {
    items,
    get counted() {
      // As long as all numbers are whole, so is the code for them: the first other one has all that compares items compiled anew.
      return Math.floor(rarity.total)
    },
    itemsOf: (space) => rarity.itemsOf(space),
    get daysKnown() {
      return days.count
    },
    add(item, strand) {
      // Reading the words of a language needs the same lists: it comes first.
      const space = spaceOf(item.language)
      const found = readTerms(item, space)
      return addRead(item, strand, space, found)
    },
    restore(snapshot, strandOf) {
      rarity.restore(snapshot.rarity)
      habits.restore(snapshot.habits)
      days.restore(snapshot.days)
      // A copy: the other columns need not stay in memory.
      packed = snapshot.terms.slice()
      const restored = restoreItems(snapshot, strandOf, { publisher: numberOf, space: numberOfLanguage })
      slots = restored.items.length
      likenesses = restored.likenesses
      neighbours.addAll(restored.items, restored.heavy, restored.heavyCounts)
      for (const live of restored.items) items.set(live.itemId, live)
      return restored.items
    },
    snapshot: () => ({
      ...takeSnapshot(items, { neighbours, likenesses, packed }),
      rarity: rarity.state(),
      habits: habits.state(),
      days: days.state(),
    }),
    index(live) {
      const found = findHeaviest(aloneOf(live))
      neighbours.add(live, heaviest, heaviestWeights, found)
    },
    meet(live) {
      live.stirred = false
      // Nobody has an item among its likest that has met none.
      const isNew = live.arrivedAt === 0 && live.likest.length === 0
      neighbours.find(live, (other, slot, likeness) => {
        rank(other, likeness, live, likenesses, isNew)
        if (!isNew || isAmongLikest(slot, likeness, likenesses))
          rank(live, likeness, other, likenesses, isNew)
      })
    },
    clusterOfItem: aloneOf,
    clusterOfStrand(strand) {
      if (strand.cluster === undefined) {
        startMerging()
        strand.cluster = strand.items.map(aloneOf).reduce(mergeClusters)
        keepMerged(strand.cluster)
      }
      return strand.cluster
    },
    remove(gone) {
      for (const live of gone) {
        neighbours.remove(live)
        items.delete(live.itemId)
        titles.remove(live)
        if (live.block !== undefined) cells.free(live.block, cellsOf(live.terms))
        freeSlots.push(live.slot)
      }
      for (const live of items.values()) leaveOut(live, gone, likenesses)
    },
    forget(before) {
      habits.forget(before)
    },
  }
}

/** Words of one language are compared with each other; of an unknown one, with those of all unknown ones. */
function numberOfLanguage(language: string | null): number {
  let space = 7
  for (const letter of language ?? '') space = (Math.imul(space, 31) + letter.charCodeAt(0)) | 0
  return space
}
