import { decodeLeniently } from './path.ts'
import { type Parameter, queryOf } from './query.ts'

/** The parts of a URL, in normal form. */
export interface UrlParts {
  /** Site host, with its port if that is not the default one. */
  readonly host: string
  readonly segments: readonly string[]
  readonly parameters: readonly Parameter[]
}

/** Where a redirecting service puts its target. */
interface Redirector {
  /** Paths that redirect; default all. */
  readonly path?: RegExp
  /** Parameters that may hold the target, in order of preference. */
  readonly parameters: readonly string[]
}

const REDIRECTORS: ReadonlyMap<string, Redirector> = new Map<string, Redirector>([
  ['facebook.com', { path: /^(?:l\.php|flx\/warn)$/, parameters: ['u'] }],
  ['l.facebook.com', { parameters: ['u'] }],
  ['lm.facebook.com', { parameters: ['u'] }],
  ['l.instagram.com', { parameters: ['u'] }],
  ['l.threads.com', { parameters: ['u'] }],
  ['l.threads.net', { parameters: ['u'] }],
  ['l.messenger.com', { parameters: ['u'] }],
  ['out.reddit.com', { parameters: ['url'] }],
  ['youtube.com', { path: /^redirect$/, parameters: ['q'] }],
  ['linkedin.com', { path: /^(?:redir\/redirect|safety\/go)$/, parameters: ['url'] }],
  ['vk.com', { path: /^away\.php$/, parameters: ['to'] }],
  ['away.vk.com', { parameters: ['to'] }],
  ['t.umblr.com', { path: /^redirect$/, parameters: ['z'] }],
  ['medium.com', { path: /^r$/, parameters: ['url'] }],
  ['getpocket.com', { path: /^redirect$/, parameters: ['url'] }],
  ['disq.us', { path: /^url$/, parameters: ['url'] }],
  ['redirect.disqus.com', { path: /^url$/, parameters: ['url'] }],
  ['duckduckgo.com', { path: /^l$/, parameters: ['uddg'] }],
  ['bing.com', { path: /^news\/apiclick\.aspx$/, parameters: ['url'] }],
  ['steamcommunity.com', { path: /^linkfilter$/, parameters: ['url', 'u'] }],
  ['slack-redir.net', { path: /^link$/, parameters: ['url'] }],
  ['go.bsky.app', { path: /^redirect$/, parameters: ['u'] }],
  ['t.me', { path: /^iv$/, parameters: ['url'] }],
  ['gate.sc', { parameters: ['url'] }],
  ['exit.sc', { parameters: ['url'] }],
  ['link.zhihu.com', { parameters: ['target'] }],
  ['link.juejin.cn', { parameters: ['target'] }],
  ['link.csdn.net', { parameters: ['target'] }],
  ['jianshu.com', { path: /^go-wild$/, parameters: ['url'] }],
  ['go.redirectingat.com', { parameters: ['url'] }],
  ['go.skimresources.com', { parameters: ['url'] }],
  ['redirect.viglink.com', { parameters: ['u'] }],
  ['click.linksynergy.com', { parameters: ['murl'] }],
  ['awin1.com', { path: /^cread\.php$/, parameters: ['ued', 'p'] }],
])

const GOOGLE = /(?:^|\.)google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/
const GOOGLE_URL: Redirector = { path: /^(?:news\/)?url$/, parameters: ['url', 'q'] }
const SAFE_LINKS = /(?:^|\.)safelinks\.protection\.outlook\.com$/
const SAFE_LINKS_URL: Redirector = { parameters: ['url'] }
/** Hosts of AMP caches. After `AMP_CACHE_PREFIX`, the path is the article's URL without its scheme. */
const AMP_CACHE = /(?:^|\.)(?:cdn\.ampproject\.org|bing-amp\.com)$/
const AMP_CACHE_PREFIX = /^[cvir](\/s)?\//
const GOOGLE_AMP_PREFIX = /^amp\/(s\/)?(?=[^/]+\.[^/]+)/
/** Click-counting hosts. After this prefix, the path is the article's URL without its scheme. */
const ADDRESS_AFTER: ReadonlyMap<string, RegExp> = new Map([
  ['go.theregister.com', /^feed\/(?:https?:\/)?(?=[^/]+\.[^/]+\/)/],
  ['redir.internet.com', /^rss\/click\/(?=[^/]+\.[^/]+\/)/],
])

/** Hosts that carry a target only in the path. */
const ADDRESS_IN_PATHS_OF = /(?:yahoo|feedblitz)\.com$|^redir\.folha\.(?:uol\.)?com\.br$/
const CARRIERS = [GOOGLE, SAFE_LINKS, AMP_CACHE, ADDRESS_IN_PATHS_OF]

/** Whether URLs of a host (with a non-default port) may carry a target. Those of most hosts do not. */
export function mayCarry(host: string): boolean {
  return REDIRECTORS.has(host) || ADDRESS_AFTER.has(host) || CARRIERS.some((carrier) => carrier.test(host))
}

/**
 * A path with a whole URL after `*` (Yahoo's news, Folha) or `~` (FeedBlitz), or escaped after `RU=` (Yahoo's search).
 */
const ADDRESS_IN_PATH = /(?:^|\/)(?:[*~](https?(?::|%3A)\/.*)$|RU=(https?%3A%2F[^/]+))/i
/** Base64 targets: Google News, surrounded by binary data, and Bing, after `a1`. */
const GOOGLE_NEWS_ARTICLE = /(?:^|\/)articles\/([\w-]{20,})$/
const BING_CLICK = /^a1([\w-]{12,})$/
const DISQUS_SIGNATURE = /:[\w-]{27}$/

/**
 * The target of a redirector's or AMP cache's URL. Fetches nothing. The target is always shorter than the URL that
 * carries it, so repeated calls terminate.
 *
 * @returns absolute, not normalised; `undefined` if the URL carries no target
 */
export function unwrap({ host, segments, parameters }: UrlParts): string | undefined {
  if (!mayCarry(host)) return undefined
  const path = segments.join('/')
  const google = GOOGLE.test(host)
  const redirector =
    REDIRECTORS.get(host) ?? (google ? GOOGLE_URL : SAFE_LINKS.test(host) ? SAFE_LINKS_URL : undefined)
  if (redirector && (redirector.path?.test(path) ?? true)) {
    const target = targetIn(parameters, redirector.parameters)
    if (target)
      return /(?:^|\.)disq(?:us\.com|\.us)$/.test(host) ? target.replace(DISQUS_SIGNATURE, '') : target
  }
  const amp = google
    ? GOOGLE_AMP_PREFIX.exec(path)
    : AMP_CACHE.test(host)
      ? AMP_CACHE_PREFIX.exec(path)
      : null
  if (amp !== null)
    return addressFrom(path.slice(amp[0].length), parameters, amp[1] === undefined ? 'http' : 'https')
  const encoded = google
    ? GOOGLE_NEWS_ARTICLE.exec(path)?.[1]
    : host === 'bing.com' && path === 'ck/a'
      ? BING_CLICK.exec(parameters.find(({ name }) => name === 'u')?.value ?? '')?.[1]
      : undefined
  if (encoded !== undefined)
    return /https?:\/\/[\x21-\x7e]+/.exec(Buffer.from(encoded, 'base64url').toString('latin1'))?.[0]
  const after = ADDRESS_AFTER.get(host)
  if (after?.test(path) === true) return addressFrom(path.replace(after, ''), parameters)
  const inPath = ADDRESS_IN_PATHS_OF.test(host) ? ADDRESS_IN_PATH.exec(path) : null
  const address = inPath?.[1] ?? inPath?.[2]
  if (address === undefined) return undefined
  // Removing empty segments turned `https://host` into `https:/host`.
  const [prefix = '', scheme] = /^(https?):\/*/i.exec(decodeLeniently(address)) ?? []
  return addressFrom(decodeLeniently(address).slice(prefix.length), parameters, scheme)
}

function targetIn(parameters: readonly Parameter[], names: readonly string[]): string | undefined {
  for (const wanted of names) {
    const value = parameters.find(({ name }) => name === wanted)?.value
    const target = value === undefined ? '' : decodeLeniently(value)
    if (/^https?:\/\/[^/]/i.test(target)) return target
  }
  return undefined
}

/** @param rest host and path without a scheme */
function addressFrom(rest: string, parameters: readonly Parameter[], scheme = 'https'): string | undefined {
  if (!/^[^/?#]+\.[^/?#]/.test(rest)) return undefined
  return `${scheme}://${rest}${queryOf(parameters)}`
}
