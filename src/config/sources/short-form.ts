import type { SourceType } from '../../model/source.ts'
import { decodeLeniently } from '../../url/path.ts'

/** The source that a short form or a page's URL stands for. */
export interface ShortForm {
  readonly type: SourceType
  readonly url: string
  /** The usual name: `r/NAME`, `OWNER/REPO`, `@USER@HOST`. */
  readonly name: string
}

/** Matches `SERVICE:NAME` with any name. */
const SHORT_FORM = /^(youtube|github|mastodon|reddit|hn|hacker-news):(?!\/\/)(.+)$/i

/** Whether a text has the shape of a short form. The name in it may still be invalid. */
export function isShortForm(written: string): boolean {
  return SHORT_FORM.test(written.trim())
}

/**
 * Resolves what people write or copy: `youtube:@NAME`, `github:OWNER/REPO`, `mastodon:@USER@HOST`,
 * `reddit:r/NAME`, `hn:top`, and the URLs of the pages of these services.
 *
 * A YouTube handle gives the URL of its page. The page names the feed, and visits follow that link.
 *
 * @returns `undefined` for other URLs and invalid names
 */
export function resolveShortForm(written: string): ShortForm | undefined {
  const text = written.trim()
  const short = SHORT_FORM.exec(text)
  if (short !== null) return ofService((short[1] ?? '').toLowerCase(), (short[2] ?? '').trim())
  return URL.canParse(text) ? ofAddress(new URL(text)) : undefined
}

function ofService(service: string, name: string): ShortForm | undefined {
  switch (service) {
    case 'youtube':
      return youtube(name)
    case 'github':
      return github(name)
    case 'mastodon':
      return mastodon(name)
    case 'reddit':
      return reddit(name)
    default:
      return hackerNews(name)
  }
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

function reddit(name: string): ShortForm | undefined {
  const found = /^\/?((?:r|u|user)\/)?([\w-]+(?:\+[\w-]+)*)(?:\/(hot|new|top|rising))?\/?$/.exec(name)
  if (found === null) return undefined
  const [, kind = 'r/', who = '', order] = found
  const path = `${kind === 'u/' ? 'user/' : kind}${who}${order === undefined ? '' : `/${order}`}`
  return { type: 'reddit', url: `https://www.reddit.com/${path}`, name: path }
}

function hackerNews(name: string): ShortForm | undefined {
  if (!/^(?:top|new|best|ask|show|job)$/.test(name)) return undefined
  return {
    type: 'hacker-news',
    url: `https://hacker-news.firebaseio.com/v0/${name}stories.json`,
    name: name === 'top' ? 'Hacker News' : `Hacker News ${name}`,
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
  // Except for medium.com and a few others, only servers of the Fediverse have such paths.
  return user === undefined || /^(?:medium|tiktok|threads)\./.test(host)
    ? undefined
    : mastodon(`@${user}@${hostname}`)
}
