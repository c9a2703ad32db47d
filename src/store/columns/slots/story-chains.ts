import { grown } from '../../../model/grown.ts'

interface ChainedColumns {
  readonly story: Uint32Array
  storyOf: (slot: number) => number
  publishedAtOf: (slot: number) => number
  idOf: (slot: number) => number
}

/** Linked lists of each story's items, the latest first. A link is a slot plus 1; 0 ends the list. */
export class StoryChains {
  readonly #columns: ChainedColumns
  /** By story: the link to its latest item. */
  #latest = new Uint32Array(0)
  /** By slot: the link to the previous item of the story. */
  #previous = new Uint32Array(0)

  constructor(columns: ChainedColumns) {
    this.#columns = columns
  }

  /** Rebuilds all chains. @param parts all slots in order of time */
  rebuild(parts: Iterable<Uint32Array>): void {
    const { story } = this.#columns
    this.#latest.fill(0)
    let highest = 0
    for (let slot = 0; slot < story.length; slot += 1) highest = Math.max(highest, story[slot] ?? 0)
    this.#makeRoom(highest)
    const latest = this.#latest
    const previous = this.#previous
    for (const slots of parts) {
      for (let at = 0; at < slots.length; at += 1) {
        const slot = slots[at] ?? 0
        const its = story[slot] ?? 0
        previous[slot] = latest[its] ?? 0
        latest[its] = slot + 1
      }
    }
  }

  /** The previous item of the story, by time; `undefined` for the first. */
  previousOf(slot: number): number | undefined {
    const link = this.#previous[slot] ?? 0
    return link === 0 ? undefined : link - 1
  }

  /** The latest item of a story; `undefined` if the story has no items. */
  latestOf(story: number): number | undefined {
    const link = this.#latest[story] ?? 0
    return link === 0 ? undefined : link - 1
  }

  /** The items of a story, latest first. */
  slotsOf(story: number): number[] {
    const slots: number[] = []
    for (let slot = this.latestOf(story); slot !== undefined; slot = this.previousOf(slot)) slots.push(slot)
    return slots
  }

  link(slot: number): void {
    const story = this.#columns.storyOf(slot)
    this.#makeRoom(story)
    let later: number | undefined
    let at = this.latestOf(story)
    while (at !== undefined && this.#isLater(at, slot)) {
      later = at
      at = this.previousOf(at)
    }
    this.#previous[slot] = at === undefined ? 0 : at + 1
    this.#link(story, later, slot + 1)
  }

  /** Removes a slot from its story. Call it before the slot's story changes. */
  unlink(slot: number): void {
    const story = this.#columns.storyOf(slot)
    let later: number | undefined
    let at = this.latestOf(story)
    while (at !== undefined && at !== slot) {
      later = at
      at = this.previousOf(at)
    }
    if (at === undefined) return
    this.#link(story, later, this.#previous[slot] ?? 0)
    this.#previous[slot] = 0
  }

  #link(story: number, later: number | undefined, link: number): void {
    if (later === undefined) this.#latest[story] = link
    else this.#previous[later] = link
  }

  #isLater(a: number, b: number): boolean {
    const columns = this.#columns
    return (columns.publishedAtOf(a) - columns.publishedAtOf(b) || columns.idOf(a) - columns.idOf(b)) > 0
  }

  #makeRoom(story: number): void {
    const slots = this.#columns.story.length
    if (slots > this.#previous.length) this.#previous = grown(this.#previous, slots)
    if (story >= this.#latest.length)
      this.#latest = grown(this.#latest, Math.ceil((story + 1) * 1.125) + 1024)
  }
}
