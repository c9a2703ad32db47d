import { join } from 'node:path'
import { toIso, DAY_MS, type EpochMs } from '../../src/model/time.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import type { MadeCollection } from './collection.ts'
import { DAYS } from './publishing-times.ts'
import { CATEGORIES, LANGUAGES, SOURCES } from './sources.ts'
import { type Language, languageOf } from './words.ts'

/** Random values for requests: words, sources, categories, days and stories of a collection. */
export interface Known {
  readonly items: number
  readonly random: () => number
  readonly words: Language
  readonly hanWords: Language
  /** A story of several publishers. */
  story(): number
  source(): string
  category(): string
  language(): string
  /** A UTC day of the collection, `YYYY-MM-DD`. */
  day(): string
  /** `from=…&to=…`: days or months, anywhere in the collection. */
  range(): string
}

/** Reads the values that requests use, and gives a function that draws from them. */
export function knownOf({ items, endAt, data }: MadeCollection): (random: () => number) => Known {
  const stories = storiesOf(join(data, 'digest.db'))
  const [words, hanWords] = [languageOf('en'), languageOf('zh')]
  return (random) => ({ ...drawing({ stories, endAt }, random), items, random, words, hanWords })
}

function drawing(
  { stories, endAt }: { readonly stories: readonly number[]; readonly endAt: EpochMs },
  random: () => number,
): Omit<Known, 'items' | 'random' | 'words' | 'hanWords'> {
  const oneOf = <T>(list: ArrayLike<T>): T => list[Math.floor(random() * list.length)] as T
  return {
    story: () => oneOf(stories),
    source: () => `outlet-${Math.floor(random() * SOURCES)}`,
    category: () => oneOf(CATEGORIES),
    language: () => oneOf(LANGUAGES),
    day: () => dayOf(endAt - random() * DAYS * DAY_MS),
    range: () => {
      const days = Math.exp(random() * Math.log(DAYS / 2))
      const from = endAt - (days + random() * (DAYS - days)) * DAY_MS
      return `from=${dayOf(from)}&to=${dayOf(from + days * DAY_MS)}`
    },
  }
}

function dayOf(at: EpochMs): string {
  return toIso(at).slice(0, 10)
}

function storiesOf(file: string): number[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare('SELECT id FROM stories WHERE source_count > 1').pluck().all() as number[]
  } finally {
    db.close()
  }
}
