import { setImmediate } from 'node:timers/promises'
import { DigestError } from '../model/errors.ts'
import { ANY, EVERYTHING } from '../model/filter.ts'
import type { Item } from '../model/item.ts'
import type { QueryNode } from '../model/search.ts'
import type { StoryItem } from '../model/story.ts'
import { wholeWord } from '../search/query/node.ts'
import type { Search } from '../search/search.ts'
import type { ReadStore } from '../store/read-store.ts'
import { MAX_GAP_MS } from '../stories/cluster/live-item.ts'
import { searchWords } from '../stories/evidence/evidence.ts'
import { type ComparedItem, Explainer } from '../stories/evidence/explainer.ts'
import { findNearest, type Nearest } from '../stories/evidence/nearest.ts'
import { linkItems, type StoryLink } from '../stories/evidence/story-links.ts'

/** Why the items of a story belong together, and which other items are nearest. */
export interface StoryExplanation {
  /** In the order of the story's items; `undefined` for the first. */
  readonly links: readonly (StoryLink | undefined)[]
  readonly nearest: (Nearest & { readonly item: Item }) | undefined
}

/** Words are counted in this many of the newest items, in steps, so that other requests can run in between. */
const COUNTED_ITEMS = 2_000
const STEP = 250

/** Items of other stories that a story is compared with. */
const MAX_CANDIDATES = 24

/**
 * Twice the time within which reports are linked: later reports of the event are shown with the reason why they are
 * separate.
 */
const REACH_MS = 2 * MAX_GAP_MS

/** Explains stories as the clusterer sees them. */
export class StoryExplainer {
  readonly #store: ReadStore
  readonly #search: Search
  /** Made for the first story, since it takes 16 MB. */
  #explainer: Explainer | undefined
  #counting: Promise<unknown> = Promise.resolve()

  constructor(store: ReadStore, search: Search) {
    this.#store = store
    this.#search = search
  }

  /** Whether `nearest` can be found now. */
  async canSearch(): Promise<boolean> {
    return this.#search.state().then(
      ({ status }) => status === 'ready',
      () => false,
    )
  }

  /** @param items of one story, oldest first */
  async explain(storyId: number, items: readonly StoryItem[]): Promise<StoryExplanation> {
    const explainer = (this.#explainer ??= new Explainer())
    const count = this.#counting.then(() => this.#count(explainer))
    this.#counting = count.catch(() => undefined)
    await count
    const own = explainer.read(items)
    const links = linkItems(explainer, own)
    const others = await this.#findCandidates(explainer, storyId, own)
    const nearest = findNearest(explainer, own, explainer.read(others))
    const [item] = nearest === undefined ? [] : await this.#store.findItems([nearest.itemId])
    return { links, nearest: nearest && item && { ...nearest, item } }
  }

  /** Counts the words of items that are new since the last call. */
  async #count(explainer: Explainer): Promise<void> {
    const ids: number[] = []
    while (ids.length < COUNTED_ITEMS) {
      const window = { limit: STEP, offset: ids.length, after: undefined }
      const found = (await this.#store.select(EVERYTHING, 'firstSeen', window)).ids
      ids.push(...found.filter((id) => id > explainer.lastId))
      if (found.length < STEP || (found.at(-1) ?? 0) <= explainer.lastId) break
    }
    for (const step of stepsOf(ids.toReversed())) {
      explainer.count(await this.#store.findStoryItems(step))
      await setImmediate()
    }
  }

  /** Items of other stories that share rare words with a story. */
  async #findCandidates(
    explainer: Explainer,
    storyId: number,
    items: readonly ComparedItem[],
  ): Promise<StoryItem[]> {
    const [first, last] = [items[0]?.item, items.at(-1)?.item]
    const words = searchWords(explainer, items)
    if (first === undefined || last === undefined || words.length === 0 || !(await this.canSearch()))
      return []
    const query: QueryNode = { kind: 'or', children: words.map((text) => wholeWord(text)) }
    const { language } = last
    const filter = {
      ...EVERYTHING,
      language: language === null ? ANY : { include: [language], exclude: [] },
      from: first.publishedAt - REACH_MS,
      until: last.publishedAt + REACH_MS,
    }
    // The story's own items are found first.
    const window = { limit: MAX_CANDIDATES + items.length, offset: 0, after: undefined }
    // Relative to the story's time, so that the answer does not change every hour.
    const found = this.#search.find(query, filter, 'relevance', window, last.publishedAt, { allWords: true })
    const { hits } = await found.catch((error: unknown) => {
      // The index is far behind: the story is shown without `nearest`.
      if (error instanceof DigestError && error.code === 'searchUnavailable') return { hits: [] }
      throw error
    })
    const own = new Set(items.map(({ item }) => item.itemId))
    const ids = hits.map(({ id }) => id).filter((id) => !own.has(id))
    const others = await this.#store.findStoryItems(ids.slice(0, MAX_CANDIDATES))
    return others.filter((other) => other.storyId !== storyId)
  }
}

function* stepsOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += STEP) yield ids.slice(at, at + STEP)
}
