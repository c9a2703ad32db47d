import type { UrlParts } from './unwrap.ts'

/** Hosts that have the pages of another one, at the same paths. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['bbc.com', 'bbc.co.uk'],
  ['dx.doi.org', 'doi.org'],
  ['export.arxiv.org', 'arxiv.org'],
  ['new.reddit.com', 'reddit.com'],
  ['np.reddit.com', 'reddit.com'],
  ['old.reddit.com', 'reddit.com'],
  ['twitter.com', 'x.com'],
  ['youtube-nocookie.com', 'youtube.com'],
])

/** The host, or registrable domain, that has the pages of the given one. */
export function mainHost(host: string): string {
  return HOSTS.get(host) ?? host
}

/** The host, a form of its paths, and the name of a video. Two words of players are as long as such a name. */
const VIDEO = /^youtu(?:\.be|be\.com\/(?:shorts|live|embed|v))\/(?!videoseries$|live_stream$)([\w-]{11})$/
const PAPER = /^(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d{4}\.?\d{3,5})(?:v\d+)?(?:\.pdf)?$/

/** Hosts whose pages have addresses of several forms. */
const OF_SEVERAL_FORMS = new Set(['youtu.be', 'youtube.com', 'arxiv.org', 'golem.de'])

/** Gives the parts of one address for all addresses of a page: of a video of YouTube, a paper of arXiv, a post of X. */
export function samePage(parts: UrlParts): UrlParts {
  const host = mainHost(parts.host)
  if (!OF_SEVERAL_FORMS.has(host)) return host === parts.host ? parts : { ...parts, host }
  const { segments, parameters } = parts
  const path = segments.join('/')
  if (host === 'youtu.be' || host === 'youtube.com') {
    const asked = path === 'watch' ? parameters.find(({ name }) => name === 'v')?.value : undefined
    const video = asked ?? VIDEO.exec(`${host}/${path}`)?.[1]
    if (video === undefined || video === '') return { host, segments, parameters }
    return { host: 'youtube.com', segments: ['watch'], parameters: [{ name: 'v', value: video }] }
  }
  if (host === 'arxiv.org') {
    const paper = PAPER.exec(path)?.[1]
    return { host, segments: paper === undefined ? segments : ['abs', paper], parameters }
  }
  return { host, segments: [path.replace(/-rss(?=\.html$)/, '')], parameters }
}
