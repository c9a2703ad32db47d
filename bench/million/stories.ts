import { DAY_MS, type EpochMs } from '../../src/model/time.ts'
import type { Topic } from './article-text.ts'

/** A story that can still grow. */
export interface GrowingStory {
  readonly id: number
  readonly topic: Topic
  /** How strongly it attracts reports, relative to others; few stories have a high value. */
  readonly heat: number
  /** Publishers that report it in the end, 1..32. */
  readonly coverage: number
  readonly endsAt: EpochMs
}

/** Share of new stories that other items may join. */
const BEGINS = 0.06
/** Share of items that join an existing story. */
const FOLLOWS = 0.28
/** This exponent sends most reports to the hottest stories: a few get dozens a day. */
const SKEW = 2.5
const LONGEST_DAYS = 4
const HOTTEST = 40

/** The stories of one language that can still grow. */
export class GrowingStories {
  /** The hottest first. */
  #growing: GrowingStory[] = []

  /** The existing story that a new item joins; `undefined` if it joins none. */
  follow(random: () => number): GrowingStory | undefined {
    if (random() >= FOLLOWS) return undefined
    return this.#growing[Math.floor(random() ** SKEW * this.#growing.length)]
  }

  /** Draws whether other items may join the story of a single item. */
  begin(id: number, topic: Topic, now: EpochMs, random: () => number): GrowingStory | undefined {
    if (random() >= BEGINS) return undefined
    const heat = Math.min(HOTTEST, (1 - random()) ** -0.9)
    const coverage = Math.min(32, 1 + Math.floor(heat * (0.5 + random())))
    const endsAt = now + (0.3 + random() ** 2 * (LONGEST_DAYS - 0.3)) * DAY_MS
    const story = { id, topic, heat, coverage, endsAt }
    const at = this.#growing.findIndex((other) => other.heat < heat)
    this.#growing.splice(at === -1 ? this.#growing.length : at, 0, story)
    return story
  }

  /** Removes stories that have ended. */
  forget(now: EpochMs): void {
    this.#growing = this.#growing.filter(({ endsAt }) => endsAt > now)
  }
}
