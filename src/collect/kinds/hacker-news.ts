import type { Entry } from '../../domain/entry.ts'
import { blankEntry, blankFeed } from '../blank-entry.ts'
import { isObject, parseJson, textOf } from '../json/values.ts'
import type { CollectDeps, CollectKind } from '../kind.ts'
import { failed, saidInParts, valueOfFailure } from '../visit.ts'
import { inParallel } from '../in-parallel.ts'
import { HttpFailure } from '../http/failure.ts'

/** Stories of one visit, unless the source says otherwise: what its front page shows on two pages. */
const DEFAULT_LIMIT = 60
/** Requests at once; each is small, and the API has no limit of its own. */
const PARALLEL = 8

const SITE = 'https://news.ycombinator.com/'

/**
 * Visits a list of Hacker News: `topstories`, `newstories`, `beststories`, `askstories` or `showstories`.
 * Each story on it is asked for anew, so that points and comments stay true while it is young.
 *
 * @see https://github.com/HackerNews/API the source's address is that of the list: `…/v0/topstories.json`
 */
export const collectHackerNews: CollectKind = (source, state, deps, signal) =>
  valueOfFailure(async () => {
    const list = await deps.http.get({ url: source.url, headers: { accept: 'application/json' } }, signal)
    const ids = readIds(list.body)
    if (ids === undefined) {
      return failed({ code: 'parse', message: 'the list of stories is not a list of numbers' }, list.exchange)
    }
    const wanted = ids.slice(0, Math.min(source.limit ?? DEFAULT_LIMIT, deps.maxEntries))
    const entries = await inParallel(wanted, PARALLEL, (id) => readStory(id, source.url, deps, signal))
    const feed = blankFeed({ title: 'Hacker News', siteUrl: SITE })
    const shown = entries.filter((entry) => entry !== undefined)
    return saidInParts({ feed, entries: shown }, state, list.exchange, deps.maxEntries)
  })

function readIds(body: Buffer): number[] | undefined {
  const value = parseJson(body.toString('utf8'))
  return Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : undefined
}

/** `undefined` for a story that is gone, or that cannot be had right now: the next visit brings it. */
async function readStory(
  id: number,
  listUrl: string,
  { http }: CollectDeps,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  try {
    const { body } = await http.get(
      { url: new URL(`item/${id}.json`, listUrl).href, headers: { accept: 'application/json' } },
      signal,
    )
    return storyEntry(id, parseJson(body.toString('utf8')))
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
