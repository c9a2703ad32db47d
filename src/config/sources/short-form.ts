import type { SourceType } from '../../model/source.ts'
import { decodeLeniently } from '../../url/path.ts'

/** The source of a short form or of a page's URL. */
export interface ShortForm {
  readonly type: SourceType
  readonly url: string
  /** The usual name: `r/NAME`, `OWNER/REPO`, `@USER@HOST`. */
  readonly name: string
  /** Set if the feed's title is a better name. */
  readonly isNamedByFeed?: true
}

/** Readers of the name, by the service before the colon. */
const SERVICES: Readonly<Record<string, (name: string) => ShortForm | undefined>> = {
  youtube,
  github,
  mastodon,
  bluesky,
  lemmy,
  substack,
  podcast,
  reddit,
  hn: hackerNews,
  'hacker-news': hackerNews,
}

/** Matches `SERVICE:NAME` with any name. */
const SHORT_FORM = new RegExp(`^(${Object.keys(SERVICES).join('|')}):(?!//)(.+)$`, 'i')

/** Whether a text has the form of a short form; its name may be invalid. */
export function isShortForm(written: string): boolean {
  return SHORT_FORM.test(written.trim())
}

/**
 * Resolves what people write or copy: `youtube:@NAME`, `github:OWNER/REPO`, `mastodon:@USER@HOST`, `bluesky:@USER`,
 * `lemmy:!NAME@HOST`, `substack:NAME`, `podcast:NUMBER`, `reddit:r/NAME`, `hn:top`, and page URLs of some of these
 * services.
 *
 * A YouTube handle gives its page's URL, and a podcast its record in Apple's directory. Both name the feed, and visits
 * follow that link.
 *
 * @returns `undefined` for other URLs and invalid names
 */
export function resolveShortForm(written: string): ShortForm | undefined {
  const text = written.trim()
  const short = SHORT_FORM.exec(text)
  if (short !== null) return SERVICES[(short[1] ?? '').toLowerCase()]?.((short[2] ?? '').trim())
  return URL.canParse(text) ? ofAddress(new URL(text)) : undefined
}

function youtube(name: string): ShortForm | undefined {
  const feed = 'https://www.youtube.com/feeds/videos.xml'
  if (/^UC[\w-]{22}$/.test(name)) return { type: 'feed', url: `${feed}?channel_id=${name}`, name }
  if (/^(?:PL|UU|OL|FL)[\w-]{10,}$/.test(name))
    return { type: 'feed', url: `${feed}?playlist_id=${name}`, name }
  if (/^@[\p{L}\p{N}._-]+$/u.test(name))
    return { type: 'feed', url: `https://www.youtube.com/${encodeURI(name)}`, name }
  return undefined
}

/**
 * `OWNER/REPO` gives releases; `OWNER/REPO/commits`, `…/commits/BRANCH` and `…/tags` are possible too.
 * `OWNER` gives the public activity of an account.
 */
function github(name: string): ShortForm | undefined {
  const found = /^([\w.-]+)(?:\/([\w.-]+)(?:\/(releases|tags|commits)(?:\/([\w./-]+))?)?)?\/?$/.exec(name)
  if (found === null) return undefined
  const [, owner = '', repository, what = 'releases', branch] = found
  const base = `https://github.com/${owner}`
  if (repository === undefined) return { type: 'feed', url: `${base}.atom`, name: owner }
  const path = what === 'commits' && branch !== undefined ? `commits/${branch}` : what
  const named = `${owner}/${repository}${what === 'releases' ? '' : ` ${path}`}`
  return { type: 'feed', url: `${base}/${repository}/${path}.atom`, name: named }
}

/** Accepts `@USER@HOST` and `#TAG@HOST`. */
function mastodon(name: string): ShortForm | undefined {
  const found = /^([@#]?)([\p{L}\p{M}\p{N}_.-]+)@([\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+)$/u.exec(name)
  if (found === null) return undefined
  const [, kind, user = '', host = ''] = found
  const tagged = kind === '#'
  const address = `https://${host}/${tagged ? `tags/${user}` : `@${user}`}.rss`
  if (!URL.canParse(address)) return undefined
  return {
    type: 'feed',
    url: new URL(address).href,
    name: `${tagged ? '#' : '@'}${user}@${host}`,
  }
}

/** Accepts a handle, which is a domain, with or without `@`, or a DID. */
function bluesky(name: string): ShortForm | undefined {
  const found = /^(?:@?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)|did:(?:plc|web):[\w.:-]+)$/i.exec(name)
  if (found === null) return undefined
  const [who, handle] = found
  const user = handle?.toLowerCase() ?? who
  const url = `https://bsky.app/profile/${user}/rss`
  return { type: 'feed', url, name: handle === undefined ? who : `@${user}` }
}

/** Accepts `!COMMUNITY@HOST`, with or without `!`, and `@USER@HOST`. */
function lemmy(name: string): ShortForm | undefined {
  const found = /^([!@]?)(\w+)@([\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+)$/u.exec(name)
  if (found === null) return undefined
  const [, mark, who = '', host = ''] = found
  const isUser = mark === '@'
  const address = `https://${host}/feeds/${isUser ? 'u' : 'c'}/${who}.xml?sort=New`
  if (!URL.canParse(address)) return undefined
  return { type: 'feed', url: new URL(address).href, name: `${isUser ? '@' : '!'}${who}@${host}` }
}

function substack(name: string): ShortForm | undefined {
  return /^[a-z0-9][a-z0-9-]{0,62}$/i.test(name)
    ? { type: 'feed', url: `https://${name.toLowerCase()}.substack.com/feed`, name, isNamedByFeed: true }
    : undefined
}

/** Accepts the number of a podcast at Apple. */
function podcast(name: string): ShortForm | undefined {
  const [, id] = /^(?:id)?(\d{5,12})$/i.exec(name) ?? []
  if (id === undefined) return undefined
  const url = `https://itunes.apple.com/lookup?id=${id}&entity=podcast`
  return { type: 'feed', url, name: `podcast ${id}`, isNamedByFeed: true }
}

function reddit(name: string): ShortForm | undefined {
  const found = /^\/?((?:r|u|user)\/)?([\w-]+(?:\+[\w-]+)*)(?:\/(hot|new|top|rising))?\/?$/.exec(name)
  if (found === null) return undefined
  const [, kind = 'r/', who = '', order] = found
  const path = `${kind === 'u/' ? 'user/' : kind}${who}${order === undefined ? '' : `/${order}`}`
  return { type: 'reddit', url: `https://www.reddit.com/${path}`, name: path }
}

/** Accepts a list, with an optional minimum of points: `top?points=100`. The fragment keeps it. */
function hackerNews(name: string): ShortForm | undefined {
  const [, list, points] = /^(top|new|best|ask|show|job)(?:\?points=(\d{1,6}))?$/.exec(name) ?? []
  if (list === undefined) return undefined
  return {
    type: 'hacker-news',
    url: `https://hacker-news.firebaseio.com/v0/${list}stories.json${points === undefined ? '' : `#points=${points}`}`,
    name: `Hacker News${list === 'top' ? '' : ` ${list}`}${points === undefined ? '' : ` from ${points} points`}`,
  }
}

/** Resolves URLs of pages whose feed has a known address. */
function ofAddress({ protocol, hostname, pathname, searchParams, href }: URL): ShortForm | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const host = hostname.replace(/^(?:www|m|old|new)\./, '')
  const path = pathname.replace(/\/$/, '')
  if (host === 'youtube.com') {
    const [, channel] = /^\/channel\/([\w-]+)/.exec(path) ?? []
    const [, handle] = /^\/(@[^/]+)/.exec(path) ?? []
    return youtube(searchParams.get('list') ?? channel ?? decodeLeniently(handle ?? ''))
  }
  if (host === 'github.com' && !path.endsWith('.atom')) return path === '' ? undefined : github(path.slice(1))
  if (host === 'bsky.app') return bluesky(decodeLeniently(/^\/profile\/([^/]+)$/.exec(path)?.[1] ?? ''))
  if (host === 'podcasts.apple.com') return podcast(/\/id(\d+)$/.exec(path)?.[1] ?? '')
  if (host === 'reddit.com' && !/\.(?:rss|json)$/.test(path)) {
    const listing = /^\/(?:r|u|user)\/[\w-]+(?:\+[\w-]+)*(?:\/(?:hot|new|top|rising))?$/.test(path)
    return listing ? { type: 'reddit', url: href, name: path.slice(1) } : undefined
  }
  if (host === 'news.ycombinator.com') {
    const lists: Readonly<Record<string, string>> = {
      '': 'top',
      '/news': 'top',
      '/newest': 'new',
      '/best': 'best',
      '/ask': 'ask',
      '/show': 'show',
      '/jobs': 'job',
    }
    const list = lists[path]
    return list === undefined ? undefined : hackerNews(list)
  }
  const [, user] = /^\/@([\w.]+)$/.exec(path) ?? []
  // Except on medium.com and a few others, only Fediverse servers have such paths.
  return user === undefined || /^(?:medium|tiktok|threads)\./.test(host)
    ? undefined
    : mastodon(`@${user}@${hostname}`)
}
