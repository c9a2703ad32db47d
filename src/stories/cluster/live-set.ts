import type { StoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import { COMMON_WORDS } from '../../text/language/common-words.ts'
import { createBoilerplate, titleNumber } from './boilerplate.ts'
import { clusterOf, topTerms } from './cluster.ts'
import { createIdf } from './idf.ts'
import { createKnownDays } from './known-days.ts'
import { MAX_NEIGHBOURS, newLiveItem, type Cluster, type LiveItem, type LiveStory } from './live-item.ts'
import { mergeClusters } from './merge-clusters.ts'
import { belongsToNeighbours, removeNeighbours, insertNeighbour, withRoom } from './neighbour-lists.ts'
import { createNeighbours, INDEXED_TERMS } from './neighbours.ts'
import { createSameTitle } from './same-title.ts'
import { restoreItems, takeSnapshot, type Snapshot } from './snapshot/snapshot.ts'
import { readTerms } from './terms.ts'

/** The live items and the indexes and statistics to compare them. */
export interface LiveSet {
  readonly items: ReadonlyMap<number, LiveItem>
  /** The number of items behind the document frequencies, faded with time, in whole numbers. */
  readonly counted: number
  /** The number of such items in one namespace. */
  itemsOf(space: number): number
  /** The number of days with known news, at most 32. */
  readonly daysKnown: number
  /** Adds an item. Call `index` to make it findable. */
  add(item: StoryItem, story: LiveStory): LiveItem
  /**
   * Fills an empty live set from a snapshot of another one. Restores the items for whose row `storyOf` gives a story:
   * they are findable and have their neighbours.
   */
  restore(snapshot: Snapshot, storyOf: (row: number) => LiveStory | undefined): LiveItem[]
  /** The state, for `restore` of another live set. */
  snapshot(): Omit<Snapshot, 'arrived' | 'young' | 'grown'>
  /** Makes an item findable under its present top terms. */
  index(live: LiveItem): void
  /** Finds an item's neighbours and adds it to their neighbours. */
  link(live: LiveItem): void
  clusterOfItem(live: LiveItem): Cluster
  clusterOfStory(story: LiveStory): Cluster
  /** Removes items, also from the neighbour lists of others. */
  remove(removed: ReadonlySet<LiveItem>): void
  forget(before: EpochMs): void
}

export function createLiveSet(): LiveSet {
  const items = new Map<number, LiveItem>()
  const idf = createIdf()
  const boilerplate = createBoilerplate()
  const neighbours = createNeighbours()
  const days = createKnownDays()
  const titles = createSameTitle(() => items.values())
  const publishers = new Map<string, number>()
  /** By slot: the similarity of the item to each of its neighbours. */
  let similarities: Float64Array = new Float64Array(1024 * MAX_NEIGHBOURS)
  const freeSlots: number[] = []
  let slots = 0

  function singletonOf(live: LiveItem): Cluster {
    const before = live.singleton
    if (before !== undefined && live.epoch === idf.epoch) return before
    const singleton = clusterOf(live, idf, boilerplate.termsOfSource(live.sourceId))
    if (before !== undefined && live.story.cluster === before) live.story.cluster = singleton
    live.singleton = singleton
    live.epoch = idf.epoch
    return singleton
  }

  function namespaceOf(language: string | null): number {
    const space = numberOfLanguage(language)
    if (!idf.isOpen(space)) {
      idf.open(space, readTerms({ title: '', summary: COMMON_WORDS[language ?? ''] ?? '', url: '' }, space))
    }
    return space
  }

  function numberOf(publisher: string): number {
    let number = publishers.get(publisher)
    if (number === undefined) publishers.set(publisher, (number = publishers.size))
    return number
  }

  /** Marks the earlier items of a column: the words of its title then no longer count. */
  function discountTitle(title: number): void {
    for (const live of titles.of(title)) {
      live.column = true
      live.singleton = undefined
      live.story.cluster = undefined
    }
  }

  return {
    items,
    get counted() {
      // V8 compiles code for whole numbers. The first other number would make it compile all comparisons anew.
      return Math.floor(idf.total)
    },
    itemsOf: (space) => idf.itemsOf(space),
    get daysKnown() {
      return days.count
    },
    add(item, story) {
      const { itemId, sourceId, publishedAt, firstSeenAt, language } = item
      const space = namespaceOf(language)
      const terms = readTerms(item, space)
      const title = titleNumber(sourceId, item.title)
      const { weight, column, isNewColumn } = boilerplate.see(
        sourceId,
        title,
        terms,
        publishedAt,
        firstSeenAt,
      )
      if (isNewColumn) discountTitle(title)
      if (weight > 0) idf.count(space, terms, weight, firstSeenAt, publishedAt)
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
        terms,
        column,
        story,
        slot: freeSlots.pop() ?? slots++,
      }
      const live = newLiveItem(known, [])
      similarities = withRoom(live.slot, similarities)
      items.set(itemId, live)
      titles.add(live)
      return live
    },
    restore(snapshot, storyOf) {
      idf.restore(snapshot.idf)
      boilerplate.restore(snapshot.boilerplate)
      days.restore(snapshot.days)
      const restored = restoreItems(snapshot, storyOf, { publisher: numberOf, space: numberOfLanguage })
      slots = restored.items.length
      similarities = restored.similarities
      neighbours.addAll(restored.items, restored.topTerms, restored.topTermCounts)
      for (const live of restored.items) items.set(live.itemId, live)
      return restored.items
    },
    snapshot: () => ({
      ...takeSnapshot(items, { neighbours, similarities }),
      idf: idf.state(),
      boilerplate: boilerplate.state(),
      days: days.state(),
    }),
    index(live) {
      const singleton = singletonOf(live)
      neighbours.add(live, singleton, topTerms(singleton, INDEXED_TERMS))
    },
    link(live) {
      live.hasNewNeighbours = false
      // An item without neighbours is in no neighbour list.
      const isNew = live.arrivedAt === 0 && live.neighbours.length === 0
      neighbours.find(live, (other, slot, similarity) => {
        insertNeighbour(other, similarity, live, similarities, isNew)
        if (!isNew || belongsToNeighbours(slot, similarity, similarities))
          insertNeighbour(live, similarity, other, similarities, isNew)
      })
    },
    clusterOfItem: singletonOf,
    clusterOfStory(story) {
      story.cluster ??= story.items.map(singletonOf).reduce(mergeClusters)
      return story.cluster
    },
    remove(removed) {
      for (const live of removed) {
        neighbours.remove(live)
        items.delete(live.itemId)
        titles.remove(live)
        freeSlots.push(live.slot)
      }
      for (const live of items.values()) removeNeighbours(live, removed, similarities)
    },
    forget(before) {
      boilerplate.forget(before)
    },
  }
}

/** Numbers the namespace of a language. Only words of one namespace are compared. Unknown languages share one. */
function numberOfLanguage(language: string | null): number {
  let space = 7
  for (const letter of language ?? '') space = (Math.imul(space, 31) + letter.charCodeAt(0)) | 0
  return space
}
