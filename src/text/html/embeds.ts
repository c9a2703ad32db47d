import { safeHttpUrl } from '../../url/url.ts'
import { isHidden } from './image-address.ts'

/** Embedded content of another site: a video, post, chart or code. */
interface Embed {
  /** The page that shows the content. */
  readonly url: string
  readonly title: string
  readonly stillUrl: string | undefined
}

/** Attributes that hold the address of an embedded document. */
const SOURCES = ['src', 'data-src', 'data-lazy-src', 'data', 'value']

/** Elements that may embed something, with those of AMP and of scripts that load players or code late. */
export const EMBEDS: ReadonlySet<string> = new Set(
  'iframe amp-iframe embed object param amp-youtube lite-youtube amp-vimeo lite-vimeo script'.split(' '),
)

/** The content that a player's address names. */
interface Watched {
  readonly site: string
  readonly url: string
  readonly stillUrl?: string
  /** Default a video. */
  readonly kind?: (typeof KINDS)[number]
}

const KINDS = ['Video', 'Audio', 'Post', 'Code', 'Embedded'] as const

/** Addresses of players, posts, charts and code; not of advertisements or forms. */
const EMBEDDABLE =
  /^https:\/\/(?!disqus\.|[^/]*(?:recaptcha|youtube))(?:(?:embed|player)\.|[^?#]*\/(?:embed(?:ded)?|player|embeddedplayer|plugins|audio_player_iframe)[/.][?\w$]|[^?#]*\/(?:@[^/]+|p|reel)\/[^?#]+\/embed\/?$)/i

/**
 * Recognises embedded content: a video by its player's address, or an address for embedding. Other documents count only
 * with a title: untitled ones may be advertisements or forms.
 *
 * @param read gives the decoded value of an attribute, or ''
 */
export function embedOf(
  name: string,
  read: (attribute: string) => string,
  base: string | undefined,
): Embed | undefined {
  if (isHidden(read)) return undefined
  const title = read('title').slice(0, MAX_TITLE_CHARS)
  const id = read('data-videoid') || read('videoid')
  const isVimeo = name.endsWith('-vimeo') && /^\d+$/.test(id)
  const watched = name.endsWith('-youtube') ? youtube(id) : isVimeo ? vimeo(id) : undefined
  if (watched !== undefined) return namedOf(watched, title)
  for (const attribute of SOURCES) {
    const written = read(attribute)
    const address = written === '' ? undefined : safeHttpUrl(written, base)
    if (address === undefined) continue
    const found = watchedAt(new URL(address))
    if (found !== undefined) return namedOf(found, title)
    if (!name.endsWith('iframe') || !address.startsWith('https:')) continue
    if (title !== '') return { url: address, title, stillUrl: undefined }
    if (EMBEDDABLE.test(address)) return namedOf(pageOfEmbed(new URL(address)), '')
  }
  return undefined
}

const MAX_TITLE_CHARS = 200

/** The label of untitled content: "Video (YouTube)". A separate line in a text. */
export const UNTITLED_EMBED = new RegExp(String.raw`^(?:${KINDS.join('|')}) \([\w.-]+\)$\n*`, 'gm')

function namedOf({ site, url, stillUrl, kind = 'Video' }: Watched, title: string): Embed {
  return { url, title: title || `${kind} (${site})`, stillUrl }
}

/** The page of embedded content, if its address reveals it. */
function pageOfEmbed({ origin, hostname, pathname, searchParams, href }: URL): Watched {
  const site = hostname.replace(/^(?:www|embed|player)\./, '')
  const [, post] = /^(\/.+)\/embed\/?$/.exec(pathname) ?? []
  if (post !== undefined) return { kind: 'Post', site, url: origin + post }
  if (hostname === 'www.facebook.com')
    return { kind: 'Post', site, url: safeHttpUrl(searchParams.get('href') ?? '') ?? href }
  if (hostname === 'open.spotify.com')
    return { kind: 'Audio', site, url: origin + pathname.replace(/\/embed(?:-podcast)?\//, '/') }
  const bilibili = searchParams.get('bvid') ?? ''
  if (site === 'bilibili.com' && /^\w+$/.test(bilibili))
    return { site, url: `https://www.bilibili.com/video/${bilibili}` }
  const sound = safeHttpUrl(searchParams.get('audio_file') ?? '')
  return sound === undefined ? { kind: 'Embedded', site, url: href } : { kind: 'Audio', site, url: sound }
}

function watchedAt({ origin, hostname, pathname, searchParams }: URL): Watched | undefined {
  const host = hostname.replace(/^(?:www|m)\./, '')
  const path = pathname.split('/').slice(1)
  const last = path.at(-1) ?? ''
  switch (host) {
    case 'youtube.com':
    case 'youtube-nocookie.com': {
      const list = searchParams.get('list') ?? ''
      if (last === 'videoseries' && /^[\w-]+$/.test(list))
        return { site: 'YouTube', url: `https://www.youtube.com/playlist?list=${list}` }
      return youtube(/^(?:embed|v|e|shorts|live)$/.test(path[0] ?? '') ? path[1] : searchParams.get('v'))
    }
    case 'youtu.be':
      return youtube(path[0])
    case 'player.vimeo.com':
    case 'vimeo.com': {
      const secret = searchParams.get('h') ?? ''
      return /^\d+$/.test(last) ? vimeo(/^\w+$/.test(secret) ? `${last}/${secret}` : last) : undefined
    }
    case 'dailymotion.com':
    case 'geo.dailymotion.com': {
      const id = searchParams.get('video') ?? last
      if (!/^x?\w{5,}$/.test(id)) return undefined
      return {
        site: 'Dailymotion',
        url: `https://www.dailymotion.com/video/${id}`,
        stillUrl: `https://www.dailymotion.com/thumbnail/video/${id}`,
      }
    }
    case 'platform.twitter.com': {
      const id = searchParams.get('id') ?? ''
      return /^\d+$/.test(id)
        ? { kind: 'Post', site: 'Twitter', url: `https://twitter.com/i/status/${id}` }
        : undefined
    }
    case 'gist.github.com':
      return path.length > 1 && last.endsWith('.js')
        ? { kind: 'Code', site: 'GitHub', url: `${origin}${pathname.slice(0, -'.js'.length)}` }
        : undefined
    case 'player.twitch.tv':
    case 'clips.twitch.tv':
      return twitch(searchParams)
  }
  // PeerTube is on many hosts.
  const isPeerTube = path[0] === 'videos' && path[1] === 'embed' && /^[\w-]{8,}$/.test(last)
  return isPeerTube ? { site: 'PeerTube', url: `${origin}/videos/watch/${last}` } : undefined
}

/** @param written the id; old players append parameters */
function youtube(written: string | null | undefined): Watched | undefined {
  const [, id] = /^([\w-]{11})(?:[&?]|$)/.exec(written ?? '') ?? []
  if (id === undefined) return undefined
  return {
    site: 'YouTube',
    url: `https://www.youtube.com/watch?v=${id}`,
    stillUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  }
}

function vimeo(id: string): Watched {
  return { site: 'Vimeo', url: `https://vimeo.com/${id}` }
}

function twitch(parameters: URLSearchParams): Watched | undefined {
  const [video, clip, channel] = ['video', 'clip', 'channel'].map((name) => parameters.get(name) ?? '')
  const url = (address: string): Watched => ({ site: 'Twitch', url: address })
  if (/^v?\d+$/.test(video ?? '')) return url(`https://www.twitch.tv/videos/${video?.replace('v', '')}`)
  if (/^[\w-]+$/.test(clip ?? '')) return url(`https://clips.twitch.tv/${clip}`)
  return /^\w+$/.test(channel ?? '') ? url(`https://www.twitch.tv/${channel}`) : undefined
}
