import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS } from '../../src/model/time.ts'
import { titleKeyOf } from './title-key.ts'

/** A simple method to compare with. It gives the story of each item, in the order of `items`. */
export interface Baseline {
  readonly name: string
  /** The evaluation reports the threshold that is best on the set itself, which favours the baseline. */
  readonly thresholds: readonly number[]
  place(items: readonly StoryItem[], threshold: number): number[]
}

/** Items with the same title are one story; case and punctuation do not matter. */
const exactTitle: Baseline = {
  name: 'same title',
  thresholds: [0],
  place(items) {
    const stories = new Map<string, number>()
    return items.map(({ title }, at) => {
      const key = titleKeyOf(title)
      if (key === '') return at
      const known = stories.get(key)
      if (known === undefined) stories.set(key, at)
      return known ?? at
    })
  },
}

const WINDOW_MS = 4 * DAY_MS

/** Single pass: an item joins the story whose mean vector is the closest, if it is close enough. */
const tfIdf: Baseline = {
  name: 'naive tf-idf',
  thresholds: [0.15, 0.2, 0.25, 0.3, 0.4, 0.5],
  place(items, threshold) {
    const vectors = vectorsOf(items)
    const sums: Map<string, number>[] = []
    const sizes: number[] = []
    const lengths: number[] = []
    const latest: number[] = []
    const byWord = new Map<string, number[]>()
    const storyOf = new Map<StoryItem, number>()
    for (const item of byTime(items)) {
      const vector = vectors.get(item) ?? new Map<string, number>()
      const dots = new Map<number, number>()
      for (const [word, weight] of vector) {
        for (const story of byWord.get(word) ?? []) {
          if (item.publishedAt - (latest[story] ?? 0) > WINDOW_MS) continue
          dots.set(story, (dots.get(story) ?? 0) + weight * (sums[story]?.get(word) ?? 0))
        }
      }
      let best = { story: -1, cosine: threshold }
      for (const [story, dot] of dots) {
        const cosine = dot / Math.sqrt(lengths[story] ?? 1)
        if (cosine >= best.cosine) best = { story, cosine }
      }
      const story = best.story >= 0 ? best.story : sums.push(new Map()) - 1
      const sum = sums[story] ?? new Map<string, number>()
      for (const [word, weight] of vector) {
        if (!sum.has(word)) byWord.set(word, [...(byWord.get(word) ?? []).slice(-200), story])
        sum.set(word, (sum.get(word) ?? 0) + weight)
      }
      let length = 0
      for (const weight of sum.values()) length += weight * weight
      lengths[story] = length
      sizes[story] = (sizes[story] ?? 0) + 1
      latest[story] = item.publishedAt
      storyOf.set(item, story)
    }
    return items.map((item) => storyOf.get(item) ?? -1)
  },
}

const HASHES = 48
const BAND = 2

/** MinHash of the words: items that share enough of their words are joined, transitively. */
const minHash: Baseline = {
  name: 'min-hash',
  thresholds: [0.15, 0.2, 0.3, 0.4, 0.5],
  place(items, threshold) {
    const parents = items.map((_, at) => at)
    const rootOf = (at: number): number => {
      let root = at
      while (parents[root] !== root) root = parents[root] ?? root
      parents[at] = root
      return root
    }
    const signatures = items.map((item) => signatureOf(wordsOf(item)))
    const buckets = new Map<string, number[]>()
    signatures.forEach((signature, at) => {
      for (let from = 0; from < HASHES; from += BAND) {
        const key = `${from} ${signature.slice(from, from + BAND).join(' ')}`
        const bucket = buckets.get(key)
        if (bucket === undefined) buckets.set(key, [at])
        else {
          for (const other of bucket.slice(-50)) {
            const apart = Math.abs((items[at]?.publishedAt ?? 0) - (items[other]?.publishedAt ?? 0))
            if (apart > WINDOW_MS || rootOf(at) === rootOf(other)) continue
            if (likeness(signature, signatures[other] ?? []) >= threshold) parents[rootOf(at)] = rootOf(other)
          }
          bucket.push(at)
        }
      }
    })
    return items.map((_, at) => rootOf(at))
  },
}

export const BASELINES: readonly Baseline[] = [tfIdf, minHash, exactTitle]

function byTime(items: readonly StoryItem[]): StoryItem[] {
  return items.toSorted((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
}

function wordsOf({ title, summary }: StoryItem): string[] {
  return `${title} ${summary}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function vectorsOf(items: readonly StoryItem[]): Map<StoryItem, Map<string, number>> {
  const frequency = new Map<string, number>()
  for (const item of items) {
    for (const word of new Set(wordsOf(item))) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  }
  return new Map(
    items.map((item) => {
      const vector = new Map<string, number>()
      for (const word of wordsOf(item)) {
        const idf = Math.log(items.length / (frequency.get(word) ?? 1))
        vector.set(word, (vector.get(word) ?? 0) + idf)
      }
      const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0))
      for (const [word, weight] of vector) vector.set(word, length > 0 ? weight / length : 0)
      return [item, vector]
    }),
  )
}

function signatureOf(words: readonly string[]): number[] {
  const signature = Array.from({ length: HASHES }, () => 0xffff_ffff)
  for (const word of new Set(words)) {
    let hash = 0x811c9dc5
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
    for (let k = 0; k < HASHES; k++) {
      let mixed = Math.imul(hash ^ Math.imul(k + 1, 0x9e3779b1), 0x85ebca6b)
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
      mixed = (mixed ^ (mixed >>> 16)) >>> 0
      if (mixed < (signature[k] ?? 0)) signature[k] = mixed
    }
  }
  return signature
}

function likeness(a: readonly number[], b: readonly number[]): number {
  let same = 0
  for (let k = 0; k < HASHES; k++) if (a[k] === b[k]) same++
  return same / HASHES
}
