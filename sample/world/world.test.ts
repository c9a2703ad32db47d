import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { OUTLETS } from '../outlets/outlets.ts'
import { LANGUAGES } from '../texts/language.ts'
import { canonicalUrl, changedAt, textAt } from './article.ts'
import { interestIn } from './engagement.ts'
import { eventsOfDay } from './events.ts'
import { expectedStoriesOf } from './expected-stories.ts'
import { namedEntitiesOf } from './named-entities.ts'
import { dayOf, localWeekday } from './publishing-hours.ts'
import { createWorld, HISTORY_DAYS } from './world.ts'

/** A Wednesday. */
const NOW = Date.parse('2026-08-05T14:20:00Z')
const world = createWorld()

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

describe('the newsroom’s outlets', () => {
  it('are about forty, in five languages and several categories and regions, each with its own host', () => {
    const distinct = (of: (outlet: (typeof OUTLETS)[number]) => string) => new Set(OUTLETS.map(of)).size

    expect(OUTLETS.length).toBeGreaterThanOrEqual(40)
    expect(distinct((outlet) => outlet.language)).toBe(LANGUAGES.length)
    expect(distinct((outlet) => outlet.category)).toBeGreaterThanOrEqual(6)
    expect(distinct((outlet) => outlet.region)).toBeGreaterThanOrEqual(8)
    expect(distinct((outlet) => outlet.style.format)).toBe(4)
    expect(distinct((outlet) => outlet.host)).toBe(OUTLETS.length)
    for (const { id, host } of OUTLETS) {
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]*$/)
      expect(host).toMatch(/^www\.[a-z0-9]+\.example$/)
    }
  })
})

describe('the world', () => {
  it('is the same for the same seed and time, and differs for another seed', () => {
    const other = createWorld({ seed: 'other' })

    const textsOf = (of: typeof world) =>
      of.articles(NOW).map((article) => [canonicalUrl(article), textAt(article, NOW)])

    expect(textsOf(createWorld())).toEqual(textsOf(world))
    expect(textsOf(other)).not.toEqual(textsOf(world))
  })

  it('goes on without changing what was published before', () => {
    const later = NOW + 9 * HOUR_MS
    const harbor = (at: number) => world.publicationsOf('harbor-herald', at)

    const before = new Set(harbor(NOW).map((each) => each.publishedAt))
    const after = harbor(later)

    const fresh = after.filter((each) => each.publishedAt > NOW)
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.every((each) => each.publishedAt <= later)).toBe(true)
    const kept = after.filter((each) => each.publishedAt <= NOW).map((each) => each.publishedAt)
    expect(kept.every((at) => before.has(at))).toBe(true)
  })

  it('lets nobody do twice a day what is done once: no team plays two finals, no film wins two prizes', () => {
    const entities = namedEntitiesOf('meridian')
    const today = dayOf(NOW)

    for (let day = today - 20; day < today; day += 1) {
      const events = eventsOfDay('meridian', entities, day)
      const named = (kindId: string, slots: readonly string[]) =>
        events
          .filter((event) => event.kindId === kindId)
          .flatMap(({ facts }) => slots.map((slot) => facts.get(slot)?.en))
      for (const names of [named('final', ['winner', 'loser']), named('award', ['work'])])
        expect(new Set(names).size).toBe(names.length)
    }
  })

  it('publishes something every few minutes, at night and on Sundays too', () => {
    // A Sunday evening to Monday.
    const from = Date.parse('2026-08-02T18:00:00Z')

    const times = Array.from({ length: 6 }, (_, part) => from + (part + 1) * 4 * HOUR_MS)
      .flatMap((now) => OUTLETS.flatMap(({ id }) => world.publicationsOf(id, now)))
      .map(({ publishedAt }) => publishedAt)
      .filter((at) => at > from)
      .toSorted((a, b) => a - b)
    const silences = times.slice(1).map((at, before) => at - (times[before] ?? 0))

    expect(Math.max(...silences)).toBeLessThan(16 * MINUTE_MS)
    expect(times.at(-1)).toBeGreaterThan(from + 24 * HOUR_MS - 16 * MINUTE_MS)
  })

  it('begins with 3,000 to 6,000 articles over 30 days, newest first', () => {
    const publications = OUTLETS.flatMap((outlet) => world.publicationsOf(outlet.id, NOW))
    const times = world.publicationsOf('meridian-wire', NOW).map((each) => each.publishedAt)

    expect(publications.length).toBeGreaterThan(3_000)
    expect(publications.length).toBeLessThan(6_000)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.min(...times)).toBeLessThan(NOW - (HISTORY_DAYS - 3) * DAY_MS)
  })

  it('gives every article an address of its own that leads back to it', () => {
    const articles = world.articles(NOW)

    expect(new Set(articles.map(canonicalUrl)).size).toBe(articles.length)
    for (const article of articles.slice(0, 500)) {
      expect(world.findArticle(article.outlet.id, article.path, NOW)?.key).toBe(article.key)
    }
  })

  it('reports the same event in different words and in several languages', () => {
    const expectedStories = expectedStoriesOf(world, NOW)
    const great = expectedStories.events.filter((event) => event.articleCount >= 6)

    const articles = world.articles(NOW).filter((article) => !article.copyOf)
    const reports = great.map((event) => articles.filter((article) => article.eventId === event.id))

    const languages = reports.map((each) => new Set(each.map((article) => article.outlet.language)).size)
    const openings = reports.map((each) => {
      const texts = each.map((article) => article.text(false))
      return new Set(texts.map(({ title, paragraphs }) => title + String(paragraphs[0]))).size / each.length
    })
    const headlines = reports.map(
      (each) => new Set(each.map((article) => article.text(false).title)).size / each.length,
    )
    expect(great.length).toBeGreaterThan(30)
    expect(languages.filter((count) => count > 2).length).toBeGreaterThan(great.length / 2)
    expect(Math.min(...openings)).toBe(1)
    expect(mean(headlines)).toBeGreaterThan(0.9)
  })

  it('rests at night and at the weekend', () => {
    const morgenkurier = world
      .articles(NOW)
      .filter((article) => article.outlet.id === 'boersenfaden')
      .map((article) => localWeekday(article.publishedAt, article.outlet))
    const weekend = morgenkurier.filter((day) => day === 0 || day === 6).length
    const night = world
      .articles(NOW)
      .filter((article) => article.outlet.region === 'uk' && new Date(article.publishedAt).getUTCHours() < 5)

    expect(weekend / 2).toBeLessThan(((morgenkurier.length - weekend) / 5) * 0.8)
    expect(night.length / world.articles(NOW).length).toBeLessThan(0.05)
  })

  it('repeats daily columns under one title', () => {
    const titles = world
      .publicationsOf('morgenkurier', NOW)
      .flatMap((each) => (each.kind === 'article' ? [textAt(each.article, NOW).title] : []))

    expect(titles.filter((title) => title === 'Der Morgen im Überblick').length).toBeGreaterThanOrEqual(29)
  })

  it('changes the text of some articles later, but never their address', () => {
    const edited = world.articles(NOW).filter((article) => changedAt(article, NOW) > article.publishedAt)

    expect(edited.length).toBeGreaterThan(100)
    for (const article of edited) {
      const before = textAt(article, article.publishedAt)
      const after = textAt(article, NOW)
      expect(after.paragraphs.length).toBe(before.paragraphs.length + 1)
    }
    expect(edited.some((article) => article.text(false).title !== article.text(true).title)).toBe(true)
  })

  it('has local papers that copy texts of the news agency', () => {
    const articles = world.articles(NOW)
    const copies = articles.filter((article) => article.copyOf)

    expect(copies.length).toBeGreaterThan(20)
    for (const copy of copies) {
      const original = articles.find((article) => article.key === copy.copyOf)
      // The original may be older than 30 days.
      if (!original) continue
      expect(copy.text(false).title).toBe(original.text(false).title)
      expect(copy.text(false).paragraphs.slice(1)).toEqual(original.text(false).paragraphs.slice(1))
    }
  })

  it('has aggregators that use variants of addresses and count points', () => {
    const links = world.links(NOW)
    const spelled = links.filter((link) => link.url !== canonicalUrl(link.article))

    expect(links.length).toBeGreaterThan(40)
    expect(spelled.length).toBeGreaterThan(links.length / 2)
    for (const link of links) expect(link.publishedAt).toBeGreaterThan(link.article.publishedAt)
  })

  it('lets engagement grow until it no longer changes', () => {
    const linkpile = OUTLETS.find(({ id }) => id === 'linkpile')
    if (!linkpile) throw new Error('no such outlet')
    const at = (hours: number) =>
      interestIn('seed', 'key', linkpile, 0.9, NOW, NOW + hours * HOUR_MS)?.points ?? 0

    expect(at(0)).toBe(1)
    expect(at(6)).toBeGreaterThan(at(1))
    expect(at(200)).toBe(at(60))
  })
})

describe('the expected stories', () => {
  it('name the event of each article and the aggregators that link to it', () => {
    const expectedStories = expectedStoriesOf(world, NOW)

    const ids = new Set(expectedStories.events.map((event) => event.id))
    const grouped = expectedStories.articles.filter((article) => article.eventId && ids.has(article.eventId))
    expect(expectedStories.articles.length).toBe(world.articles(NOW).length)
    expect(grouped.length).toBeGreaterThan(1_500)
    expect(expectedStories.articles.flatMap((article) => article.links).length).toBeGreaterThan(40)
    const copied = expectedStories.articles.find((article) => article.copyOf)
    expect(expectedStories.articles.some((article) => article.url === copied?.copyOf)).toBe(true)
  })
})
