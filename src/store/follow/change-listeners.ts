import type { ChangeListener } from '../search-source.ts'

/** The listeners of a store's changes. */
export class ChangeListeners {
  readonly #listeners = new Set<(itemIds: readonly number[]) => void>()
  readonly #subscribers: ChangeListener[] = []

  get isEmpty(): boolean {
    return this.#listeners.size === 0 && this.#subscribers.length === 0
  }

  /** As `ReadStore.onChange`. */
  onChange(listener: (itemIds: readonly number[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** As `SearchSource.subscribe`. */
  subscribe(listener: ChangeListener): void {
    this.#subscribers.push(listener)
  }

  notify(changedIds: readonly number[]): void {
    for (const listener of this.#listeners) listener(changedIds)
  }

  take(edited: readonly number[], deleted: readonly number[]): void {
    for (const subscriber of this.#subscribers) subscriber.take(edited, deleted)
  }

  startAnew(): void {
    for (const subscriber of this.#subscribers) subscriber.startAnew()
  }
}
