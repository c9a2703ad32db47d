import { decodeLeniently } from '../../url/path.ts'

/** How the sanitizer treats an element that stays. */
export interface ElementRule {
  /** Attributes that may stay, in addition to `dir` and `lang`. */
  readonly attributes: ReadonlySet<string>
  /** The element has no content and no end tag. */
  readonly isVoid: boolean
  /** Whether the element stays if it is empty. A table, for example, needs its empty cells. */
  readonly keepsEmpty: boolean
  /** Elements that this one closes if they are the innermost open ones. */
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

/** Elements that stay. Other elements lose their tags and keep their content, except those in `DROPPED`. */
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
 * Elements that are removed with their content: scripts, styles, embedded documents and values of forms. Also
 * all elements whose content a browser parses by other rules (raw text, SVG, MathML): text that is harmless
 * under one set of rules can be dangerous under another.
 */
const DROPPED: ReadonlySet<string> = new Set(
  [
    'script style title textarea xmp plaintext noscript noembed noframes iframe frameset template',
    'object applet canvas svg math select option optgroup datalist head',
  ]
    .join(' ')
    .split(' '),
)

/** Foreign elements. In HTML only these can be closed with `/>`. */
export const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math'])

/**
 * Class names of line numbers in highlighted code, the style that makes them uncopyable, and text that begins with a
 * number.
 */
const LINE_NUMBER =
  /(?:^|\s)(?:(?:[\w-]{1,20}-)?gutter|line-?nos?|line-?num(?:ber)?s?|lnt?|crayon-nums|hljs-ln-numbers)(?:\s|$)/i
const UNSELECTABLE = /user-select\s*:\s*none/i
const NUMBER_NEXT = /(?:\s|<[^<>]{0,200}>){0,20}\d/y

type Raw = ReadonlyMap<string, string>

/** Whether an element is removed with its content; its start tag ends at `end`. */
export function isDropped(name: string, isPre: boolean, raw: Raw, html: string, end: number): boolean {
  return DROPPED.has(name) || isLineNumber(name, isPre, raw, html, end) || isUnseen(name, raw, html, end)
}

/** Whether an element of code, or a table cell, has line numbers. */
function isLineNumber(name: string, isPre: boolean, raw: Raw, html: string, end: number): boolean {
  const isNamed = (isPre || name === 'td') && LINE_NUMBER.test(raw.get('class') ?? '')
  if (!isNamed && !(isPre && UNSELECTABLE.test(raw.get('style') ?? ''))) return false
  NUMBER_NEXT.lastIndex = end + 1
  return NUMBER_NEXT.test(html)
}

/** Classes of text for screen readers only: "(opens in a new tab)". */
const SPOKEN =
  /(?:^|\s)(?:[\w-]{1,20}-)?(?:sr-only|visually-?hidden|screen-?reader-?(?:text|only)|show-for-sr|element-invisible)(?:\s|$)/i
/** Style with which newsletters hide their preview line. */
const PREVIEW_LINE = /^(?=[^]*display\s*:\s*none)[^]*(?:mso-hide|max-height\s*:\s*0|font-size\s*:\s*[01]px)/i
const TEXT_ALONE = /[^<]{0,2000}<\/([a-z][a-z0-9]*)\s*>/iy

/** Whether an element has only text that a page does not show. */
function isUnseen(name: string, raw: Raw, html: string, end: number): boolean {
  if (!SPOKEN.test(raw.get('class') ?? '') && !PREVIEW_LINE.test(raw.get('style') ?? '')) return false
  TEXT_ALONE.lastIndex = end + 1
  return TEXT_ALONE.exec(html)?.[1]?.toLowerCase() === name
}

/**
 * The gap between the text of an element and the text around it: 2 is a blank line, 1 a line end, 0.5 a
 * space. Other elements make no gap.
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

/** Hosts of images for tracking or advertising; with a path if the host also has other images. */
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
/** Paths of visitor counters, on any host. */
const TRACKING_PATHS = [
  String.raw`\/(?:piwik|matomo)\.php`,
  String.raw`\/(?:imp[rl]ession|tracking[-_]?pixel|track\/open|wf\/open|open\.(?:aspx|php))\b`,
]
/** FeedBurner under a publisher's domain: advertisements, and tracking images (`?g=` and a number). */
const FEEDBURNER = String.raw`(?:feeds?|rss)\.[a-z0-9.-]+\/(?:~(?:a|d|f|ff|r)\/|[^?]*\?g=\d+$)`

const TRACKING = new RegExp(
  `^https?://(?:${TRACKING_HOSTS.join('|')}|[^/]+(?:/[^?]*)?(?:${TRACKING_PATHS.join('|')})|${FEEDBURNER})`,
  'i',
)

/** Images that replace emoji. */
const EMOJI =
  /^https?:\/\/(?:s\.w\.org\/images\/core\/emoji|[^/]*twemoji|[^?]*\/(?:smilies|smileys|emoji)\/)/i

/** Images of formulas in TeX, which their addresses (WordPress, Zhihu) or their `alt` state (QuickLaTeX, CodeCogs). */
const FORMULA =
  /^(?:https?:)?\/\/[^?#]*(?:\/(?:latex\.php\?latex|equation\?tex)=([^&#]+)|(?:quicklatex|codecogs)\.com\/)/i

/** States of builds, versions and downloads, buttons for donations, and icons of files and feeds. */
const BADGE =
  /^https?:\/\/(?:img\.shields\.io|badgen\.net|badge\.fury\.io)\/|\/badge\.svg(?:[?#]|$)|\/(?:flattr-badge[\w-]*|(?:pdf|rss|xml|print(?:er)?|e?mail)(?:[-_]?icon)?)\.(?:gif|png|svg)(?:[?#]|$)/i

/** Portraits, by service, or by a folder or file name. */
const PORTRAIT =
  /^https?:\/\/(?:(?:[^/]*\.)?gravatar\.com\/|yt\d\.(?:ggpht|googleusercontent)\.com\/[^?#]*=s\d{2,3}-c|lh\d\.googleusercontent\.com\/[^?#]*\/A{9,10}I\/[^?#]*\/photo\.jpg$|avatars\d*\.(?:githubusercontent|discourse-cdn)\.com\/|[^?#]*\/(?:avatars?|user[-_]avatars?|profile[-_](?:images?|pictures?|photos?))\/|[^?#]*\/avatar(?:[-_]?\d+)?\.(?:gif|jpe?g|png|webp)(?:[?#]|$))/i

/** Themes' classes for portraits and icons, and for images of emoji. */
const DECORATION_CLASS = /(?:^|\s)(?:avatar|author-(?:avatar|image|photo)|(?:[\w-]*-)?icon)(?:\s|$)/i
const EMOJI_CLASS = /(?:^|\s)(?:(?:wp-)?smiley|emoji)(?:\s|$)/i

/** Maximum width or height of buttons, badges and icons, px. */
const DECORATION_PX = 32
/** Maximum side of square portraits and logos, px. */
const PORTRAIT_PX = 64

/** Whether an image only counts readers or is an advertisement. */
export function isTrackingImage(address: string): boolean {
  return TRACKING.test(address)
}

/** Whether an image shows the author of a text. */
export function isPortrait(address: string): boolean {
  return PORTRAIT.test(address)
}

/** The `alt` of an emoji's image, if it is an emoji: "🙂", ":-)", ":D", but not a name such as ":smile:". */
const EMOJI_TEXT = /^[^\p{L}\s]{1,12}\p{L}?$/u

/** The emoji, or the formula in TeX, that an image stands for. */
export function writingOf(read: (attribute: string) => string): string | undefined {
  const [text, address] = [read('alt'), read('src')]
  const [formula, tex = ''] = FORMULA.exec(address) ?? []
  if (tex !== '') return decodeLeniently(tex.replaceAll('+', ' ')).trim()
  if (formula !== undefined) return /[\\^_=]/.test(text) ? text : undefined
  return EMOJI_TEXT.test(text) && isWriting(address, read('class')) ? text : undefined
}

function isWriting(address: string, classes: string): boolean {
  return EMOJI.test(address) || FORMULA.test(address) || EMOJI_CLASS.test(classes)
}

/**
 * Whether an image only decorates the text and does not illustrate the article.
 *
 * @param sizes stated width and height; other text than a number of pixels is ignored
 * @param classes value of the attribute
 */
export function isDecoration(address: string, sizes: readonly string[], classes = ''): boolean {
  const pixels = sizes.filter((size) => /^\d+(?:px)?$/.test(size)).map((size) => parseInt(size, 10))
  return (
    isWriting(address, classes) ||
    BADGE.test(address) ||
    isPortrait(address) ||
    DECORATION_CLASS.test(classes) ||
    pixels.some((size) => size <= DECORATION_PX) ||
    (pixels.length === 2 && pixels[0] === pixels[1] && (pixels[0] ?? 0) <= PORTRAIT_PX)
  )
}
