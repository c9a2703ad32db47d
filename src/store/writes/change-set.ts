/** A row of the log of changes. */
export interface LoggedChange {
  readonly kind: 'add' | 'update' | 'delete' | 'story' | 'source' | 'event'
  readonly itemId: number | null
  readonly storyId: number | null
  readonly sourceId: number | null
}

/** Collects the changes of a transaction: one for each changed item, story and source. */
export class ChangeSet {
  readonly #items = new Map<number, 'add' | 'update' | 'delete'>()
  readonly #stories = new Set<number>()
  readonly #events = new Set<number>()
  readonly #sources = new Set<number>()

  clear(): void {
    for (const set of [this.#items, this.#stories, this.#events, this.#sources]) set.clear()
  }

  add(itemId: number): void {
    this.#items.set(itemId, 'add')
  }

  update(itemId: number): void {
    if (!this.#items.has(itemId)) this.#items.set(itemId, 'update')
  }

  delete(itemId: number): void {
    this.#items.set(itemId, 'delete')
  }

  story(storyId: number): void {
    this.#stories.add(storyId)
  }

  /** Notes an event of a source. Its items do not change by it. */
  event(sourceId: number): void {
    this.#events.add(sourceId)
  }

  /** Notes a new name of a source, which its items show. */
  source(sourceId: number): void {
    this.#sources.add(sourceId)
  }

  rows(): LoggedChange[] {
    const none = { itemId: null, storyId: null, sourceId: null }
    return [
      ...Array.from(this.#items, ([itemId, kind]) => ({ ...none, kind, itemId })),
      ...Array.from(this.#stories, (storyId) => ({ ...none, kind: 'story' as const, storyId })),
      ...Array.from(this.#sources, (sourceId) => ({ ...none, kind: 'source' as const, sourceId })),
      ...Array.from(this.#events, (sourceId) => ({ ...none, kind: 'event' as const, sourceId })),
    ]
  }
}
