import type { Item } from '../model/item.ts'
import { HOUR_MS, type EpochMs } from '../model/time.ts'
import { lengthOf, storyWords, type StoryWord } from './story-words.ts'

/** Maximum number of words that a link shows. */
const MAX_WORDS = 8

/** The fields of an item that links are made from. */
export type LinkedItem = Pick<Item, 'id' | 'title' | 'summary' | 'language' | 'publishedAt'>

/** Why an item belongs to its story: what it shares with the most similar earlier item. */
export interface StoryLink {
  readonly itemId: number
  /** Cosine of the two items' words, 0..1; 0 if they share none. */
  readonly similarity: number
  /** The shared words as this item writes them, the heaviest first. */
  readonly words: readonly string[]
  /** Hours from the earlier item to this one, >= 0, one decimal. */
  readonly hoursApart: number
}

/**
 * Gives for each item of a story the most similar earlier item and the words that both share. Of equally similar
 * items the later one counts. If no earlier item shares a word, the link goes to the previous item.
 *
 * @param items of one story, oldest first
 * @returns the links in the order of `items`; `undefined` for the first item
 */
export function linkItems(items: readonly LinkedItem[]): (StoryLink | undefined)[] {
  const described = items.map(describe)
  const carriers = new Map<string, number[]>()
  return described.map((item, at) => {
    const dots = new Map<number, number>()
    for (const [form, { weight }] of item.words) {
      for (const other of carriers.get(form) ?? []) {
        const shared = weight * (described[other]?.words.get(form)?.weight ?? 0)
        dots.set(other, (dots.get(other) ?? 0) + shared)
      }
    }
    for (const form of item.words.keys()) carriers.set(form, [...(carriers.get(form) ?? []), at])
    const nearest = nearestOf(dots, item, described) ?? described[at - 1]
    return nearest && linkTo(nearest, item)
  })
}

interface Described {
  readonly id: number
  readonly at: EpochMs
  readonly words: ReadonlyMap<string, StoryWord>
  /** Length of the vector of weights. */
  readonly norm: number
}

function describe(item: LinkedItem): Described {
  const words = storyWords(item)
  return { id: item.id, at: item.publishedAt, words, norm: lengthOf(words) }
}

function nearestOf(
  dots: ReadonlyMap<number, number>,
  item: Described,
  described: readonly Described[],
): Described | undefined {
  let best: Described | undefined
  let most = 0
  for (const [at, dot] of dots) {
    const other = described[at]
    if (other === undefined) continue
    const similarity = dot / (other.norm * item.norm)
    if (similarity < most || (similarity === most && best !== undefined && other.at < best.at)) continue
    best = other
    most = similarity
  }
  return best
}

function linkTo(other: Described, item: Described): StoryLink {
  const shared = [...item.words].flatMap(([form, word]) => {
    const weight = word.weight * (other.words.get(form)?.weight ?? 0)
    return weight > 0 ? [{ text: word.text, weight }] : []
  })
  const dot = shared.reduce((sum, { weight }) => sum + weight, 0)
  const byWeight = shared.toSorted((a, b) => b.weight - a.weight || b.text.length - a.text.length)
  return {
    itemId: other.id,
    similarity: dot === 0 ? 0 : Math.round((100 * dot) / (other.norm * item.norm)) / 100,
    words: byWeight.slice(0, MAX_WORDS).map(({ text }) => text),
    hoursApart: Math.round((10 * Math.max(0, item.at - other.at)) / HOUR_MS) / 10,
  }
}
