import { unlessFailed } from '../fetch/failure.ts'
import { inParallel } from '../fetch/in-parallel.ts'
import type { Entry } from '../model/entry.ts'
import { isObject, parseJson } from '../model/json-object.ts'
import { titleHtml } from '../text/html/title-markup.ts'
import { headersFor } from './credentials.ts'
import { lineOf } from './json/values.ts'
import { emptyEntry, type CollectKind, RECENT_MS, type VisitContext } from './kind.ts'
import { failed, resultInParts, valueOfFailure } from './visit.ts'

/** Default stories per visit: two pages of the site. */
const DEFAULT_LIMIT = 60
/** Concurrent requests. Each is small, and the API has no rate limit. */
const PARALLEL = 8

const SITE = 'https://news.ycombinator.com/'
const DISCUSSION = `${SITE}item?id=`

/**
 * Visits a list of Hacker News: `topstories`, `newstories`, `beststories`, `askstories`, `showstories`, `jobstories`.
 * Requests each listed story, and at most as many recent ones of earlier visits, to keep points and comments current.
 *
 * @see https://github.com/HackerNews/API; the source's address is the list's: `…/v0/topstories.json`, with
 *   `#points=100` for a minimum of points
 */
export const collectHackerNews: CollectKind = (visit) =>
  valueOfFailure(async () => {
    const { source, maxEntries } = visit
    const ownHeaders = source.headers
    const request = { url: source.url, headers: { accept: 'application/json' }, ownHeaders }
    const list = await visit.http.get(request, visit.signal)
    const ids = readIds(list.body)
    if (ids === undefined) {
      const message = 'the list of stories is not a list of numbers'
      return failed({ code: 'parse', message }, list.exchange)
    }
    const most = Math.min(source.limit ?? DEFAULT_LIMIT, maxEntries)
    const wanted = await withRecent(ids.slice(0, most), most, visit)
    const stories = await inParallel(wanted, PARALLEL, (id) => readStory(id, visit))
    const found = stories.filter((story) => story !== undefined && story !== 'none')
    if (found.length === 0 && stories.includes(undefined)) {
      const message = 'none of the stories on the list can be had'
      return failed({ code: 'http5xx', message }, list.exchange)
    }
    const least = Number(/#points=(\d+)$/.exec(source.url)?.[1] ?? 0)
    const entries = found.filter(({ engagement }) => (engagement?.points ?? 0) >= least)
    const feed = { title: 'Hacker News', siteUrl: SITE }
    return resultInParts({ feed, entries }, visit.state, list.exchange, 2 * maxEntries)
  })

/** Adds recent stories of earlier visits, the youngest first; at most as many as the list has. */
async function withRecent(
  listed: readonly number[],
  most: number,
  { source, discussions, now }: VisitContext,
): Promise<number[]> {
  const known = await discussions(source.id, now() - RECENT_MS, 2 * most)
  const recent = known.map((url) => Number(url.replace(DISCUSSION, ''))).filter((id) => Number.isInteger(id))
  return [...new Set([...listed, ...recent])].slice(0, listed.length + most)
}

function readIds(body: Buffer): number[] | undefined {
  const value = parseJson(body.toString('utf8'))
  return Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : undefined
}

/** `'none'` for a deleted story; `undefined` if the request failed, to be retried at the next visit. */
async function readStory(
  id: number,
  { source, http, signal }: VisitContext,
): Promise<Entry | 'none' | undefined> {
  const url = new URL(`item/${id}.json`, source.url).href
  const request = { url, headers: { accept: 'application/json' }, ownHeaders: headersFor(source, url) }
  const answer = await unlessFailed(http.get(request, signal))
  return answer && (storyEntry(id, parseJson(answer.body.toString('utf8'))) ?? 'none')
}

function storyEntry(id: number, story: unknown): Entry | undefined {
  if (!isObject(story) || story['deleted'] === true || story['dead'] === true) return undefined
  const title = lineOf(story['title'])
  if (title === undefined) return undefined
  const commentsUrl = `${DISCUSSION}${id}`
  const { time, score, descendants, url } = story
  return emptyEntry({
    guid: commentsUrl,
    url: typeof url === 'string' && /^https?:\/\//i.test(url) ? url : commentsUrl,
    title: titleHtml(title), // HTML, as the API documents it
    summaryHtml: lineOf(story['text']),
    author: lineOf(story['by']),
    publishedAt: typeof time === 'number' ? time * 1_000 : undefined,
    commentsUrl,
    engagement: {
      points: typeof score === 'number' ? score : null,
      comments: typeof descendants === 'number' ? descendants : null,
    },
  })
}
