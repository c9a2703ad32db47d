import { countWhile } from '../../src/model/count-while.ts'
import type { ItemDraft, ScoreParts } from '../../src/model/item.ts'
import { hotKey, ORDINARY, scoreOf } from '../../src/model/score.ts'
import { INITIAL_LOCATION, NO_VALIDATORS } from '../../src/model/source.ts'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import type { ItemInsert, SightingWrite, VisitRecord } from '../../src/store/records.ts'
import { randomOf } from '../../test/random.ts'
import { inventText, inventTopic } from './article-text.ts'
import { type InventedSource, LANGUAGES, SOURCES } from './sources.ts'
import { GrowingStories, type GrowingStory } from './stories.ts'
import { type Language, languageOf } from './words.ts'

const HALF_LIFE_MS = 12 * HOUR_MS
const MAX_PER_VISIT = 16
const LONGEST_TEXT = 20_000
const TAGS = 3_000
/** Share of items that a second source carries too. */
const CARRIED_TWICE = 0.06
/** A second source carries one of this many latest items. */
const RECENT = 2_000

interface Place {
  readonly language: Language
  readonly stories: GrowingStories
}

interface Written {
  readonly insert: ItemInsert
  readonly parts: ScoreParts
}

/** Invents visits in order, each with the new items of one source. The same seed gives the same visits. */
export class Inventor {
  readonly #sources: readonly InventedSource[]
  readonly #activity: readonly number[]
  readonly #random: () => number
  readonly #places: ReadonlyMap<string, Place>
  readonly #recent: ItemInsert[] = []
  #itemId: number
  #storyId: number

  /** @param first ids that the store has reserved */
  constructor(
    sources: readonly InventedSource[],
    first: { readonly itemId: number; readonly storyId: number },
    seed: number,
  ) {
    this.#sources = sources
    this.#itemId = first.itemId
    this.#storyId = first.storyId
    this.#random = randomOf(seed)
    let sum = 0
    this.#activity = sources.map(({ activity }) => (sum += activity))
    this.#places = new Map(
      LANGUAGES.map((code) => [code, { language: languageOf(code), stories: new GrowingStories() }]),
    )
  }

  /** @param most new items, at most */
  visit(at: EpochMs, most: number): VisitRecord {
    const random = this.#random
    const source = this.#someSource()
    for (const { stories } of this.#places.values()) stories.forget(at)
    const count = Math.min(most, 1 + Math.floor(random() ** 2 * MAX_PER_VISIT))
    const written = Array.from({ length: count }, () => this.#item(source, at))
    const again = Array.from({ length: count }, () => this.#seenAgain(source, at)).filter(
      (sighting) => sighting !== undefined,
    )
    for (const { insert } of written) this.#recent[insert.id % RECENT] = insert
    return {
      sourceId: source.id,
      at,
      outcome: 'entries',
      status: 200,
      latencyMs: 40 + random() * 200,
      error: undefined,
      nextVisitAt: at + HOUR_MS,
      intervalMs: HOUR_MS,
      validators: NO_VALIDATORS,
      documentHash: undefined,
      feed: undefined,
      location: INITIAL_LOCATION,
      events: [],
      inserts: written.map(({ insert }) => insert),
      edits: [],
      sightings: [...written.map(({ insert: { id, draft } }) => sightingOf(id, draft, at)), ...again],
      moves: [],
      merges: [],
      scores: written.map(({ insert: { id, draft }, parts }) => ({
        itemId: id,
        score: scoreOf(parts),
        hot: hotKey(parts, draft.publishedAt, HALF_LIFE_MS),
        parts,
      })),
    }
  }

  #someSource(): InventedSource {
    const wanted = this.#random() * (this.#activity.at(-1) ?? 1)
    const at = countWhile(SOURCES - 1, (index) => (this.#activity[index] ?? 0) < wanted)
    return this.#sources[at] as InventedSource
  }

  #item(source: InventedSource, now: EpochMs): Written {
    const random = this.#random
    const { language, stories } = this.#places.get(source.language) as Place
    const id = this.#itemId++
    const publishedAt = now - Math.floor(2 * MINUTE_MS + -Math.log(1 - random()) * 40 * MINUTE_MS)
    const story = stories.follow(random) ?? this.#newStory(language, stories, now)
    const engagement = source.hasEngagement
      ? {
          points: Math.floor(Math.exp(1 + random() ** 2 * 6)),
          comments: Math.floor(Math.exp(random() ** 2 * 6)),
        }
      : null
    const parts = {
      ...ORDINARY,
      weight: source.weight,
      coverage: story.coverage,
      engagement: engagement === null ? 0 : Math.min(64, engagement.points / 15),
    }
    const draft = { ...this.#draft(id, source, language, story.topic), publishedAt, engagement }
    return {
      insert: { id, storyId: story.id, publisher: source.host.slice(4), firstSeenAt: now, draft },
      parts,
    }
  }

  /** The story of a single item, which other items may join. */
  #newStory(
    language: Language,
    stories: GrowingStories,
    now: EpochMs,
  ): Pick<GrowingStory, 'id' | 'topic' | 'coverage'> {
    const id = this.#storyId++
    const topic = inventTopic(language, this.#random)
    return stories.begin(id, topic, now, this.#random) ?? { id, topic, coverage: 1 }
  }

  #draft(
    id: number,
    source: InventedSource,
    language: Language,
    topic: readonly number[],
  ): Omit<ItemDraft, 'publishedAt' | 'engagement'> {
    const random = this.#random
    const { host, category, region } = source
    const url = `https://${host}/${category}/${Math.floor(random() * 1e9).toString(36)}-${id}.html`
    const imageUrl = random() < 0.4 ? `https://images.${host.slice(4)}/${id % 9_973}/${id}.jpg` : null
    const length = Math.min(LONGEST_TEXT, source.textLength * Math.exp(normal(random) * 0.8))
    const options = { language, topic, length, isMarkedUp: source.textLength > 300, imageUrl }
    const { title, summary, html, text, words } = inventText(options, random)
    const tags = random() < 0.26 ? this.#tags() : []
    const podcast = { url: `https://${host}/audio/${id}.mp3`, mimeType: 'audio/mpeg', bytes: 40_000_000 }
    return {
      key: url,
      entryKey: `https://${host}/?p=${id}`,
      entryHash: hex(random),
      textHash: Math.floor(random() * 2 ** 31),
      contentHash: hex(random),
      url,
      title,
      summary,
      contentHtml: html,
      contentText: text,
      author: random() < 0.4 ? `${source.name} Desk ${Math.floor(random() * 12)}` : null,
      category,
      region,
      language: source.language,
      tags,
      isTimeStated: true,
      imageUrl,
      commentsUrl: source.hasEngagement ? `${url}#comments` : null,
      enclosures: random() < 0.02 ? [podcast] : [],
      wordCount: words,
      readingMinutes: Math.max(1, Math.round(words / 230)),
    }
  }

  #tags(): string[] {
    const count = 1 + Math.floor(this.#random() * 5)
    const numbers = Array.from({ length: count }, () => Math.floor(TAGS ** this.#random()))
    return [...new Set(numbers)].map(tagOf)
  }

  /** A sighting of another source's item in this source. */
  #seenAgain(source: InventedSource, at: EpochMs): SightingWrite | undefined {
    const random = this.#random
    if (random() >= CARRIED_TWICE) return undefined
    const other = this.#recent[Math.floor(random() * this.#recent.length)]
    if (other === undefined || other.draft.url.startsWith(`https://${source.host}/`)) return undefined
    const sighting = sightingOf(other.id, other.draft, at)
    return { ...sighting, entryKey: `${source.id}-${other.id}`, publishedAt: at, engagement: null }
  }
}

/** @param number 1 is the most frequent */
export function tagOf(number: number): string {
  return `topic ${number}`
}

function sightingOf(itemId: number, draft: ItemDraft, seenAt: EpochMs): SightingWrite {
  const { key, entryKey, entryHash, textHash, url, publishedAt, commentsUrl, engagement } = draft
  return { itemId, key, entryKey, entryHash, textHash, url, seenAt, publishedAt, commentsUrl, engagement }
}

/** A random hash of the length that items have. */
function hex(random: () => number): string {
  return Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
}

/** Draws from the standard normal distribution (Box-Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
