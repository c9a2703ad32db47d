import { unlessFailed } from '../fetch/failure.ts'
import type { FetchResult, Entry } from '../model/entry.ts'
import { isObject, type JsonObject, parseJson } from '../model/json-object.ts'
import type { Source } from '../model/source.ts'
import { plainTextToHtml } from '../text/html/escape-html.ts'
import { headersFor } from './credentials.ts'
import { collectDocument } from './document.ts'
import { ACCEPT_FEED } from './feed/kind.ts'
import { readFeed } from './feed/read.ts'
import { distinct, httpUrl } from './feed/values.ts'
import { countOf, lineOf, verbatimOf } from './json/values.ts'
import { emptyEntry, type CollectKind, RECENT_MS, type VisitContext } from './kind.ts'

/** Maximum of a listing; its default is 25. */
const MAX_POSTS = 100

/**
 * Visits a listing of Reddit: `https://www.reddit.com/r/NAME`, `/r/NAME/top?t=day`, `/user/NAME`. JSON has points and
 * comments, also of recent posts of earlier visits. Reddit often refuses JSON; then the same listing is read as a feed.
 */
export const collectReddit: CollectKind = async (visit) => {
  const { source } = visit
  const wantsFeed = /^[^?#]*\.rss(?:[?#]|$)/.test(source.url)
  const asJson = wantsFeed ? undefined : await collectListing({ ...visit, source: at(source, '.json') })
  if (asJson !== undefined && !isRefusal(asJson)) return withRecent(asJson, visit)
  const asFeed = { ...visit, source: at(source, '.rss') }
  return collectDocument(asFeed, ACCEPT_FEED, ({ body, headers, base }) => {
    const reading = readFeed(body, headers.get('content-type'), base)
    return reading.kind === 'feed'
      ? { ...reading, entries: reading.entries.map(asListed) }
      : { code: 'notAFeed', message: 'what came is no feed of a listing' }
  })
}

const collectListing: CollectKind = (visit) =>
  collectDocument(visit, 'application/json', ({ body, exchange }) => {
    const posts = postsOf(body)
    if (posts === undefined) return { code: 'parse', message: 'what came is no listing' }
    // Reddit redirects from an unknown subreddit to a search for its name.
    if (new URL(exchange.finalUrl).pathname.startsWith('/subreddits/'))
      return { code: 'notAFeed', message: 'there is no such subreddit: what came is a search for its name' }
    const site = new URL('/', exchange.finalUrl).href
    return {
      feed: {
        title: lineOf(posts[0]?.['subreddit_name_prefixed']),
        siteUrl: exchange.finalUrl.replace(/\.json\b.*$/, '/'),
      },
      entries: posts.flatMap((post) => postEntry(post, site) ?? []),
    }
  })

function postsOf(body: Buffer): JsonObject[] | undefined {
  const listing = parseJson(body.toString('utf8'))
  const data = isObject(listing) ? listing['data'] : undefined
  const children = isObject(data) ? data['children'] : undefined
  if (!Array.isArray(children)) return undefined
  return children.map((child: unknown) => (isObject(child) ? child['data'] : undefined)).filter(isObject)
}

/** Fetches recent posts that left the listing, in one more request. If it fails, only the listing counts. */
async function withRecent(
  listed: FetchResult,
  { source, http, discussions, now, signal }: VisitContext,
): Promise<FetchResult> {
  if (listed.kind !== 'entries') return listed
  const known = await discussions(source.id, now() - RECENT_MS, 2 * MAX_POSTS)
  const onList = new Set(listed.entries.map(({ commentsUrl }) => commentsUrl))
  const names = known.filter((url) => !onList.has(url)).flatMap((url) => nameOf(url) ?? [])
  if (names.length === 0) return listed
  const url = new URL(`/api/info.json?raw_json=1&id=${names.slice(0, MAX_POSTS).join(',')}`, source.url).href
  const request = { url, headers: { accept: 'application/json' }, ownHeaders: headersFor(source, url) }
  const answer = await unlessFailed(http.get(request, signal))
  if (answer === undefined) return listed
  const site = new URL('/', answer.exchange.finalUrl).href
  const recent = (postsOf(answer.body) ?? []).flatMap((post) => postEntry(post, site) ?? [])
  return { ...listed, entries: [...listed.entries, ...recent] }
}

/** A post's name, `t3_…`, from the address of its comments. */
function nameOf(commentsUrl: string): string | undefined {
  const [, id] = /\/comments\/([a-z0-9]+)(?:\/|$)/.exec(commentsUrl) ?? []
  return id === undefined ? undefined : `t3_${id}`
}

/** `undefined` for removed posts, and for pinned notices, which stay for months and are not news. */
function postEntry(post: JsonObject, site: string): Entry | undefined {
  if (post['stickied'] === true || typeof post['removed_by_category'] === 'string') return undefined
  const commentsUrl = httpUrl(lineOf(post['permalink']), site)
  const title = lineOf(post['title'])
  if (commentsUrl === undefined || title === undefined) return undefined
  const created = post['created_utc']
  const thumbnail = lineOf(post['thumbnail'])
  return emptyEntry({
    guid: lineOf(post['name']) ?? lineOf(post['id']),
    url: targetOf(post, site) ?? commentsUrl,
    title: plainTextToHtml(title),
    summaryHtml: escapedOnce(verbatimOf(post['selftext_html'])),
    author: post['author'] === '[deleted]' ? undefined : lineOf(post['author']),
    tags: distinct([lineOf(post['link_flair_text'])]),
    publishedAt: typeof created === 'number' ? Math.round(created * 1_000) : undefined,
    imageUrl: thumbnail?.startsWith('http') === true ? httpUrl(thumbnail, undefined) : undefined,
    commentsUrl,
    engagement: { points: countOf(post['score']), comments: countOf(post['num_comments']) },
  })
}

/** The address that a post links to; `undefined` for a text post. A cross-post has its original's link. */
function targetOf(post: JsonObject, site: string): string | undefined {
  const parents = post['crosspost_parent_list']
  const parent: unknown = Array.isArray(parents) ? parents[0] : undefined
  const { is_self, url } = isObject(parent) && parent['is_self'] !== true ? parent : post
  return is_self === true ? undefined : httpUrl(lineOf(url), site)
}

/**
 * Converts a feed's entry to that of the JSON listing, since a post may come in either form and must not change between
 * visits. In the feed, the entry's link is that of the comments; its text has the article's address as `[link]`, and
 * the author's text, if any, between two markers.
 */
function asListed(entry: Entry): Entry {
  const html = entry.contentHtml ?? ''
  const [, target] = /<a href="([^"]+)">\s*\[link\]\s*<\/a>/.exec(html) ?? []
  const url = httpUrl(target, entry.url)
  if (url === undefined) return entry
  const [text] = /<!-- SC_OFF -->[^]*<!-- SC_ON -->/.exec(html) ?? []
  const author = entry.author?.replace(/^\/u\//, '')
  return {
    ...entry,
    url,
    commentsUrl: entry.url,
    summaryHtml: escapedOnce(text),
    contentHtml: undefined,
    author,
  }
}

/**
 * Repairs references that Reddit's editor escaped twice, such as `&amp;#x200B;`, but not in code, which may be about
 * them.
 */
function escapedOnce(html: string | undefined): string | undefined {
  return html?.replace(/<code>[^]*?<\/code>|&amp;(?=(?:#x?[\da-f]{2,6}|nbsp|amp|quot);)/gi, (found) =>
    found.startsWith('<') ? found : '&',
  )
}

/** The same listing in another format. Keeps the query (`t=day`); `raw_json` gives unescaped titles. */
function at(source: Source, suffix: '.json' | '.rss'): Source {
  if (!URL.canParse(source.url)) return source
  const url = new URL(source.url)
  url.pathname =
    url.pathname.replace(/\/?(?:\.json|\.rss)?$/, '') + (url.pathname === '/' ? `/${suffix}` : suffix)
  if (suffix === '.json') url.searchParams.set('raw_json', '1')
  const { limit } = source
  if (limit !== undefined) url.searchParams.set('limit', String(Math.min(limit, MAX_POSTS)))
  return { ...source, url: url.href }
}

function isRefusal(collected: FetchResult): boolean {
  if (collected.kind !== 'failed') return false
  const { error, exchange } = collected
  return ['botChallenge', 'rateLimited', 'parse'].includes(error.code) || exchange.status === 403
}
