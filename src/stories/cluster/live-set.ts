import type { StoryItem } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import { DocumentFrequencies } from '../words/document-frequencies.ts'
import { MAX_TOP_TERMS, readText, TextBlocks, termsOf } from '../words/terms.ts'
import { Boilerplate, titleNumber } from './boilerplate.ts'
import { Comparer } from './features.ts'
import { linkOdds, type LinkModel, MAX_ODDS } from './link-odds.ts'
import { Links } from './links.ts'
import { LiveItem, type LiveStory, MAX_GAP_MS } from './live-item.ts'
import { Neighbours } from './neighbours.ts'
import { restoreItems, takeSnapshot, type Snapshot } from './snapshot.ts'

/** Maximum number of links to the nearest items by all words. */
const MAX_NEAREST = 6

/** Log odds of two items that share at most one word. */
const NOT_ALIKE = -MAX_ODDS

/** The live items, with the indexes and statistics for comparing them. */
export class LiveSet {
  readonly items = new Map<number, LiveItem>()
  readonly links = new Links<LiveItem>()
  readonly #model: LinkModel
  readonly #frequencies = new DocumentFrequencies()
  readonly #comparer = new Comparer(this.#frequencies, this.links)
  readonly #texts = new TextBlocks()
  readonly #publishers = new Map<string, string>()
  readonly #boilerplate = new Boilerplate()
  readonly #neighbours = new Neighbours()

  constructor(model: LinkModel) {
    this.#model = model
  }

  /** Adds an item. Call `index` to make it findable. */
  add(item: StoryItem, story: LiveStory): LiveItem {
    const { sourceId, publishedAt, firstSeenAt, language } = item
    const space = spaceOf(language)
    this.#frequencies.open(space, language)
    const text = readText(item, space)
    const title = titleNumber(sourceId, item.title)
    const { weight, column, isNewColumn } = this.#boilerplate.see(sourceId, title, publishedAt, firstSeenAt)
    // Rare, so an index of titles would cost more.
    if (isNewColumn) for (const live of this.items.values()) if (live.title === title) live.isColumn = true
    if (weight > 0) this.#frequencies.count(space, termsOf(text), weight, firstSeenAt)
    const live = new LiveItem({
      itemId: item.itemId,
      sourceId,
      publisher: this.#interned(item.publisher),
      language,
      publishedAt,
      firstSeenAt,
      dated: item.dated,
      hasSummary: item.summary !== '',
      space,
      title,
      text: this.#texts.keep(text),
      isColumn: column,
      story,
    })
    this.items.set(item.itemId, live)
    return live
  }

  /**
   * Fills an empty live set from a snapshot. Restores items, findable and with links, for whose row `storyOf` returns a
   * story.
   */
  restore(snapshot: Snapshot, storyOf: (row: number) => LiveStory | undefined): LiveItem[] {
    this.#frequencies.restore(snapshot.frequencies)
    this.#boilerplate.restore(snapshot.boilerplate)
    const items = restoreItems(snapshot, this.links, storyOf, spaceOf)
    for (const live of items) this.items.set(live.itemId, live)
    this.#neighbours.restore(items)
    return items
  }

  /** The state for `restore` of another live set. */
  snapshot(): Omit<Snapshot, 'arrived' | 'point' | 'young'> {
    return {
      ...takeSnapshot(this.items, this.links),
      frequencies: this.#frequencies.state(),
      boilerplate: this.#boilerplate.state(),
    }
  }

  /** Makes an item findable by its current top terms. */
  index(live: LiveItem): void {
    this.#neighbours.add(live, this.#comparer.topTerms(live, MAX_TOP_TERMS))
  }

  /** Compares an item with its nearest. */
  link(live: LiveItem, onPair?: (other: LiveItem, features: readonly number[]) => void): void {
    const others = this.#neighbours.find(live).filter((other) => mayReportOneEvent(live, other))
    for (const { other, cosine, features } of this.#comparer.nearest(live, others, MAX_NEAREST)) {
      if (cosine === 0) return
      onPair?.(other, features)
      this.links.set(live, other, cosine, linkOdds(this.#model, features))
    }
  }

  /** Log odds that an item and each of the others report one event, linked or not. */
  odds(one: LiveItem, others: readonly LiveItem[]): number[] {
    return this.#comparer
      .each(one, others)
      .map(({ cosine, features }) => (cosine === 0 ? NOT_ALIKE : linkOdds(this.#model, features)))
  }

  remove(removed: ReadonlySet<LiveItem>): void {
    for (const live of removed) {
      this.links.removeAll(live)
      this.#neighbours.remove(live)
      this.items.delete(live.itemId)
    }
  }

  forget(before: EpochMs): void {
    this.#boilerplate.forget(before)
  }

  /** Interns names. An item's name may be a slice of its address, which would keep the address in memory. */
  #interned(publisher: string): string {
    const known = this.#publishers.get(publisher)
    if (known === undefined) this.#publishers.set(publisher, publisher)
    return known ?? publisher
  }
}

function mayReportOneEvent(a: LiveItem, b: LiveItem): boolean {
  if (a.space !== b.space || (a.isColumn && b.isColumn)) return false
  return Math.abs(a.publishedAt - b.publishedAt) <= MAX_GAP_MS
}

/** Number of a language's namespace. Only words of one namespace are compared. All unknown languages share one. */
export function spaceOf(language: string | null): number {
  let space = 7
  for (const letter of language ?? '') space = (Math.imul(space, 31) + letter.charCodeAt(0)) | 0
  return space
}
