import type { EpochMs } from '../../src/model/time.ts'
import { inventPerson } from '../names/people.ts'
import type { Outlet } from '../outlets/outlet.ts'
import { randomFor, type Random } from '../random.ts'
import type { ArticleText } from '../world/article.ts'
import type { Facts } from '../world/facts.ts'
import { localWeekday } from '../world/publishing-hours.ts'
import { translations, type Translations } from './language.ts'
import { phrase, type Slots, capitalise } from './phrase.ts'
import { FEATURES } from './texts.ts'

/** Patterns for one report; `quotes` may be empty. */
export interface Patterns {
  readonly titles: readonly string[]
  readonly leads: readonly string[]
  readonly facts: readonly string[]
  readonly quotes: readonly string[]
}

/** What is reported, by whom and when. */
export interface Assignment {
  readonly patterns: Patterns
  readonly facts: Facts
  readonly outlet: Outlet
  readonly publishedAt: EpochMs
  readonly tags: readonly string[]
  /** Whether the title is always the same: house style and corrections do not change it. */
  readonly fixedTitle: boolean
  /** Selects the patterns. Outlets that report one event in the same language have different turns. */
  readonly turn: number
  /** Whether a changed article may get a title from another pattern, since all of them report the same. */
  readonly retitles: boolean
}

/** Sentences of a text apart from lead and quote. */
const FACTS_MIN = 2
const FACTS_MAX = 5

/** Words an article in the style of its outlet. `keys` seed the random choices. */
export function wordArticle(
  { patterns, facts, outlet, publishedAt, tags, fixedTitle, turn }: Assignment,
  ...keys: readonly string[]
): ArticleText {
  const random = randomFor(...keys)
  const { language, style } = outlet
  const slots = slotsOf(facts, outlet, publishedAt)
  const say = (pattern: string): string => phrase(pattern, slots, random, language)

  const title = say(takeTurn(patterns.titles, turn))
  const lead = say(takeTurn(patterns.leads, turn))
  const chosen = random.shuffle(patterns.facts).slice(0, random.int(FACTS_MIN, FACTS_MAX)).map(say)
  const quotes = patterns.quotes.length > 0 && random.chance(0.75) ? [say(random.pick(patterns.quotes))] : []
  const closers = random.chance(0.4) ? [say(random.pick(FEATURES[language].closers))] : []
  const [first = '', second = ''] = chosen

  return {
    title: fixedTitle ? title : houseTitle(title, outlet),
    summary: join(outlet, summarySentences(style.summary, random, lead, first, second)),
    paragraphs: paragraphs(outlet, [lead, ...chosen], [...quotes, ...closers]),
    author: byline(outlet, keys[0] ?? '', random),
    tags,
  }
}

/** The text of a changed article: another headline or a label before it, and a note at the end. */
export function rewordArticle(
  text: ArticleText,
  assignment: Assignment,
  ...keys: readonly string[]
): ArticleText {
  const { outlet, fixedTitle, retitles } = assignment
  const random = randomFor(...keys)
  const { updateMarks, updateNotes } = FEATURES[outlet.language]
  const retitled =
    retitles && random.chance(0.5)
      ? wordArticle({ ...assignment, turn: assignment.turn + 1 }, ...keys, 'again').title
      : random.pick(updateMarks) + text.title
  return {
    ...text,
    title: fixedTitle || random.chance(0.3) ? text.title : retitled,
    paragraphs: [...text.paragraphs, random.pick(updateNotes)],
  }
}

/** Values of all slots: those of the event, and the weekday of publication. */
function slotsOf(facts: Facts, outlet: Outlet, publishedAt: EpochMs): Slots {
  const { language } = outlet
  return (name) =>
    name === 'weekday' ? WEEKDAYS[localWeekday(publishedAt, outlet)]?.[language] : facts.get(name)?.[language]
}

function takeTurn(patterns: readonly string[], turn: number): string {
  return patterns[turn % patterns.length] ?? ''
}

function summarySentences(
  summary: 'none' | 'lead' | 'long',
  random: Random,
  lead: string,
  ...more: readonly string[]
): readonly string[] {
  if (summary === 'none') return []
  return [lead, ...more].slice(0, summary === 'long' ? 3 : random.int(1, 2))
}

function paragraphs(outlet: Outlet, sentences: readonly string[], last: readonly string[]): string[] {
  const result: string[] = []
  for (let index = 0; index < sentences.length; index += 2)
    result.push(join(outlet, sentences.slice(index, index + 2)))
  return last.length > 0 ? [...result, join(outlet, last)] : result
}

function join({ language }: Outlet, sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(language === 'zh' || language === 'ja' ? '' : ' ')
}

function houseTitle(title: string, { language, style }: Outlet): string {
  const cased = language === 'en' && style.titleCase === 'title' ? titleCase(title) : title
  return cased + style.titleSuffix
}

const ROSTER = 7

/** The author: one of the few people who write for an outlet. */
function byline({ id, name, language, style }: Outlet, seed: string, random: Random): string {
  if (style.author === 'none') return ''
  if (style.author === 'desk') return name
  return inventPerson(randomFor(seed, 'roster', id, random.int(1, ROSTER))).full[language]
}

const SMALL = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'but',
  'by',
  'for',
  'from',
  'in',
  'into',
  'near',
  'of',
  'on',
  'or',
  'over',
  'the',
  'to',
  'with',
])

/** An English Headline in Title Case, as American Papers Set It. */
function titleCase(title: string): string {
  return title
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : capitalise(word)))
    .join(' ')
}

/** Weekdays in the form that a sentence needs, Sunday first. */
const WEEKDAYS: readonly Translations[] = [
  translations('Sunday', 'Sonntag', 'domingo', '周日', '日曜日'),
  translations('Monday', 'Montag', 'lunes', '周一', '月曜日'),
  translations('Tuesday', 'Dienstag', 'martes', '周二', '火曜日'),
  translations('Wednesday', 'Mittwoch', 'miércoles', '周三', '水曜日'),
  translations('Thursday', 'Donnerstag', 'jueves', '周四', '木曜日'),
  translations('Friday', 'Freitag', 'viernes', '周五', '金曜日'),
  translations('Saturday', 'Samstag', 'sábado', '周六', '土曜日'),
]
