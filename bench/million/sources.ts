import { randomOf } from '../../test/random.ts'

/** A source of the invented collection. */
export interface InventedSource {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly category: string
  readonly region: string | null
  readonly language: string
  readonly weight: number
  /** Relative number of items that it publishes. */
  readonly activity: number
  /** Whether it reports points and comments. */
  readonly hasEngagement: boolean
  /** Median length of its texts, characters: some feeds give a sentence, some the whole article. */
  readonly textLength: number
}

export const SOURCES = 800

export const CATEGORIES = [
  'world',
  'politics',
  'business',
  'technology',
  'science',
  'health',
  'sports',
  'culture',
  'environment',
  'local',
  'opinion',
  'travel',
  'games',
  'security',
] as const

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'zh'] as const

const REGIONS = ['us', 'gb', 'de', 'fr', 'es', 'it', 'cn', 'in', 'au', 'ca', 'at', 'ch']
const WEIGHTS = [0.5, 0.75, 1, 1, 1, 1, 1, 1.25, 1.5, 2]

/** Gives the same sources for every collection. More than half are English; the first ones publish most. */
export function inventSources(): InventedSource[] {
  const random = randomOf(4_217)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: SOURCES }, (_, at) => ({
    id: `outlet-${at}`,
    name: `Outlet ${at}`,
    host: `www.outlet${at}.example`,
    // Categories differ in size as those of real collections do.
    category: CATEGORIES[Math.floor(random() ** 1.7 * CATEGORIES.length)] ?? 'world',
    region: random() < 0.15 ? null : oneOf(REGIONS),
    language: random() < 0.55 ? 'en' : oneOf(LANGUAGES),
    weight: oneOf(WEIGHTS),
    activity: 1 / (at + 12) ** 0.8,
    hasEngagement: random() < 0.06,
    textLength: Math.exp(4.6 + random() * 2.4),
  }))
}

/** Settings, as YAML, of a service that has these sources. */
export function settingsOf(sources: readonly InventedSource[]): string {
  const lines = sources.map(({ id, name, host, category, region, language, weight }) => {
    const place = region === null ? '' : `, region: ${region}`
    return `  - { id: ${id}, name: ${name}, url: 'https://${host}/feed', category: ${category}${place}, language: ${language}, weight: ${weight} }`
  })
  return `sources:\n${lines.join('\n')}\n`
}
