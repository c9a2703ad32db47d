import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import { OUTLETS } from '../outlets/outlets.ts'
import { randomFor, type Random } from '../random.ts'
import type { Language } from '../texts/language.ts'
import { FEATURES, EVENT_PATTERNS } from '../texts/texts.ts'
import { rewordArticle, wordArticle, type Assignment, type Patterns } from '../texts/wording.ts'
import { articlePath, urlVariant } from './article-urls.ts'
import { canonicalUrl, type Article, type DayOutput, type Link } from './article.ts'
import { coverage, chooseEvent, eventsOfDay, type InTurn, type NewsEvent, turnsOf } from './events.ts'
import { chooseFacts, FEATURE_FACTS, type Category, type Facts } from './facts.ts'
import { CATEGORIES } from './kinds.ts'
import type { NamedEntities } from './named-entities.ts'
import {
  afterSleep,
  dayFactor,
  isWeekend,
  localTime,
  officeTime,
  type DayNumber,
} from './publishing-hours.ts'

/** Generates all that outlets publish because of one day. A pure function of seed and day. */
export function generateDay(seed: string, entities: NamedEntities, day: DayNumber): DayOutput {
  const inTurn = turnsOf(day)
  const articles = [
    ...eventsOfDay(seed, entities, day, inTurn).flatMap((event) => reportEvent(seed, event)),
    ...OUTLETS.flatMap((outlet) => [
      ...ownReports(seed, entities, outlet, day, inTurn),
      ...columnOf(seed, entities, outlet, day),
    ]),
  ]
  return { articles, links: articles.flatMap((article) => linksTo(seed, article)) }
}

/** An article that is to be written. */
interface Commission {
  readonly seed: string
  readonly outlet: Outlet
  /** Unique among the outlet's articles for one day. */
  readonly key: string
  readonly eventId: string | undefined
  readonly category: Category
  readonly importance: number
  readonly facts: Facts
  readonly patterns: Patterns
  readonly publishedAt: EpochMs
  readonly fixedTitle: boolean
  readonly turn: number
  readonly copyOf: Article | undefined
}

function reportEvent(seed: string, event: NewsEvent): Article[] {
  const reports: Article[] = []
  const turns = new Map<Language, number>()
  let agencyReport: Article | undefined
  for (const outlet of REPORTERS) {
    const random = randomFor(seed, 'tell', event.id, outlet.id)
    if (!random.chance(coverage(event, outlet))) continue
    const copyOf = outlet.role === 'local' && random.chance(0.7) ? agencyReport : undefined
    const publishedAt = afterSleep(
      (copyOf?.publishedAt ?? event.startAt) + reaction(event, outlet, random),
      outlet,
      random,
    )
    const turn = turns.get(outlet.language) ?? randomFor(seed, 'turn', event.id).int(0, TURNS)
    turns.set(outlet.language, turn + 1)
    const article = write({
      seed,
      outlet,
      turn,
      key: event.id,
      eventId: event.id,
      category: event.category,
      importance: event.importance,
      facts: event.facts,
      patterns: EVENT_PATTERNS[outlet.language][event.kindId],
      publishedAt,
      fixedTitle: false,
      copyOf,
    })
    if (outlet.role === 'wire') agencyReport = article
    reports.push(article)
  }
  return reports
}

/** Highest turn. 60 is a multiple of the usual numbers of patterns, so that each is equally likely to come first. */
const TURNS = 60 - 1

/** News agencies come first, since other outlets copy their texts. */
const REPORTERS = [...OUTLETS].sort((a, b) => Number(b.role === 'wire') - Number(a.role === 'wire'))

const REACTION_MEDIAN_MS = 75 * MINUTE_MS
const WIRE_REACTION_MS = 9 * MINUTE_MS
const REACTION_MAX_MS = 40 * HOUR_MS

/** Time from an event to an outlet's report, ms. Important events are reported sooner. */
function reaction(event: NewsEvent, outlet: Outlet, random: Random): number {
  const median = outlet.role === 'wire' ? WIRE_REACTION_MS : REACTION_MEDIAN_MS * (1.4 - event.importance)
  return Math.min(REACTION_MAX_MS, Math.round(random.around(median, 0.9)))
}

/** Share of an outlet's own reports that report small events; the others are features. */
const OWN_NEWS = 0.55

function ownReports(
  seed: string,
  entities: NamedEntities,
  outlet: Outlet,
  day: DayNumber,
  inTurn: InTurn,
): Article[] {
  const random = randomFor(seed, 'own', outlet.id, day)
  const count = random.poisson(outlet.ownPerDay * dayFactor(day, outlet))
  return Array.from({ length: count }, (_, index) => {
    const category = outlet.category === 'general' ? random.pick(CATEGORIES) : outlet.category
    const publishedAt = officeTime(day, outlet, random)
    const own = {
      seed,
      outlet,
      category,
      publishedAt,
      key: `${day}-own-${index}`,
      fixedTitle: false,
      turn: random.int(0, TURNS),
      copyOf: undefined,
    }
    if (outlet.role !== 'podcast' && random.chance(OWN_NEWS)) {
      const { kindId, facts } = chooseEvent(entities, category, random, inTurn)
      const patterns = EVENT_PATTERNS[outlet.language][kindId]
      return write({ ...own, eventId: `${day}-${outlet.id}-${index}`, importance: 0.05, facts, patterns })
    }
    const facts = chooseFacts({ category, frequency: 1, slots: FEATURE_FACTS }, entities, random)
    const patterns = { ...FEATURES[outlet.language].byCategory[category], quotes: [] }
    return write({ ...own, eventId: undefined, importance: random.next() * 0.4, facts, patterns })
  })
}

/** The report of a ticker at a moment at which no other outlet publishes. No other outlet reports its event. */
export function tickerReport(
  seed: string,
  entities: NamedEntities,
  outlet: Outlet,
  publishedAt: EpochMs,
): Article {
  const key = `at-${publishedAt / MINUTE_MS}`
  const random = randomFor(seed, 'ticker', outlet.id, key)
  const category = random.pick(CATEGORIES)
  return write({
    seed,
    outlet,
    key,
    eventId: undefined,
    category,
    importance: 0.05,
    facts: chooseFacts({ category, frequency: 1, slots: FEATURE_FACTS }, entities, random),
    patterns: { ...FEATURES[outlet.language].byCategory[category], quotes: [] },
    publishedAt,
    fixedTitle: false,
    turn: random.int(0, TURNS),
    copyOf: undefined,
  })
}

const MARKETS_COLUMN = 2

function columnOf(seed: string, entities: NamedEntities, outlet: Outlet, day: DayNumber): Article[] {
  const column = FEATURES[outlet.language].columns[outlet.column]
  if (!column || (outlet.column === MARKETS_COLUMN && isWeekend(day))) return []
  const random = randomFor(seed, 'column', outlet.id, day)
  return [
    write({
      seed,
      outlet,
      key: `${day}-column`,
      eventId: undefined,
      category: outlet.category === 'general' ? 'world' : outlet.category,
      importance: 0,
      facts: chooseFacts({ category: 'world', frequency: 1, slots: FEATURE_FACTS }, entities, random),
      patterns: { titles: [column.title], leads: column.leads, facts: column.facts, quotes: [] },
      publishedAt: localTime(day, outlet, 6, random.int(0, 20), random.int(0, 59)),
      fixedTitle: true,
      turn: random.int(0, TURNS),
      copyOf: undefined,
    }),
  ]
}

/** Share of articles whose text is changed once. */
const EDITED = 0.06

function write(commission: Commission): Article {
  const { seed, outlet, key, category, publishedAt, copyOf } = commission
  const random = randomFor(seed, 'write', outlet.id, key)
  const assignment: Assignment = {
    ...commission,
    tags: tagsOf(commission),
    retitles: commission.eventId !== undefined,
  }
  const words = once(() =>
    copyOf ? reprint(copyOf, outlet) : wordArticle(assignment, seed, 'words', outlet.id, key),
  )
  const changed = once(() => rewordArticle(words(), assignment, seed, 'change', outlet.id, key))
  const editedAt = random.chance(EDITED)
    ? publishedAt + Math.min(DAY_MS, Math.round(random.around(50 * MINUTE_MS, 1)))
    : undefined
  return {
    key: `${outlet.id}/${key}`,
    outlet,
    eventId: commission.eventId,
    category,
    importance: commission.importance,
    path: articlePath(outlet, key, publishedAt, () => words().title),
    publishedAt,
    editedAt,
    copyOf: copyOf?.key,
    text: (edited) => (edited ? changed() : words()),
  }
}

/** A copy of the news agency's article in a local paper. */
function reprint(original: Article, { language }: Outlet): ReturnType<Article['text']> {
  const text = original.text(false)
  const [first = '', ...rest] = text.paragraphs
  return { ...text, paragraphs: [`${FEATURES[language].agencyCredit} ${first}`, ...rest] }
}

const TAGS_MAX = 4

/** Tags of an article: its category and names from its facts. */
function tagsOf({ category, facts, outlet: { language } }: Commission): string[] {
  const names = [...facts]
    .filter(([slot]) => /^(?!place).*\.(?:short|country|last)$/.test(slot))
    .map(([, translations]) => translations[language])
  return [...new Set([category, ...names])].slice(0, TAGS_MAX)
}

/** The links of aggregators to an article, with their times and their variants of its address. */
function linksTo(seed: string, article: Article): Link[] {
  if (article.outlet.role !== 'paper') return []
  return AGGREGATORS.flatMap((outlet) => {
    if (outlet.language !== article.outlet.language) return []
    if (outlet.category !== 'general' && outlet.category !== article.category) return []
    const random = randomFor(seed, 'link', outlet.id, article.key)
    if (!random.chance(outlet.alertness * (0.25 + 0.75 * article.importance))) return []
    const delay = Math.min(DAY_MS, Math.round(random.around(100 * MINUTE_MS, 1)))
    const url = urlVariant(canonicalUrl(article), outlet, random)
    return [
      { key: `${outlet.id}/${article.key}`, outlet, article, url, publishedAt: article.publishedAt + delay },
    ]
  })
}

const AGGREGATORS = OUTLETS.filter((outlet) => outlet.role === 'links')

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
