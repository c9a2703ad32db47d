import { DAY_MS, type EpochMs } from '../../src/model/time.ts'
import type { Topic } from './article-text.ts'

/** A story that can still grow. */
export interface GrowingStory {
  readonly id: number
  readonly topic: Topic
  /** How much it draws reports, beside others: few have much. */
  readonly heat: number
  /** Publishers that report it in the end, as scores count them. */
  readonly coverage: number
  readonly endsAt: EpochMs
}

/** An item begins a story that others follow; of the rest, this share reports one that is there. */
const BEGINS = 0.06
const FOLLOWS = 0.28
/** Reports go to the hottest stories: the exponent that gives a few of them dozens a day. */
const SKEW = 2.5
const LONGEST_DAYS = 4
const HOTTEST = 40

/** Stories of one language, as they begin, grow and end. */
export class GrowingStories {
  /** The hottest first. */
  #growing: GrowingStory[] = []

  /** The story that a new item reports; `undefined` where it reports what nobody else does. */
  follow(random: () => number): GrowingStory | undefined {
    if (random() >= FOLLOWS) return undefined
    return this.#growing[Math.floor(random() ** SKEW * this.#growing.length)]
  }

  /** Makes a lone item's story one that others may follow. */
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

  /** Ends what is over. */
  forget(now: EpochMs): void {
    this.#growing = this.#growing.filter(({ endsAt }) => endsAt > now)
  }
}
