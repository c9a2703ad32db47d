import { decodeLeniently } from './path.ts'
import type { Parameter } from './query.ts'

/** The parts of a URL, in normal form. */
export interface UrlParts {
  /** Site host, with its port if that is not the default one. */
  readonly host: string
  readonly segments: readonly string[]
  readonly parameters: readonly Parameter[]
}

/** Where a redirecting service puts the URL of its target. */
interface Redirector {
  /** The paths that redirect; without it all of them do. */
  readonly path?: RegExp
  /** The parameters that may hold the target, in the order in which they are tried. */
  readonly parameters: readonly string[]
}

const REDIRECTORS: ReadonlyMap<string, Redirector> = new Map<string, Redirector>([
  ['news.google.com', { path: /^(?:news\/)?url$/, parameters: ['url', 'q'] }],
  ['facebook.com', { path: /^l\.php$/, parameters: ['u'] }],
  ['l.facebook.com', { parameters: ['u'] }],
  ['lm.facebook.com', { parameters: ['u'] }],
  ['l.instagram.com', { parameters: ['u'] }],
  ['out.reddit.com', { parameters: ['url'] }],
  ['youtube.com', { path: /^redirect$/, parameters: ['q'] }],
  ['linkedin.com', { path: /^(?:redir\/redirect|safety\/go)$/, parameters: ['url'] }],
  ['vk.com', { path: /^away\.php$/, parameters: ['to'] }],
  ['t.umblr.com', { path: /^redirect$/, parameters: ['z'] }],
  ['medium.com', { path: /^r$/, parameters: ['url'] }],
  ['getpocket.com', { path: /^redirect$/, parameters: ['url'] }],
  ['disq.us', { path: /^url$/, parameters: ['url'] }],
  ['duckduckgo.com', { path: /^l$/, parameters: ['uddg'] }],
  ['bing.com', { path: /^news\/apiclick\.aspx$/, parameters: ['url'] }],
  ['steamcommunity.com', { path: /^linkfilter$/, parameters: ['url', 'u'] }],
  ['slack-redir.net', { path: /^link$/, parameters: ['url'] }],
  ['exit.sc', { parameters: ['url'] }],
  ['link.zhihu.com', { parameters: ['target'] }],
  ['link.juejin.cn', { parameters: ['target'] }],
  ['go.redirectingat.com', { parameters: ['url'] }],
  ['go.skimresources.com', { parameters: ['url'] }],
  ['redirect.viglink.com', { parameters: ['u'] }],
  ['click.linksynergy.com', { parameters: ['murl'] }],
  ['awin1.com', { path: /^cread\.php$/, parameters: ['ued', 'p'] }],
])

const GOOGLE = /^google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/
const GOOGLE_URL: Redirector = { path: /^url$/, parameters: ['url', 'q'] }
const SAFE_LINKS = /(?:^|\.)safelinks\.protection\.outlook\.com$/
const SAFE_LINKS_URL: Redirector = { parameters: ['url'] }
/** Hosts of AMP caches. After `AMP_CACHE_PREFIX`, the path is the article's URL without its scheme. */
const AMP_CACHE = /(?:^|\.)(?:cdn\.ampproject\.org|bing-amp\.com)$/
const AMP_CACHE_PREFIX = /^[cvir](?:\/s)?\//
const GOOGLE_AMP_PREFIX = /^amp\/(?:s\/)?(?=[^/]+\.[^/]+)/
/** Hosts that count clicks. After this prefix, the path is the article's URL without its scheme. */
const ADDRESS_AFTER: ReadonlyMap<string, RegExp> = new Map([
  ['go.theregister.com', /^feed\/(?:https?:\/)?(?=[^/]+\.[^/]+\/)/],
  ['redir.internet.com', /^rss\/click\/(?=[^/]+\.[^/]+\/)/],
])

/** Path of a FeedsPortal URL. The segment after `l` is the article's URL in FeedsPortal's own escapes. */
const FEEDSPORTAL_PATH = /(?:^|\/)l\/(0[LM][^/]*)\//
/** FeedsPortal escapes text as a zero and one of these letters. */
const FEEDSPORTAL_ESCAPES: Readonly<Record<string, string>> = {
  A: '0',
  B: '.',
  C: '/',
  D: '?',
  E: '-',
  F: '=',
  G: '&',
  H: ',',
  I: '_',
  J: '%',
  K: '+',
  L: 'http://',
  M: 'https://',
  N: '.com',
  O: '.co.uk',
  P: ';',
  Q: '|',
  R: ':',
  S: 'www.',
  T: '#',
  U: '$',
  V: '~',
  W: '!',
  X: '(',
  Y: ')',
  Z: 'Z',
}

/** Path that carries a whole URL after `*` (Yahoo) or `~` (FeedBlitz). */
const ADDRESS_IN_PATH = /(?:^|\/)[*~](https?(?::|%3A)\/.*)$/i

/**
 * Reads the target from the URL of a redirector or an AMP cache. It fetches nothing. The target is always
 * shorter than the URL that carries it, so repeated calls come to an end.
 *
 * @returns absolute, not normalised; `undefined` if the URL carries no target
 */
export function unwrap({ host, segments, parameters }: UrlParts): string | undefined {
  const path = segments.join('/')
  const google = GOOGLE.test(host)
  const redirector =
    REDIRECTORS.get(host) ?? (google ? GOOGLE_URL : SAFE_LINKS.test(host) ? SAFE_LINKS_URL : undefined)
  if (redirector && (redirector.path?.test(path) ?? true)) {
    const target = targetIn(parameters, redirector.parameters)
    if (target) return target
  }
  if (google && GOOGLE_AMP_PREFIX.test(path))
    return addressFrom(path.replace(GOOGLE_AMP_PREFIX, ''), parameters)
  if (AMP_CACHE.test(host) && AMP_CACHE_PREFIX.test(path)) {
    return addressFrom(path.replace(AMP_CACHE_PREFIX, ''), parameters)
  }
  const after = ADDRESS_AFTER.get(host)
  if (after?.test(path) === true) return addressFrom(path.replace(after, ''), parameters)
  if (host.endsWith('.feedsportal.com')) return addressOfFeedsportal(path)
  const inPath =
    host.endsWith('yahoo.com') || host.endsWith('feedblitz.com') ? ADDRESS_IN_PATH.exec(path) : null
  if (!inPath?.[1]) return undefined
  // The path has lost its empty segments, so `https://host` has become `https:/host`.
  return addressFrom(decodeLeniently(inPath[1]).replace(/^https?:\/*/i, ''), parameters)
}

function addressOfFeedsportal(path: string): string | undefined {
  const [, escaped] = FEEDSPORTAL_PATH.exec(path) ?? []
  const address = escaped?.replace(/0([A-Z])/g, (_, letter: string) => FEEDSPORTAL_ESCAPES[letter] ?? '')
  return address !== undefined && /^https?:\/\/[^/?#]+\.[^/?#]/.test(address) ? address : undefined
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
function addressFrom(rest: string, parameters: readonly Parameter[]): string | undefined {
  if (!/^[^/?#]+\.[^/?#]/.test(rest)) return undefined
  const query = parameters.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)).join('&')
  return `https://${rest}${query === '' ? '' : `?${query}`}`
}
