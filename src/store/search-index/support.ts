import type { Place } from '../../domain/filter.ts'
import type { Answer, AnswerWords } from './answer-words.ts'
import { type EventTimes, timeShare } from './event-time.ts'
import type { Tuning } from './fields.ts'

/**
 * Orders the best answers anew by what the answers most like them are worth: what tells the same answers the same
 * query, and what stands alone among the answers met the query's words by chance. What tells alike of another time counts
 * less: one jobs report is like another. The mean, and not the sum, of its
 * likes: else an answer in the middle of a crowd would win whatever the query is.
 *
 * @param places in order; only those that were read are weighed anew, and all stay above what came after them
 * @see Diaz, "Regularizing ad hoc retrieval scores", 2005
 */
export function bySupport(
  places: readonly Place[],
  words: AnswerWords,
  times: EventTimes,
  { support }: Tuning,
): Place[] {
  const { weight, alike } = support
  const weighed = places.slice(0, support.answers)
  const own = weighed.map((place) => place.value)
  const lowest = own.at(-1)
  if (weight === 0 || lowest === undefined || weighed.length <= 2) return [...places]

  const likes = mostAlike(
    weighed.map(({ id }) => ({ id, answer: words.answers.get(id) })),
    words,
    times,
    alike,
  )
  let worths = own
  for (let step = 0; step < STEPS; step += 1) {
    const before = worths
    worths = own.map((value, i) => {
      const others = likes[i] ?? []
      const mass = others.reduce((sum, other) => sum + other.likeness, 0)
      const theirs = others.reduce((sum, other) => sum + other.likeness * (before[other.at] ?? 0), 0)
      return (1 - weight) * value + weight * (mass > 0 ? theirs / mass : lowest)
    })
  }
  return [
    ...weighed
      .map(({ id }, i) => ({ id, value: worths[i] ?? 0 }))
      .sort((a, b) => b.value - a.value || b.id - a.id),
    ...places.slice(weighed.length),
  ]
}

/** An answer's likes have likes of their own. */
const STEPS = 2

interface Like {
  readonly at: number
  /** Cosine, less where they are of different times; > 0. */
  readonly likeness: number
}

/** For each answer those most like it, at most `most`. */
function mostAlike(
  weighed: readonly { readonly id: number; readonly answer: Answer | undefined }[],
  words: AnswerWords,
  times: EventTimes,
  most: number,
): Like[][] {
  const answers = weighed.map(({ answer }) => answer)
  const n = answers.length
  const holders = holdersOf(answers, words)
  const products = new Float64Array(n * n)
  for (const held of holders) {
    for (const { at, weight } of held) {
      for (const other of held)
        products[at * n + other.at] = (products[at * n + other.at] ?? 0) + weight * other.weight
    }
  }
  const lengths = lengthsOf(answers, products, holders)
  return weighed.map((one, at) =>
    weighed
      .map(({ id }, other) => {
        const cosine = (products[at * n + other] ?? 0) / ((lengths[at] ?? 1) * (lengths[other] ?? 1))
        return { at: other, likeness: cosine === 0 ? 0 : cosine * timeShare(times, one.id, id) }
      })
      .filter((like) => like.at !== at && like.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
      .slice(0, most),
  )
}

/** By shared word: the answers that have it, and its weight in each. */
function holdersOf(
  answers: readonly (Answer | undefined)[],
  { shared }: AnswerWords,
): readonly (readonly { readonly at: number; readonly weight: number }[])[] {
  const holders = shared.map((): { readonly at: number; readonly weight: number }[] => [])
  answers.forEach((answer, at) => {
    answer?.words.forEach((word, i) => {
      holders[word]?.push({ at, weight: (answer.shares[i] ?? 0) * (shared[word]?.rarity ?? 0) })
    })
  })
  return holders
}

/** A word that no other answer has was not looked up: it counts as much as the others do in the mean. */
function lengthsOf(
  answers: readonly (Answer | undefined)[],
  products: Float64Array,
  holders: readonly (readonly { readonly weight: number }[])[],
): number[] {
  const n = answers.length
  const weights = holders.flat()
  const square = weights.reduce((sum, { weight }) => sum + weight ** 2, 0) / Math.max(1, weights.length)
  return answers.map((answer, at) =>
    Math.max(1e-9, Math.sqrt((products[at * n + at] ?? 0) + (answer?.alone ?? 0) * square)),
  )
}
