import { randomOf } from '../../test/random.ts'
import type { Question } from './ask.ts'
import type { Known } from './known.ts'

/** Requests of one kind. They are measured by themselves, since slow ones would hide the others. */
export interface QuestionClass {
  readonly name: string
  /** The value of `--only` that selects it. */
  readonly part:
    | 'repeated'
    | 'lists'
    | 'filters'
    | 'content'
    | 'stories'
    | 'trending'
    | 'search'
    | 'feeds'
    | 'page'
  readonly connections: number
  /** Requests, at most. */
  readonly count: number
  /** Repeats one request; all other classes never repeat one. */
  readonly isRepeated?: true
  readonly path: (known: Known) => string
}

const MANY = { connections: 8, count: 4_000 } as const
const ONE_BY_ONE = { connections: 1, count: 600 } as const
const LIST = '/api/items?limit=50'
export const SAME_PAGE = LIST

export const LIST_CLASSES: readonly QuestionClass[] = [
  { name: 'same page', part: 'repeated', ...MANY, isRepeated: true, path: () => SAME_PAGE },
  { name: 'known page (304)', part: 'repeated', ...MANY, isRepeated: true, path: () => SAME_PAGE },
  {
    name: 'any offset',
    part: 'lists',
    ...MANY,
    path: (known) => `${LIST}&offset=${whole(known, known.items)}`,
  },
  {
    name: 'any offset of hot',
    part: 'lists',
    ...MANY,
    path: (known) => `${LIST}&sort=hot&offset=${whole(known, known.items)}`,
  },
  { name: 'any filters and order', part: 'filters', ...MANY, path: anyFilters },
  {
    name: 'category in a range of days',
    part: 'filters',
    ...MANY,
    path: (known) => `${LIST}&category=${known.category()}&${known.range()}&offset=${whole(known, 100)}`,
  },
  {
    name: 'category in a range of days, by score',
    part: 'filters',
    ...MANY,
    path: (known) =>
      `${LIST}&category=${known.category()}&${known.range()}&sort=score&offset=${whole(known, 100)}`,
  },
  {
    name: 'hot in a range of days',
    part: 'filters',
    ...MANY,
    path: (known) => `${LIST}&sort=hot&${known.range()}&offset=${whole(known, 100)}`,
  },
  {
    name: 'one source',
    part: 'filters',
    ...MANY,
    path: (known) => `${LIST}&source=${known.source()}&offset=${whole(known, 100)}`,
  },
  {
    name: 'a tag, with its own order',
    part: 'filters',
    ...MANY,
    path: (known) => `${LIST}&tag=topic%20${tag(known)}&sort=${order(known)}&offset=${whole(known, 20)}`,
  },
  {
    name: 'any offset, with content',
    part: 'content',
    ...MANY,
    path: (known) => `${LIST}&include=content&offset=${whole(known, known.items)}`,
  },
  {
    name: 'any filters and order, with content',
    part: 'content',
    ...MANY,
    path: (known) => `${anyFilters(known)}&include=content`,
  },
  {
    name: 'any offset, with 300 characters of content',
    part: 'content',
    ...MANY,
    path: (known) => `${LIST}&include=content&maxChars=300&offset=${whole(known, known.items)}`,
  },
  {
    name: 'one item a story, any offset',
    part: 'stories',
    ...ONE_BY_ONE,
    path: (known) => `${LIST}&distinct=story&offset=${whole(known, known.items / 4)}`,
  },
  {
    name: 'one item a story, hot in a range of days',
    part: 'stories',
    ...ONE_BY_ONE,
    path: (known) => `${LIST}&distinct=story&sort=hot&${known.range()}&offset=${whole(known, 100)}`,
  },
  {
    name: 'items of a story',
    part: 'stories',
    ...MANY,
    path: (known) => `${LIST}&storyId=${known.story()}&sort=${order(known)}`,
  },
  { name: 'a story', part: 'stories', ...MANY, path: (known) => `/api/story?id=${known.story()}` },
  {
    name: 'an article',
    part: 'stories',
    ...MANY,
    path: (known) => `/api/article?id=${1 + whole(known, known.items)}`,
  },
  {
    name: 'trending, a day',
    part: 'trending',
    ...ONE_BY_ONE,
    path: (known) => `/api/trending?minScore=${small(known)}`,
  },
  {
    name: 'trending, a week of a category',
    part: 'trending',
    ...ONE_BY_ONE,
    path: (known) => `/api/trending?hours=168&category=${known.category()}&minScore=${small(known)}`,
  },
  {
    name: 'trending, a past day',
    part: 'trending',
    ...ONE_BY_ONE,
    path: (known) => `/api/trending?to=${known.day()}&minScore=${small(known)}`,
  },
  {
    name: 'feed of a category',
    part: 'feeds',
    ...MANY,
    path: (known) => `/feed/rss?category=${known.category()}&minScore=${small(known)}`,
  },
  {
    name: 'feed of a category, as Atom',
    part: 'feeds',
    ...MANY,
    path: (known) => `/feed/atom?category=${known.category()}&minScore=${small(known)}`,
  },
  {
    name: 'feed of a category, as JSON',
    part: 'feeds',
    ...MANY,
    path: (known) => `/feed/json?category=${known.category()}&minScore=${small(known)}`,
  },
  {
    name: 'feed of a language, in a range of days',
    part: 'feeds',
    ...MANY,
    path: (known) => `/feed/rss?language=${known.language()}&${known.range()}&minScore=${small(known)}`,
  },
  {
    name: 'front page',
    part: 'page',
    ...ONE_BY_ONE,
    path: (known) => `/?window=${one(known, ['day', 'days', 'week'])}&source=-${known.source()}`,
  },
  {
    name: 'front page of a past day',
    part: 'page',
    ...ONE_BY_ONE,
    path: (known) => `/?date=${known.day()}&category=${known.category()}`,
  },
]

/**
 * Makes the requests of a class. The same seed gives the same requests; none repeats unless the class says so.
 *
 * @returns fewer than `count` if the class has fewer different requests
 */
export function questionsOf({ path, isRepeated }: QuestionClass, known: Known, count: number): Question[] {
  if (isRepeated) return Array.from({ length: count }, () => ({ path: path(known) }))
  const paths = new Set<string>()
  for (let tries = 0; paths.size < count && tries < 4 * count; tries += 1) paths.add(path(known))
  return [...paths].map((path) => ({ path }))
}

/** Random numbers seeded by the name of a class, so that leaving out one class changes no other. */
export function seedOf(name: string): () => number {
  let seed = 7
  for (const char of name) seed = Math.imul(seed, 31) + (char.codePointAt(0) ?? 0)
  return randomOf(seed)
}

/** One to three conditions as readers combine them, and an order. */
function anyFilters(known: Known): string {
  const { random } = known
  const conditions = new Set<string>()
  const wanted = 1 + whole(known, 3)
  while (conditions.size < wanted) {
    const kind = random()
    if (kind < 0.2) conditions.add(`category=${known.category()}`)
    else if (kind < 0.3) conditions.add(`source=${known.source()},${known.source()},${known.source()}`)
    else if (kind < 0.4) conditions.add(`source=-${known.source()}`)
    else if (kind < 0.55) conditions.add(`language=${known.language()}`)
    else if (kind < 0.65) conditions.add(`region=${one(known, ['us', 'gb', 'de', 'fr'])}`)
    else if (kind < 0.8) conditions.add(known.range())
    else if (kind < 0.9) conditions.add(`sinceDays=${1 + whole(known, 60)}`)
    else conditions.add(`minScore=${15 + whole(known, 60)}`)
  }
  const names = new Set([...conditions].map((condition) => condition.split('=')[0]))
  // A request must not repeat a parameter.
  if (names.size < conditions.size) return anyFilters(known)
  return `${LIST}&${[...conditions].join('&')}&sort=${order(known)}&offset=${whole(known, 60)}`
}

function order(known: Known): string {
  return one(known, ['newest', 'newest', 'score', 'hot'])
}

/** A minimum score that makes a request unique and excludes nothing, since no score is so low. */
function small(known: Known): string {
  return (known.random() * 5).toFixed(6)
}

function tag(known: Known): number {
  return Math.floor(3_000 ** known.random())
}

function whole({ random }: Known, below: number): number {
  return Math.floor(random() * below)
}

function one(known: Known, list: readonly string[]): string {
  return list[whole(known, list.length)] ?? ''
}
