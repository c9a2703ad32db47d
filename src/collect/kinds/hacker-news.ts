import type { Entry } from '../../domain/entry.ts'
import type { Source } from '../../domain/source.ts'
import { DAY_MS, type EpochMs } from '../../domain/time.ts'
import { blankEntry, blankFeed } from '../blank-entry.ts'
import { isObject, parseJson, textOf } from '../json/values.ts'
import type { CollectDeps, CollectKind } from '../kind.ts'
import { ownHeadersFor } from '../own-headers.ts'
import { failed, saidInParts, valueOfFailure } from '../visit.ts'
import { inParallel } from '../in-parallel.ts'
import { HttpFailure } from '../http/failure.ts'

/** Stories of one visit, unless the source says otherwise: two pages of the site. */
const DEFAULT_LIMIT = 60
/** Requests at once; each is small, and the API has no limit of its own. */
const PARALLEL = 8

const SITE = 'https://news.ycombinator.com/'

/** While a story is so young, its points and comments are asked for though it has left what a visit takes. */
const YOUNG_MS = DAY_MS

/**
 * Makes the visitor of the lists of Hacker News: `topstories`, `newstories`, `beststories`, `askstories`, `showstories`,
 * `jobstories`. Each story of a visit is asked for anew, and as many young ones that earlier visits saw, so that points
 * and comments stay true while they move. It remembers stories while the process lasts.
 *
 * @see https://github.com/HackerNews/API the source's address is that of the list: `…/v0/topstories.json`
 */
export function createHackerNews(): CollectKind {
  const seenBySource = new Map<string, Map<number, EpochMs>>()

  return (source, state, deps, signal) =>
    valueOfFailure(async () => {
      const ownHeaders = source.headers
      const request = { url: source.url, headers: { accept: 'application/json' }, ownHeaders }
      const list = await deps.http.get(request, signal)
      const ids = readIds(list.body)
      if (ids === undefined) {
        const message = 'the list of stories is not a list of numbers'
        return failed({ code: 'parse', message }, list.exchange)
      }
      const most = Math.min(source.limit ?? DEFAULT_LIMIT, deps.maxEntries)
      const seen = seenBySource.get(source.id) ?? new Map<number, EpochMs>()
      const wanted = withYoung(ids.slice(0, most), seen, most, deps.now())
      const stories = await inParallel(wanted, PARALLEL, (id) => readStory(id, source, deps, signal))
      const shown = stories.filter((story) => story !== undefined && story !== 'none')
      if (shown.length === 0 && stories.includes(undefined)) {
        const message = 'none of the stories on the list can be had'
        return failed({ code: 'http5xx', message }, list.exchange)
      }
      seenBySource.set(source.id, youngOf(shown, deps.now()))
      const feed = blankFeed({ title: 'Hacker News', siteUrl: SITE })
      const entries = shown.map(({ entry }) => entry)
      return saidInParts({ feed, entries }, state, list.exchange, 2 * deps.maxEntries)
    })
}

/** At most as many again as the list gives, the youngest first. */
function withYoung(
  listed: readonly number[],
  seen: ReadonlyMap<number, EpochMs>,
  most: number,
  now: EpochMs,
): number[] {
  const onList = new Set(listed)
  const young = [...seen]
    .filter(([id, at]) => !onList.has(id) && now - at < YOUNG_MS)
    .toSorted(([, a], [, b]) => b - a)
  return [...listed, ...young.slice(0, most).map(([id]) => id)]
}

function youngOf(stories: readonly Story[], now: EpochMs): Map<number, EpochMs> {
  const young = stories.flatMap(({ id, entry }): [number, EpochMs][] =>
    entry.publishedAt !== undefined && now - entry.publishedAt < YOUNG_MS ? [[id, entry.publishedAt]] : [],
  )
  return new Map(young)
}

interface Story {
  readonly id: number
  readonly entry: Entry
}

function readIds(body: Buffer): number[] | undefined {
  const value = parseJson(body.toString('utf8'))
  return Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : undefined
}

/** `'none'` for a story that is gone; `undefined` for one that cannot be had right now: the next visit brings it. */
async function readStory(
  id: number,
  source: Source,
  { http }: CollectDeps,
  signal: AbortSignal,
): Promise<Story | 'none' | undefined> {
  const url = new URL(`item/${id}.json`, source.url).href
  const ownHeaders = ownHeadersFor(source, url)
  try {
    const { body } = await http.get({ url, headers: { accept: 'application/json' }, ownHeaders }, signal)
    const entry = storyEntry(id, parseJson(body.toString('utf8')))
    return entry === undefined ? 'none' : { id, entry }
  } catch (cause) {
    if (cause instanceof HttpFailure && cause.exchange.status !== null) return undefined
    throw cause
  }
}

function storyEntry(id: number, story: unknown): Entry | undefined {
  if (!isObject(story) || story['deleted'] === true || story['dead'] === true) return undefined
  const title = textOf(story['title'])
  if (title === undefined) return undefined
  const commentsUrl = `${SITE}item?id=${id}`
  const { time, score, descendants, url } = story
  return blankEntry({
    guid: commentsUrl,
    url: typeof url === 'string' && /^https?:\/\//i.test(url) ? url : commentsUrl,
    title, // HTML, as the API documents it
    summaryHtml: textOf(story['text']),
    author: textOf(story['by']),
    publishedAt: typeof time === 'number' ? time * 1_000 : undefined,
    commentsUrl,
    engagement: {
      points: typeof score === 'number' ? score : null,
      comments: typeof descendants === 'number' ? descendants : null,
    },
  })
}
