import { countWhile } from '../../src/model/count-while.ts'
import type { SearchDocument } from '../../src/store/search-source.ts'
import { randomOf } from '../../test/random.ts'

/**
 * An invented collection whose words follow Zipf's law, so that the frequency of each word is known. It has 60,000
 * words, 8 in a title and 27 in a summary; every twentieth item has a Chinese summary. The same size gives the same
 * items.
 */
export const NOW = Date.UTC(2026, 5, 1)
const VOCABULARY = 60_000
const TITLE_WORDS = 8
const SUMMARY_WORDS = 27
const CHINESE_EVERY = 20
const AGE_MS = 30 * 86_400_000

export interface Invented {
  readonly words: readonly string[]
  /** Documents `from` to `until` (exclusive), numbered from 0; ids from 1. */
  documents(from: number, until: number): SearchDocument[]
}

export function invent(items: number): Invented {
  const words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank))
  const cumulated = cumulate(VOCABULARY)
  const randomWord = (random: () => number): string => words[rankAt(cumulated, random())] ?? ''
  return {
    words,
    documents: (from, until) =>
      Array.from({ length: until - from }, (_, i): SearchDocument => {
        const number = from + i
        const random = randomOf(scattered(number))
        const chinese = number % CHINESE_EVERY === 0
        const title = Array.from({ length: TITLE_WORDS }, () => randomWord(random)).join(' ')
        const summary = chinese
          ? hanText(random)
          : Array.from({ length: SUMMARY_WORDS }, () => randomWord(random)).join(' ')
        return {
          id: number + 1,
          title,
          summary,
          labels: [],
          author: null,
          content: '',
          url: `https://site${number % 1_000}.example/${number}`,
          language: chinese ? 'zh' : 'en',
          publishedAt: NOW - Math.floor((1 - number / items) * AGE_MS),
          coverage: 1 + (number % 4),
        }
      }),
  }
}

export interface QueryClass {
  readonly name: string
  readonly queries: readonly string[]
  /** Only items of this category, one of ten. */
  readonly category?: string
}

const QUERIES = 200

/** Queries grouped by what makes them expensive. The percentage is the share of items that have the word. */
export function queryClasses({ words }: Invented): QueryClass[] {
  const random = randomOf(scattered(4_711))
  const around = (from: number, to: number): string => words[from + Math.floor(random() * (to - from))] ?? ''
  const many = (make: () => string): string[] => Array.from({ length: QUERIES }, make)
  const rare = (): string => around(20_000, 30_000)
  const medium = (): string => around(700, 1_100)
  const common = (): string => around(75, 120)
  const very = (): string => around(6, 24)
  return [
    { name: 'rare word (0.01 %)', queries: many(rare) },
    { name: 'medium word (0.3 %)', queries: many(medium) },
    { name: 'common word (3 %)', queries: many(common) },
    { name: 'very common word (20 %)', queries: many(very) },
    { name: 'two words, medium and common', queries: many(() => `${medium()} ${common()}`) },
    { name: 'two very common words', queries: many(() => `${very()} ${very()}`) },
    { name: 'phrase of common words', queries: many(() => `"${common()} ${very()}"`) },
    { name: 'prefix of three letters', queries: many(() => `${around(100, 5_000).slice(0, 3)}*`) },
    { name: 'common word in a category', queries: many(common), category: 'c3' },
    { name: 'Chinese, two characters', queries: many(() => han(random) + han(random)) },
  ]
}

/** Consonants and vowels in turn. Each rank has its own word, and words hardly ever share a stem. */
function wordOf(rank: number): string {
  const consonants = 'bdfgklmnprtvz'
  const vowels = 'aeiou'
  let rest = rank * 7_919 + 104_729
  let word = ''
  for (let i = 0; i < 3 || rest > 0; i += 1) {
    word += consonants.charAt(rest % 13) + vowels.charAt(Math.floor(rest / 13) % 5)
    rest = Math.floor(rest / 65)
  }
  return `${word}k`
}

const HAN_CHARACTERS = 1_500

function han(random: () => number): string {
  return String.fromCodePoint(0x4e00 + Math.floor(HAN_CHARACTERS * random() ** 2))
}

function hanText(random: () => number): string {
  return Array.from({ length: 40 }, () => han(random)).join('')
}

function cumulate(size: number): Float64Array {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return sums.map((value) => value / sum)
}

function rankAt(cumulated: Float64Array, share: number): number {
  return countWhile(cumulated.length - 1, (rank) => (cumulated[rank] ?? 1) < share)
}

/** Spreads seeds, since neighbouring ones would begin with similar numbers. */
function scattered(seed: number): number {
  return Math.imul(seed + 1, 0x9e37_79b1)
}
