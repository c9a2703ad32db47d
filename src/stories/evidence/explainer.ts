import type { StoryItem } from '../../model/story.ts'
import { DAY_MS } from '../../model/time.ts'
import { Boilerplate, titleNumber } from '../cluster/boilerplate.ts'
import { Comparer, type Compared } from '../cluster/features.ts'
import { LINK_MODEL } from '../cluster/link-model.ts'
import { linkOdds } from '../cluster/link-odds.ts'
import { Links } from '../cluster/links.ts'
import { LiveItem, newLiveStory } from '../cluster/live-item.ts'
import { spaceOf } from '../cluster/live-set.ts'
import { DocumentFrequencies } from '../words/document-frequencies.ts'
import { readText, termsOf } from '../words/terms.ts'

export class ComparedItem extends LiveItem {
  readonly item: StoryItem

  constructor(item: StoryItem, space: number) {
    super({
      ...item,
      hasSummary: item.summary !== '',
      space,
      title: titleNumber(item.sourceId, item.title),
      text: readText(item, space),
      isColumn: false,
      story: newLiveStory(0),
    })
    this.item = item
  }
}

export interface Comparison extends Compared<ComparedItem> {
  /** Log odds that they report one event, without the rules; -Infinity if they share at most one word. */
  readonly odds: number
}

/** Titles not seen for this time before the newest item are forgotten. */
const TITLES_KEPT_MS = 14 * DAY_MS

/**
 * Compares items as the clusterer does, in a process that only reads. Its document frequencies are those of the items
 * given to `count`, so odds are close to the clusterer's, but not equal.
 */
export class Explainer {
  readonly frequencies = new DocumentFrequencies()
  readonly links = new Links<LiveItem>()
  readonly comparer = new Comparer(this.frequencies, this.links)
  readonly #boilerplate = new Boilerplate()
  /** The largest counted item id. */
  lastId = 0

  /** Counts the words of new items. @param items in any order; items of earlier calls are skipped */
  count(items: readonly StoryItem[]): void {
    const fresh = items
      .filter(({ itemId }) => itemId > this.lastId)
      .toSorted((a, b) => a.firstSeenAt - b.firstSeenAt || a.itemId - b.itemId)
    for (const item of fresh) {
      const { weight } = this.#see(item)
      const space = this.#spaceOf(item)
      if (weight > 0) this.frequencies.count(space, termsOf(readText(item, space)), weight, item.firstSeenAt)
      this.lastId = Math.max(this.lastId, item.itemId)
    }
    const newest = fresh.at(-1)
    if (newest !== undefined) this.#boilerplate.forget(newest.firstSeenAt - TITLES_KEPT_MS)
  }

  read(items: readonly StoryItem[]): ComparedItem[] {
    for (const item of items) this.#see(item)
    return items.map((item) => new ComparedItem(item, this.#spaceOf(item)))
  }

  /** Compares an item with others of its language, the most similar first; ties by later time. */
  compareAll(item: ComparedItem, others: readonly ComparedItem[]): Comparison[] {
    const comparable = others.filter((other) => other !== item && other.space === item.space)
    return this.comparer.nearest(item, comparable).map((compared) => ({
      ...compared,
      odds: compared.cosine === 0 ? -Infinity : oddsOf(compared.features),
    }))
  }

  /** Whether the title names a column, as far as the counted and read items show. */
  isColumn({ item }: ComparedItem): boolean {
    return this.#see(item).column
  }

  #see({ sourceId, title, publishedAt, firstSeenAt }: StoryItem): ReturnType<Boilerplate['see']> {
    return this.#boilerplate.see(sourceId, titleNumber(sourceId, title), publishedAt, firstSeenAt)
  }

  #spaceOf({ language }: StoryItem): number {
    const space = spaceOf(language)
    this.frequencies.open(space, language)
    return space
  }
}

export function oddsOf(features: readonly number[]): number {
  return linkOdds(LINK_MODEL, features)
}
