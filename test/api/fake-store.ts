import type {
  Choice,
  ItemFilter,
  ItemOrder,
  SearchOrder,
  Selection,
  Window,
} from '../../src/domain/filter.ts'
import type { Article, Item } from '../../src/domain/item.ts'
import type { Hit, QueryNode } from '../../src/domain/search.ts'
import type { SourceReport } from '../../src/domain/source.ts'
import type { TrendEvent } from '../../src/domain/story.ts'
import { hotKey } from '../../src/domain/score.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../src/domain/time.ts'
import type {
  CategoryReport,
  FoundSelection,
  NameCount,
  ReadStore,
  StoreStats,
  StoreVersion,
} from '../../src/store/store.ts'

/** A store in memory: the same promises, none of the speed. */
export class FakeStore implements ReadStore {
  articles: Article[]
  sources: SourceReport[]
  seq = 1
  at: EpochMs
  failing: Error | undefined
  readonly #listeners = new Set<(ids: readonly number[]) => void>()

  constructor(articles: Article[], sources: SourceReport[], at: EpochMs) {
    this.articles = articles
    this.sources = sources
    this.at = at
  }

  add(article: Article, at: EpochMs): void {
    this.articles.push(article)
    this.seq++
    this.at = at
    for (const listener of this.#listeners) listener([article.item.id])
  }

  version(): StoreVersion {
    return { seq: this.seq, at: this.at }
  }
  onChange(listener: (ids: readonly number[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  async refresh(): Promise<void> {}

  async select(filter: ItemFilter, order: ItemOrder, window: Window): Promise<Selection> {
    this.#check()
    const sign = order === 'oldest' ? 1 : -1
    const value = ({ item, scoreParts }: Article) =>
      order === 'hot'
        ? hotKey(scoreParts, item.publishedAt, 12 * HOUR_MS)
        : order === 'score'
          ? item.score
          : item.publishedAt
    const all = this.articles
      .filter(({ item }) => matches(item, filter))
      .map((article) => ({ value: value(article), id: article.item.id, story: article.item.story.id }))
      .toSorted((a, b) => sign * (a.value - b.value || a.id - b.id))
    const list = filter.distinctStory
      ? all.filter((entry, at) => all.findIndex(({ story }) => story === entry.story) === at)
      : all
    return cut(list, window, sign)
  }

  async search(
    query: QueryNode,
    filter: ItemFilter,
    order: SearchOrder,
    window: Window,
    _now: EpochMs,
  ): Promise<FoundSelection> {
    this.#check()
    const list = this.articles
      .filter((article) => matches(article.item, filter) && found(query, article))
      .map(({ item }) => ({
        value: order === 'newest' ? item.publishedAt : order === 'relevance' ? item.wordCount : item.score,
        id: item.id,
      }))
      .toSorted((a, b) => b.value - a.value || b.id - a.id)
    const selection = cut(list, window, -1)
    const hits: Hit[] = selection.ids.map((id) => ({ id, relevance: 0.5 }))
    return { hits, total: selection.total, before: selection.before, next: selection.next }
  }

  async findItems(ids: readonly number[]): Promise<Item[]> {
    this.#check()
    return ids.flatMap((id) => this.articles.find(({ item }) => item.id === id)?.item ?? [])
  }
  async findArticle(id: number): Promise<Article | undefined> {
    this.#check()
    return this.articles.find(({ item }) => item.id === id)
  }
  async findContents(ids: readonly number[]): Promise<Map<number, string>> {
    return new Map(
      this.articles.filter(({ item }) => ids.includes(item.id)).map((a) => [a.item.id, a.contentHtml]),
    )
  }
  async findItemIdByUrl(url: string): Promise<number | undefined> {
    return this.articles.find(({ item }) => item.url === url)?.item.id
  }
  async resolveStoryId(id: number): Promise<number | undefined> {
    return this.articles.some(({ item }) => item.story.id === id) ? id : undefined
  }
  async listTrendEvents(filter: ItemFilter, from: EpochMs, until: EpochMs): Promise<TrendEvent[]> {
    this.#check()
    return this.articles
      .filter(({ item }) => matches(item, filter) && item.publishedAt >= from && item.publishedAt < until)
      .map(({ item }) => ({
        storyId: item.story.id,
        itemId: item.id,
        sourceId: item.source,
        publisher: item.source,
        publishedAt: item.publishedAt,
        firstSeenAt: item.firstSeenAt,
        weight: 1,
        engagement: 0,
      }))
  }
  async hourOfWeekCounts(): Promise<number[]> {
    return Array.from({ length: 168 }, () => 0)
  }
  async listSources(): Promise<SourceReport[]> {
    this.#check()
    return this.sources
  }
  async listCategories(now: EpochMs): Promise<CategoryReport[]> {
    const items = this.articles.map(({ item }) => item)
    return counts(items.map((item) => item.category)).map(({ name, count }) => {
      const own = items.filter((item) => item.category === name)
      return {
        name,
        count,
        sourceCount: new Set(own.map((item) => item.source)).size,
        countLast24h: own.filter((item) => item.publishedAt > now - DAY_MS).length,
        latestAt: Math.max(...own.map((item) => item.publishedAt)),
      }
    })
  }
  async stats(): Promise<StoreStats> {
    const items = this.articles.map(({ item }) => item)
    return {
      items: { total: items.length, last24h: 0, last7d: 0, oldestAt: null, newestAt: null },
      stories: { total: new Set(items.map((item) => item.story.id)).size, multiSource: 0 },
      duplicatesMerged: 0,
      byCategory: counts(items.map((item) => item.category)),
      byRegion: counts(items.map((item) => item.region ?? '')),
      byLanguage: [],
      bySource: counts(items.map((item) => item.source)),
      byDay: [],
      byHourOfWeek: Array.from({ length: 168 }, () => 0),
      collector: { visitsLast24h: 0, failedLast24h: 0, itemsAddedLast24h: 0, lastVisitAt: null },
      storage: { engine: 'fake', bytes: 0, schemaVersion: 1 },
    }
  }
  async ping() {
    this.#check()
    return { engine: 'fake', itemCount: this.articles.length, newestItemAt: null }
  }
  async close(): Promise<void> {}

  #check(): void {
    if (this.failing) throw this.failing
  }
}

function matches(item: Item, filter: ItemFilter): boolean {
  return (
    passes(filter.source, [item.source, ...item.alsoIn]) &&
    passes(filter.category, [item.category]) &&
    passes(filter.region, item.region === null ? [] : [item.region]) &&
    passes(filter.language, item.language === null ? [] : [item.language]) &&
    (filter.from === undefined || item.publishedAt >= filter.from) &&
    (filter.until === undefined || item.publishedAt < filter.until) &&
    (filter.minScore === undefined || item.score >= filter.minScore) &&
    (filter.storyId === undefined || item.story.id === filter.storyId)
  )
}

function passes(choice: Choice, values: readonly string[]): boolean {
  if (choice.exclude.some((name) => values.includes(name))) return false
  return choice.include.length === 0 || choice.include.some((name) => values.includes(name))
}

function cut(list: readonly { value: number; id: number }[], window: Window, sign: number): Selection {
  const { after } = window
  const start = after
    ? list.findIndex((entry) => sign * (entry.value - after.value || entry.id - after.id) > 0)
    : window.offset
  const before = start === -1 ? list.length : start
  const part = list.slice(before, before + window.limit)
  const last = part.at(-1)
  const more = before + part.length < list.length
  return {
    ids: part.map(({ id }) => id),
    total: list.length,
    before,
    next: more && last ? { value: last.value, id: last.id } : undefined,
  }
}

function found(node: QueryNode, article: Article): boolean {
  if (node.kind === 'word' || node.kind === 'phrase') {
    return `${article.item.title} ${article.contentText}`.toLowerCase().includes(node.text.toLowerCase())
  }
  if (node.kind === 'not') return !found(node.child, article)
  if (node.kind === 'and') return node.children.every((child) => found(child, article))
  if (node.kind === 'or') return node.children.some((child) => found(child, article))
  return true
}

function counts(names: readonly string[]): NameCount[] {
  const tally = new Map<string, number>()
  for (const name of names) tally.set(name, (tally.get(name) ?? 0) + 1)
  return [...tally].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count)
}
