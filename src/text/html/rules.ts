/** How an element that stays is treated. */
export interface ElementRule {
  /** Attributes that may stay, beside `dir`, `lang` and those of `attribute` checks. */
  readonly attributes: ReadonlySet<string>
  /** Has no content and no end tag. */
  readonly isVoid: boolean
  /** Kept even where nothing is in it: a table's cells hold its columns apart. */
  readonly keepsEmpty: boolean
  /** Elements that end where this one begins, if they are the innermost open. */
  readonly closes: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const PARAGRAPH: ReadonlySet<string> = new Set(['p'])

function rule(attributes: string, more: Partial<ElementRule> = {}): ElementRule {
  return {
    attributes: attributes === '' ? NONE : new Set(attributes.split(' ')),
    isVoid: false,
    keepsEmpty: false,
    closes: NONE,
    ...more,
  }
}

const inline = (names: string) => names.split(' ').map((name) => [name, rule('')] as const)
const block = (names: string) =>
  names.split(' ').map((name) => [name, rule('', { closes: PARAGRAPH })] as const)

/** Elements that stay. All others are taken away and leave their content, but for `DROPPED`. */
export const ELEMENTS: ReadonlyMap<string, ElementRule> = new Map<string, ElementRule>([
  ...block('p h1 h2 h3 h4 h5 h6 pre hgroup address'),
  ...block('article aside details dl div figcaption figure footer header main nav section summary ul'),
  ...inline('abbr b bdi bdo cite code dfn em i kbd mark rp rt ruby s samp small span strong sub sup u var'),
  ['a', rule('href title')],
  ['img', rule('src alt title width height', { isVoid: true })],
  ['br', rule('', { isVoid: true })],
  ['wbr', rule('', { isVoid: true })],
  ['hr', rule('', { isVoid: true, closes: PARAGRAPH })],
  ['blockquote', rule('cite', { closes: PARAGRAPH })],
  ['q', rule('cite')],
  ['del', rule('cite datetime')],
  ['ins', rule('cite datetime')],
  ['time', rule('datetime')],
  ['ol', rule('start reversed', { closes: PARAGRAPH })],
  ['li', rule('value', { closes: new Set(['p', 'li']) })],
  ['dt', rule('', { closes: new Set(['p', 'dt', 'dd']) })],
  ['dd', rule('', { closes: new Set(['p', 'dt', 'dd']) })],
  ['table', rule('', { closes: PARAGRAPH })],
  ['caption', rule('')],
  ['colgroup', rule('span', { keepsEmpty: true })],
  ['col', rule('span', { isVoid: true })],
  ['thead', rule('', { closes: new Set(['p', 'td', 'th', 'tr', 'tbody', 'caption', 'colgroup']) })],
  ['tbody', rule('', { closes: new Set(['p', 'td', 'th', 'tr', 'thead', 'tbody', 'caption', 'colgroup']) })],
  ['tfoot', rule('', { closes: new Set(['p', 'td', 'th', 'tr', 'thead', 'tbody']) })],
  ['tr', rule('', { closes: new Set(['p', 'td', 'th', 'tr', 'caption', 'colgroup']), keepsEmpty: true })],
  ['td', rule('colspan rowspan', { closes: new Set(['p', 'td', 'th']), keepsEmpty: true })],
  ['th', rule('colspan rowspan scope', { closes: new Set(['p', 'td', 'th']), keepsEmpty: true })],
  ['audio', rule('src', { keepsEmpty: true })],
  ['video', rule('src poster width height', { keepsEmpty: true })],
  ['source', rule('src type', { isVoid: true })],
])

/**
 * Elements that go with all that is in them: scripts and styles, other documents, forms' values, and every
 * context in which a browser reads text or tags by other rules (raw text, SVG, MathML), since what is
 * harmless under one set of rules need not be so under another.
 */
export const DROPPED: ReadonlySet<string> = new Set(
  [
    'script style title textarea xmp plaintext noscript noembed noframes iframe frameset template',
    'object applet canvas svg math select option optgroup datalist head',
  ]
    .join(' ')
    .split(' '),
)

/** Foreign elements, the only ones that `/>` ends. */
export const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math'])

/**
 * What stands between an element's text and that around it: 2 a blank line, 1 a line end, ½ a space; nothing
 * for all others.
 */
export const GAPS: ReadonlyMap<string, number> = new Map([
  ...gaps(2, 'article aside blockquote div dl figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre'),
  ...gaps(2, 'section table ul'),
  ...gaps(1, 'address br caption center dd details dt figcaption form li summary tr'),
  ...gaps(0.5, 'td th option button'),
])

function gaps(gap: number, names: string): (readonly [string, number])[] {
  return names.split(' ').map((name) => [name, gap] as const)
}

/** Hosts, with the beginning of a path where they have other images too, whose images count readers or advertise. */
const TRACKING_HOSTS = [
  String.raw`pixel\.(?:wp|quantserve)\.com`,
  String.raw`stats\.wordpress\.com`,
  String.raw`(?:www\.)?google-analytics\.com`,
  String.raw`[a-z]+\.scorecardresearch\.com`,
  String.raw`[a-z0-9.-]+\.doubleclick\.net`,
  String.raw`[a-z0-9.-]+\.(?:googleadservices|googlesyndication|amazon-adsystem|feedsportal)\.com`,
  String.raw`(?:www\.)?(?:assoc-amazon|pheedo|awin1)\.com`,
  String.raw`[a-z0-9.-]+\.(?:falkag\.net|met\.vgwort\.de)`,
  String.raw`feeds\.wordpress\.com\/1\.0`,
  String.raw`track\.hubspot\.com`,
  String.raw`rss\.nytimes\.com\/c\/`,
  String.raw`medium\.com\/_\/stat`,
  String.raw`rss\.buysellads\.com`,
  String.raw`www\.facebook\.com\/tr\b`,
]
/** Paths that do so wherever they are: of what counts visitors. */
const TRACKING_PATHS = [
  String.raw`\/(?:piwik|matomo)\.php`,
  String.raw`\/(?:imp[rl]ession|tracking[-_]?pixel)\b`,
]
/** FeedBurner under any publisher's name: advertisements, and the feed's own address with a number, which counts. */
const FEEDBURNER = String.raw`(?:feeds?|rss)\.[a-z0-9.-]+\/(?:~(?:a|d|f|ff|r)\/|[^?]*\?g=\d+$)`

const TRACKING = new RegExp(
  `^https?://(?:${TRACKING_HOSTS.join('|')}|[^/]+(?:/[^?]*)?(?:${TRACKING_PATHS.join('|')})|${FEEDBURNER})`,
  'i',
)

/** Pictures in place of emoji. */
const EMOJI =
  /^https?:\/\/(?:s\.w\.org\/images\/core\/emoji|[^/]*twemoji|[^?]*\/(?:smilies|smileys|emoji)\/)/i

/** Buttons, badges and icons are no higher or no wider, px. */
const DECORATION_PX = 32

/** Whether an image shows nothing, or an advertisement: it is there to count who reads. */
export function isTrackingImage(address: string): boolean {
  return TRACKING.test(address)
}

/**
 * Whether an image is part of the writing and not a picture of what it is about.
 *
 * @param sizes width and height as they are stated
 */
export function isDecoration(address: string, sizes: readonly string[]): boolean {
  return (
    EMOJI.test(address) ||
    sizes.some((size) => /^\d+(?:px)?$/.test(size) && parseInt(size, 10) <= DECORATION_PX)
  )
}
