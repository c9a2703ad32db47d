import { domainsOf } from './host.ts'
import { normalizeQuery } from './path.ts'

/** One query parameter. Name and value are in normal form and still percent-encoded. */
export interface Parameter {
  readonly name: string
  readonly value: string
}

/**
 * The parameters that distinguish articles, sorted by name. Equal names keep their order, which may matter. Only `&`
 * separates; `amp;` before a name is a remnant of HTML escaping.
 *
 * @param search with its `?`, or empty
 */
export function identifyingParameters(search: string, host: string): Parameter[] {
  if (search.length < 2) return []
  const tracks = trackingOf(host)
  const renderings = namesOn(host, RENDERINGS_BY_HOST)
  const parameters: Parameter[] = []
  for (const pair of search.slice(1).split('&')) {
    const { name, value } = parameterOf(normalizeQuery(pair))
    const lower = name.toLowerCase()
    const isAmp = lower === 'outputtype' && value.toLowerCase() === 'amp'
    if (name === '' || tracks(name) || renderings(lower) || RENDERINGS.has(lower) || isAmp) continue
    if (namesOrigin(lower, value)) continue
    parameters.push({ name, value })
  }
  return parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Writes parameters as a query with its `?`. A parameter with an empty value is written without `=`. */
export function queryOf(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  return `?${parameters.map(({ name, value }) => (value === '' ? name : `${name}=${value}`)).join('&')}`
}

/** Removes tracking parameters from a query or fragment and leaves the rest exactly as written. */
export function withoutTracking(search: string, host: string): string {
  if (search.length < 2) return search
  const tracks = trackingOf(host)
  const pairs = search.slice(1).split('&')
  const kept = pairs.filter((pair) => !tracks(parameterOf(normalizeQuery(pair)).name))
  if (kept.length === pairs.length) return search
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function parameterOf(pair: string): Parameter {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  return { name: name.replace(/^(?:amp;)+/, ''), value: equals < 0 ? '' : pair.slice(equals + 1) }
}

/** Prefixes of the parameters that campaign and analytics tools add, in lower case. */
const FAMILIES = /^(?:utm|mtm|pk|ga|hsa|at|oly|vero|wt|ns|sc|guce|fb_action|elq)_|^(?:wt\.|elqtrack)/

/** Parameters that say where a reader came from and never identify an article, in lower case. */
const NAMES = new Set(
  [
    // clicks on advertisements
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid twclid ttclid yclid ysclid li_fat_id epik irclickid irgwc',
    'cjevent awc zanpid ef_id s_kwcid rb_clickid wickedid ranmid raneaid ransiteid tblci _openstat',
    // newsletters and marketing tools
    'mc_cid mc_eid mkt_tok _hsenc _hsmi __hstc __hssc __hsfp hsctatracking __s dm_i _ke _kx ml_subscriber',
    'ml_subscriber_hash sfmc_id nr_email_referer _branch_match_id _branch_referrer ss_email_id trk_contact',
    // sharing
    'igshid igsh mibextid fb_source fb_ref fb_action_ids action_object_map action_type_map action_ref_map',
    'sr_share soc_src soc_trk __twitter_impression ref_src ref_url share_source shared_via',
    // publishers' own counting
    'xtor xtref echobox cmpid dgcid s_cid icid intcid ncid ocid ito wprss feedtype feedname spm scm guccounter',
    'triedredirect isfreemail showwelcomeonshare _ga _gl',
    // sessions
    'phpsessid jsessionid',
  ]
    .join(' ')
    .split(' '),
)

/** Parameters that track on these hosts and their subdomains. On other hosts they may identify an article. */
const NAMES_BY_HOST = namesByHost({
  'nytimes.com':
    'partner emc smid smtyp ref src referringsource campaign_id instance_id segment_id _r action module region pgtype hp hpw clicksource version contentcollection contentplacement contentid mediaid moduledetail rref mtrref gwh gwt nl nlid eventname mabreward ribbon-ad-idx state smprod mwrsm em_pos referer searchresultposition te',
  'theguardian.com': 'cmp',
  'wsj.com': 'mod reflink href tesla alg',
  'marketwatch.com': 'mod siteid rss',
  'barrons.com': 'mod',
  'bloomberg.com': 'srnd sref',
  'economist.com': 'fsrc cid1',
  'ft.com': 'ftcamp segmentid segid',
  'washingtonpost.com': 'nav itid wpisrc tid hpid postshare',
  'cnn.com': 'eref iref iid',
  'businessinsider.com': 'r ir op',
  'slate.com': 'wpsrc',
  'vice.com': 'trk_source',
  'fivethirtyeight.com': 'ex_cid',
  'cnbc.com': '__source',
  'cnet.com': 'ftag part subj tag',
  'zdnet.com': 'ftag part subj tag',
  'time.com': 'xid',
  'nejm.org': 'query',
  'npr.org': 'ft f',
  'pubmed.ncbi.nlm.nih.gov': 'fc ff v',
  'telegraph.co.uk': 'wtmc',
  'dailymail.co.uk': 'ico',
  'yahoo.com': '.tsrc src',
  'wired.com': 'mbid',
  'newyorker.com': 'mbid google_editors_picks',
  'theatlantic.com': 'google_editors_picks',
  'vanityfair.com': 'mbid',
  'spiegel.de': 'sara_ref sara_ecid',
  'zeit.de': 'ref',
  'medium.com': 'source sk',
  'producthunt.com': 'ref',
  'kickstarter.com': 'ref',
  'quora.com': 'share srid',
  'reddit.com': 'ref ref_source share_id rdt',
  'facebook.com': 'ref fref hc_ref __tn__ __xts__ rdid pnref',
  'twitter.com': 's t src',
  'x.com': 's t src',
  'linkedin.com': 'trk refid trackingid lipi',
  'youtube.com': 'feature si pp ab_channel',
  'youtu.be': 'feature si',
  'open.spotify.com': 'si',
  'imdb.com': 'ref_',
  'tiktok.com': 'is_from_webapp sender_device _r _t',
  'bilibili.com': 'vd_source spm_id_from from_source',
  ...Object.fromEntries(
    ['com', 'co.uk', 'de', 'fr', 'it', 'es', 'ca', 'in', 'co.jp'].map((suffix) => [
      `amazon.${suffix}`,
      'ref ref_ tag psc',
    ]),
  ),
})

/** Parameters that name where a reader came from, only if the value names a feed or such a site. In lower case. */
const WAYS = new Set([
  'source',
  'src',
  'from',
  'ref',
  'referer',
  'referrer',
  'partner',
  'rsspartner',
  'part',
  'feed',
  'campaign',
  'nav',
  'cmp',
  'maca',
  'mod',
  'origin',
  'traffic_source',
  'via',
])
/** Values that name a feed (`rss`, `RSS20`, `rss_news10`, `en-rss-world`) or a site that sends readers. */
const AN_ORIGIN =
  /^(?:rss|atom)(?:\d*$|[-_.])|^rss[a-z]|[-_.]rss(?:$|[-_.])|^(?:(?:show)?hn|hacker-?news|lobsters|producthunt|reddit|twitter|facebook|linkedin|newsletter)$/i
/**
 * The stricter test for the parameter `feed`: `rss_business`. WordPress serves real feeds at `?feed=rss2`.
 */
const A_FEED_BY_NAME = /^(?:rss|atom)[-_.]\D/i

/** Whether a parameter only names the feed or site that a reader came from. @param name in lower case */
function namesOrigin(name: string, value: string): boolean {
  // Sites of HighWire and Atypon.
  if ((name === 'rss' && /^(?:1|yes)$/.test(value)) || (name === 'af' && value === 'R')) return true
  if (!WAYS.has(name)) return false
  return (name === 'feed' ? A_FEED_BY_NAME : AN_ORIGIN).test(value)
}

/**
 * Parameters that request AMP or a single page, or that unlock an article for someone. They belong to the displayed
 * address, not to the article's identity.
 */
const RENDERINGS = new Set(
  'amp amp_js_v amp_gsa usqp unlocked_article_code pwapi_token sharetoken sharetype giftcopy'.split(' '),
)
const RENDERINGS_BY_HOST = namesByHost({
  'theatlantic.com': 'single_page gift',
  'smithsonianmag.com': 'no-ist',
  'nytimes.com': 'pagewanted',
  'newyorker.com': 'currentpage',
  'harpers.org': 'single',
  'wsj.com': 'st',
  'bloomberg.com': 'accesstoken',
  'ft.com': 'accesstoken',
  'economist.com': 'giftid',
})

/** @param hosts parameter names in lower case, separated by blanks */
function namesByHost(hosts: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(hosts).map(([host, names]) => [host, new Set(names.split(' '))]))
}

/** Makes the test for a host's own parameter names, in lower case. */
function namesOn(host: string, byHost: ReturnType<typeof namesByHost>): (name: string) => boolean {
  const own = [...domainsOf(host)].flatMap((domain) => byHost.get(domain) ?? [])
  return (name) => own.some((names) => names.has(name))
}

/** Makes a host's test for tracking parameters. Names in any case. */
function trackingOf(host: string): (name: string) => boolean {
  const own = namesOn(host, NAMES_BY_HOST)
  return (name) => {
    const lower = name.toLowerCase()
    return NAMES.has(lower) || FAMILIES.test(lower) || own(lower)
  }
}
