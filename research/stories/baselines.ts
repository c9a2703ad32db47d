import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS } from '../../src/model/time.ts'

/** A simple method to compare with. It gives the story of each item, in the order of `items`. */
export interface Baseline {
  readonly name: string
  /** The evaluation reports the threshold that is best on the set itself, which favours the baseline. */
  readonly thresholds: readonly number[]
  place(items: readonly StoryItem[], threshold: number): number[]
}

const WINDOW_MS = 4 * DAY_MS

const nothing: Baseline = {
  name: 'nothing is joined',
  thresholds: [0],
  place: (items) => items.map((_, at) => at),
}

/** Items whose titles share most of their words are joined, transitively. */
const titleJaccard: Baseline = {
  name: 'words of titles (Jaccard)',
  thresholds: [0.25, 0.33, 0.4, 0.5, 0.6],
  place(items, threshold) {
    const titles = items.map(({ title }) => new Set(wordsOf(title)))
    return joined(items, (at, other) => {
      const [one, two] = [titles[at] ?? new Set(), titles[other] ?? new Set()]
      let shared = 0
      for (const word of one) if (two.has(word)) shared++
      const jaccard = shared / (one.size + two.size - shared)
      return jaccard >= threshold ? jaccard : undefined
    })
  },
}

/** The closest two groups are joined while the mean cosine of their items is high enough. */
const tfIdf: Baseline = {
  name: 'tf-idf, average link',
  thresholds: [0.1, 0.15, 0.2, 0.25, 0.3, 0.4],
  place(items, threshold) {
    const vectors = vectorsOf(items)
    const links = pairs(items, (at, other) => {
      const cosine = cosineOf(vectors[at] ?? new Map(), vectors[other] ?? new Map())
      return cosine >= 0.05 ? cosine : undefined
    })
    return averageLink(items.length, links, threshold)
  },
}

export const BASELINES: readonly Baseline[] = [nothing, titleJaccard, tfIdf]

/** Letters and digits; of scripts without spaces each pair of characters. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) =>
    /[\u3040-\u30ff\u3400-\u9fff]/.test(word)
      ? Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2))
      : [word],
  )
}

function vectorsOf(items: readonly StoryItem[]): Map<string, number>[] {
  const texts = items.map(({ title, summary }) => wordsOf(`${title} ${summary}`))
  const frequencies = new Map<string, number>()
  for (const words of texts) {
    for (const word of new Set(words)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  }
  return texts.map((words) => {
    const vector = new Map<string, number>()
    for (const word of words) {
      vector.set(word, (vector.get(word) ?? 0) + Math.log(items.length / (frequencies.get(word) ?? 1)))
    }
    const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0))
    for (const [word, weight] of vector) vector.set(word, length > 0 ? weight / length : 0)
    return vector
  })
}

function cosineOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0)
  return sum
}

interface Pair {
  readonly at: number
  readonly other: number
  readonly value: number
}

/** The pairs of items of one language within four days that have a value. */
function pairs(
  items: readonly StoryItem[],
  valueOf: (at: number, other: number) => number | undefined,
): Pair[] {
  const found: Pair[] = []
  for (const [at, one] of items.entries()) {
    for (let other = 0; other < at; other++) {
      const two = items[other]
      if (two === undefined || two.language !== one.language) continue
      if (Math.abs(one.publishedAt - two.publishedAt) > WINDOW_MS) continue
      const value = valueOf(at, other)
      if (value !== undefined) found.push({ at, other, value })
    }
  }
  return found
}

function joined(
  items: readonly StoryItem[],
  valueOf: (at: number, other: number) => number | undefined,
): number[] {
  const parents = items.map((_, at) => at)
  const rootOf = (at: number): number => {
    const parent = parents[at] ?? at
    return parent === at ? at : rootOf(parent)
  }
  for (const { at, other } of pairs(items, valueOf)) parents[rootOf(at)] = rootOf(other)
  return items.map((_, at) => rootOf(at))
}

function averageLink(count: number, links: readonly Pair[], threshold: number): number[] {
  const groups = Array.from({ length: count }, (_, at) => [at])
  const sums = groups.map(() => new Map<number, number>())
  for (const { at, other, value } of links) {
    sums[at]?.set(other, value)
    sums[other]?.set(at, value)
  }
  const meanOf = (a: number, b: number): number =>
    (sums[a]?.get(b) ?? 0) / ((groups[a]?.length ?? 1) * (groups[b]?.length ?? 1))
  const waiting = links.filter(({ value }) => value >= threshold).sort((a, b) => a.value - b.value)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, other, value } = next
    if (groups[at]?.length === 0 || groups[other]?.length === 0 || meanOf(at, other) !== value) continue
    groups[at]?.push(...(groups[other]?.splice(0) ?? []))
    for (const [third, sum] of sums[other] ?? []) {
      sums[third]?.delete(other)
      if (third === at) continue
      const both = (sums[at]?.get(third) ?? 0) + sum
      sums[at]?.set(third, both)
      sums[third]?.set(at, both)
      if (meanOf(at, third) >= threshold) insert(waiting, { at, other: third, value: meanOf(at, third) })
    }
    sums[other]?.clear()
    for (const [third] of sums[at] ?? []) {
      const mean = meanOf(at, third)
      if (mean >= threshold) insert(waiting, { at, other: third, value: mean })
    }
  }
  const placed: number[] = []
  for (const [group, members] of groups.entries()) for (const at of members) placed[at] = group
  return placed
}

/** Keeps the list ascending by value. */
function insert(list: Pair[], pair: Pair): void {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.value ?? 0) < pair.value) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, pair)
}
