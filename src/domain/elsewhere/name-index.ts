import type { EpochMs } from '../time.ts'
import { namesOf } from './names.ts'

/** What the index reads of an item. */
export interface NamedItem {
  readonly id: number
  readonly language: string | null
  readonly publishedAt: EpochMs
  readonly title: string
  readonly summary: string
}

/**
 * Which items have which names and numbers. Holds no text, some 150 bytes an item. An item that changed is added
 * again under a new slot; its old slot stays in the index and is skipped by readers.
 */
export class NameIndex {
  readonly #slots = new Map<number, number>()
  readonly #languages: (string | null)[] = []
  readonly #publishedAt: EpochMs[] = []
  /** By key: its newest occurrence, 1 and up. */
  readonly #heads = new Map<number, number>()
  /** Of each occurrence: its item's slot, and the occurrence of the same key before it. */
  #slotOfOccurrence = new Uint32Array(4096)
  #previous = new Uint32Array(4096)
  #occurrences = 0

  /** How often an item was added since the last `clear`: memory grows with it. */
  get slots(): number {
    return this.#languages.length
  }

  /** Slots are numbers from 0, one for each time that an item was added. */
  slotOf(itemId: number): number | undefined {
    return this.#slots.get(itemId)
  }

  languageOf(slot: number): string | null {
    return this.#languages[slot] ?? null
  }

  publishedAtOf(slot: number): EpochMs {
    return this.#publishedAt[slot] ?? 0
  }

  add({ id, language, publishedAt, title, summary }: NamedItem): void {
    const slot = this.#languages.length
    this.#slots.set(id, slot)
    this.#languages.push(language)
    this.#publishedAt.push(publishedAt)
    const keys = new Set<number>()
    for (const text of [title, summary])
      for (const name of namesOf(text)) for (const key of name.keys) keys.add(hash(key))
    for (const key of keys) this.#note(key, slot)
  }

  forget(itemId: number): void {
    this.#slots.delete(itemId)
  }

  clear(): void {
    this.#slots.clear()
    this.#languages.length = 0
    this.#publishedAt.length = 0
    this.#heads.clear()
    this.#occurrences = 0
  }

  /** Gives the slots of a key, the newest first. */
  *slotsOf(key: string): Generator<number> {
    for (let at = this.#heads.get(hash(key)) ?? 0; at > 0; at = this.#previous[at] ?? 0) {
      yield this.#slotOfOccurrence[at] ?? 0
    }
  }

  #note(key: number, slot: number): void {
    this.#occurrences += 1
    const at = this.#occurrences
    if (at >= this.#previous.length) {
      this.#previous = grown(this.#previous)
      this.#slotOfOccurrence = grown(this.#slotOfOccurrence)
    }
    this.#slotOfOccurrence[at] = slot
    this.#previous[at] = this.#heads.get(key) ?? 0
    this.#heads.set(key, at)
  }
}

function grown(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2)
  larger.set(values)
  return larger
}

/** FNV-1a, 32 bits: two names meet wrongly once in some ten thousand stories, and one name links nothing. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value | 0
}
