import type { StoryItem } from '../../domain/story.ts'
import { HOUR_MS } from '../../domain/time.ts'
import { emptyWords, readWords } from './words.ts'

/** Why two items are, or are not, taken to tell one event. */
export interface PairExplanation {
  /** Words of both, those that say most first, as the first item writes them. */
  readonly words: readonly SharedWord[]
  /** Share of what the words of the shorter one weigh that both have, 0..1. */
  readonly closeness: number
  /** Between the two publications. */
  readonly hoursApart: number
}

export interface SharedWord {
  readonly word: string
  /** How much the word says: 1 where nothing is known of how rare it is. */
  readonly weight: number
  readonly inBothTitles: boolean
}

/**
 * Tells which words two items share, how close that brings them and how far apart in time they are.
 *
 * @param weightOf how much a word says, > 0, by its lower-case form: its rarity, where the caller knows it
 */
export function explainPair(
  one: StoryItem,
  other: StoryItem,
  weightOf: (word: string) => number = () => 1,
): PairExplanation {
  const left = wordsOf(one)
  const right = wordsOf(other)
  const words: SharedWord[] = []
  let shared = 0
  for (const [stem, { word, inTitle }] of left) {
    const match = right.get(stem)
    if (match === undefined) continue
    const weight = weightOf(word.toLowerCase())
    shared += weight
    words.push({ word, weight, inBothTitles: inTitle && match.inTitle })
  }
  words.sort((a, b) => b.weight - a.weight || Number(b.inBothTitles) - Number(a.inBothTitles))
  const least = Math.min(massOf(left, weightOf), massOf(right, weightOf))
  return {
    words,
    closeness: least > 0 ? Math.min(1, shared / least) : 0,
    hoursApart: Math.abs(one.publishedAt - other.publishedAt) / HOUR_MS,
  }
}

interface Occurrence {
  readonly word: string
  readonly inTitle: boolean
}

/** The first occurrence of each word, by what stands for it whatever its ending is. */
function wordsOf({ title, summary }: StoryItem): Map<number, Occurrence> {
  const found = new Map<number, Occurrence>()
  const words = emptyWords()
  for (const [text, inTitle] of [
    [title, true],
    [summary, false],
  ] as const) {
    readWords(text, words)
    for (let k = 0; k < words.count; k++) {
      const stem = words.hashes[k] ?? 0
      if (!found.has(stem)) found.set(stem, { word: text.slice(words.starts[k], words.ends[k]), inTitle })
    }
  }
  return found
}

function massOf(words: ReadonlyMap<number, Occurrence>, weightOf: (word: string) => number): number {
  let sum = 0
  for (const { word } of words.values()) sum += weightOf(word.toLowerCase())
  return sum
}
