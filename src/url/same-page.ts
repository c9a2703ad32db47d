import type { UrlParts } from './unwrap.ts'

/** Hosts with the pages of another host at the same paths. */
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

/** The main host, or registrable domain, for the pages of the given one. */
export function mainHost(host: string): string {
  return HOSTS.get(host) ?? host
}

/** YouTube's host, forms of its paths, and the video id. Two words in player paths are as long as an id. */
const VIDEO = /^youtu(?:\.be|be\.com\/(?:shorts|live|embed|v))\/(?!videoseries$|live_stream$)([\w-]{11})$/
const PAPER = /^(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/)?\d{4}\.?\d{3,5})(?:v\d+)?(?:\.pdf)?$/

/** Hosts whose pages have several forms of address. */
const OF_SEVERAL_FORMS = new Set(['youtu.be', 'youtube.com', 'arxiv.org', 'golem.de'])

/** Unifies the addresses of one page: of a YouTube video, an arXiv paper, a post on X. */
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
