import type { StoryItem } from '../../domain/story.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { EpochMs } from '../../domain/time.ts'
import { COMMON_WORDS } from '../../domain/text/common-words.ts'
import { clusterOf, massOf, mergeClusters } from './cluster.ts'
import type { Weigher } from './cluster.ts'
import type { Cluster, LiveItem, Strand } from './live-item.ts'
import { createNeighbours, INDEXED_TERMS } from './neighbours.ts'
import { createRarity } from './rarity.ts'
import { createSourceHabits } from './source-habits.ts'
import { readTerms } from './terms.ts'

/** How the weight of a term grows with its rarity. */
const RARITY_POWER = 1.3

/** Items of a source seen so long after its first ones are new, dated or not. */
const NEWS_AFTER_MS = MINUTE_MS

/** So many of the likest items are told apart by how like they are. */
const MOST_LIKEST = 12

/** The live items with all that comparing them needs. */
export interface LiveSet {
  readonly items: ReadonlyMap<number, LiveItem>
  /** Items that rarities are counted from, faded. */
  readonly counted: number
  /** Takes in an item without a strand; `index` makes it findable. */
  add(item: StoryItem, strand: Strand): LiveItem
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
  const publishers = new Map<string, number>()
  const beginnings = new Map<string, EpochMs>()
  const weights = new Float64Array(INDEXED_TERMS)
  const spaces = new Set<number>()
  const freeSlots: number[] = []
  let slots = 0

  function weigh({ space, sourceId }: LiveItem): Weigher {
    return {
      weightOf: (term) =>
        habits.isBoilerplate(sourceId, term) ? 0 : Math.pow(rarity.idf(space, term), RARITY_POWER),
      frequencyOf: (term) => rarity.frequency(term),
      daysOf: (term) => rarity.days(term),
    }
  }

  function aloneOf(live: LiveItem): Cluster {
    if (live.alone === undefined || live.epoch !== rarity.epoch) {
      live.alone = clusterOf(live, weigh(live))
      live.epoch = rarity.epoch
    }
    return live.alone
  }

  function spaceOf(language: string | null): number {
    const space = numberOfLanguage(language)
    if (!spaces.has(space)) {
      spaces.add(space)
      rarity.open(space, readTerms('', COMMON_WORDS[language ?? ''] ?? '', space).terms)
    }
    return space
  }

  function numberOf(publisher: string): number {
    let number = publishers.get(publisher)
    if (number === undefined) publishers.set(publisher, (number = publishers.size))
    return number
  }

  return {
    items,
    get counted() {
      return rarity.total
    },
    add(item, strand) {
      const { itemId, sourceId, publishedAt, firstSeenAt } = item
      const space = spaceOf(item.language)
      const { terms, uses } = readTerms(item.title, item.summary, space)
      const { repeated, column } = habits.see(sourceId, item.title, terms, publishedAt)
      if (!repeated) rarity.count(space, terms, firstSeenAt, publishedAt)
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
        terms,
        uses,
        column,
        likest: [],
        likenesses: [],
        mark: 0,
        heavy: NO_TERMS,
        strand,
        alone: undefined,
        epoch: -1,
        slot: freeSlots.pop() ?? slots++,
        lookedAt: 0,
        stirred: false,
      }
      items.set(itemId, live)
      return live
    },
    index(live) {
      if (live.heavy.length > 0) neighbours.remove(live)
      live.heavy = heaviestOf(aloneOf(live))
      neighbours.add(live)
    },
    meet(live) {
      live.stirred = false
      const weigher = weigh(live)
      for (let k = 0; k < live.heavy.length; k++) weights[k] = weigher.weightOf(live.heavy[k] as number)
      neighbours.find(live, weights, (other, likeness) => {
        rank(other, likeness, live)
        rank(live, likeness, other)
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
        freeSlots.push(live.slot)
      }
      for (const live of items.values()) leaveOut(live, gone)
    },
    forget(before) {
      habits.forget(before)
    },
  }
}

/** Puts `live` in its place among the items that are the likest to `to`. */
function rank(live: LiveItem, likeness: number, to: LiveItem): void {
  const { likest, likenesses } = to
  const known = likest.indexOf(live)
  let at = likest.length
  while (at > 0 && (likenesses[at - 1] as number) < likeness) at--
  // Its own former place counts for nothing.
  if (known >= 0 && known < at) at--
  if (at >= MOST_LIKEST) return
  let from = known
  if (known < 0) {
    to.stirred = true
    from = likest.length
    if (from < MOST_LIKEST) {
      likest.push(live)
      likenesses.push(likeness)
    } else from--
  }
  for (; from > at; from--) {
    likest[from] = likest[from - 1] as LiveItem
    likenesses[from] = likenesses[from - 1] as number
  }
  for (; from < at; from++) {
    likest[from] = likest[from + 1] as LiveItem
    likenesses[from] = likenesses[from + 1] as number
  }
  likest[at] = live
  likenesses[at] = likeness
}

function leaveOut({ likest, likenesses }: LiveItem, gone: ReadonlySet<LiveItem>): void {
  let kept = 0
  for (let k = 0; k < likest.length; k++) {
    const other = likest[k] as LiveItem
    if (gone.has(other)) continue
    likest[kept] = other
    likenesses[kept] = likenesses[k] as number
    kept++
  }
  likest.length = kept
  likenesses.length = kept
}

const NO_TERMS = new Int32Array()

/** Words of one language are compared with each other; of an unknown one, with those of all unknown ones. */
function numberOfLanguage(language: string | null): number {
  let space = 7
  for (const letter of language ?? '') space = (Math.imul(space, 31) + letter.charCodeAt(0)) | 0
  return space
}

/** Masses and terms of the item at hand. */
const masses: { term: number; mass: number }[] = []

function heaviestOf(cluster: Cluster): Int32Array {
  masses.length = 0
  for (let k = 0; k < cluster.terms.length; k++) {
    const mass = massOf(cluster, k)
    if (mass > 0) masses.push({ term: cluster.terms[k] as number, mass })
  }
  masses.sort((a, b) => b.mass - a.mass || a.term - b.term)
  return Int32Array.from(masses.slice(0, INDEXED_TERMS), ({ term }) => term)
}
