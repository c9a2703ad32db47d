import { escapeHtml, plainTextToHtml } from '../../text/html/escape-html.ts'
import { decodeReferences } from '../../text/html/text-of-html.ts'
import type { XmlDocument, XmlElement } from '../../text/xml/tree.ts'
import { canonicalKey } from '../../url/url.ts'
import { httpUrl } from './values.ts'

/** Text that is HTML from its first paragraph to its last. */
const WHOLLY_HTML = /^\s*<(p|div|ul|ol|blockquote)\b[^]*<\/\1>\s*$/i

/**
 * Converts plain text to HTML with its lines. Some publishers put whole HTML paragraphs where the format has plain
 * text.
 */
export function linesToHtml(text: string): string {
  return WHOLLY_HTML.test(text) ? text.trim() : plainTextToHtml(text.trim()).replace(/\r?\n/g, '<br>\n')
}

/** Text of unknown type as HTML: publishers send HTML or plain text without saying which. */
export function htmlOrLines(text: string): string {
  return /<\/?(?:jats:)?[a-z][a-z0-9]*[\s/>]/i.test(text) ? text : linesToHtml(decodeReferences(text))
}

/** Lemmy's line above a post: submitter, community, and counts. */
export const LEMMY_COUNTS =
  /^\s*submitted by <a [^<>]*>[^<]*<\/a> to <a [^<>]*>[^<]*<\/a><br\s*\/?>(-?\d{1,9}) points \| <a [^<>]*>(\d{1,9}) comments<\/a>(?:<br\s*\/?>)*/

/**
 * Additions of software to texts: counts, which change with every vote and view (Hacker News, Lemmy, Discourse in each
 * language, phpBB, two WordPress plugins); title, author and time above a text (Drupal, arXiv, Nature, Atypon,
 * ScienceDirect, CNKI); links below it (WordPress, Medium, Drupal, PowerPress, Slashdot, beehiiv); forms and buttons
 * (Substack, Ghost); players that need a script (Ghost); heading anchors; podcast hosts' notes on advertisements; file
 * names and sizes (Discourse); notes that there is nothing (GitHub, Vimeo) or more (Bluesky); and Google News's
 * headlines of other reports, which differ at each visit.
 */
// A tag begins with a letter: this lookahead spares lone `<` all alternatives.
const ADDITIONS = new RegExp(
  `(?!<[^a-z])(?:${[
    String.raw`<div class="post-views [^<>]*>(?:\s*<span [^<>]*>[^<]*</span>)+\s*</div>`,
    String.raw`Post Views: [\d., \xA0]{1,12}$`,
    String.raw`<div class="tptn_counter" [^<>]*>[^<]*</div>`,
    String.raw`<p class="button-wrapper"[^<>]*>\s*<a class="button(?=[^<>]*(?:/subscribe\?|action=share|/comments"|%%))[^<>]*>(?:<span>)?[^<]{0,60}(?:</span>)?</a>\s*</p>`,
    String.raw`<div class="subscription-widget-wrap(?:(?!<div class="subscription-widget-wrap)[^]){0,3000}?</form>\s*</div>\s*</div>`,
    String.raw`<div class="kg-card kg-signup-card(?:(?!<div class="kg-card)[^]){0,6000}?</form>\s*(?:<p class="kg-signup-card-disclaimer[^<>]*>(?:<span[^<>]*>)?[^<]*(?:</span>)?</p>)?`,
    String.raw`<div class="kg-(?:audio|video)-player">(?:(?!<div class="kg-(?:audio|video)-player)[^]){0,6000}?-volume-slider"[^<>]*>\s*</div>`,
    String.raw`<img class="kg-bookmark-icon"[^<>]*>`,
    String.raw`<a\b(?=[^<>]*\shref=["']?[^"'<>\s]*#)[^<>]*>\s*(?:[#¶§]|🔗|&(?:para|sect|#182|#167|#xb6|#x1f517);)\s*</a>`,
    String.raw`<a\b[^<>]*\sclass="sl-anchor-link"(?:(?!</?a\b)[^]){0,3000}</a>`,
    String.raw`(?:<hr ?/?>)?<p><a [^<>]*>[^<]*</a> was originally published in <a [^<>]*>[^<]*</a> on Medium, where [^<]{0,120}</p>\s*$`,
    // "The post PAGE appeared first on SITE", in any language.
    String.raw`<p>[^<]{0,40}<a [^<>]{0,40}href="(?<site>https?://[^"]{4,100}?)/?[^"]*"[^<>]*>[^<]*</a>[^<]{1,60}<a [^<>]{0,40}href="\k<site>/?"[^<>]*>[^<]*</a>\.?</p>\s*$`,
    String.raw`<p class="powerpress_(?:(?!</?p\b)[^]){0,3000}</p>`,
    String.raw`<span class="field field--name-(?:title|uid|created) [^<>]*>\s*(?:<(?:span|a|time)\b[^<>]*>)?[^<]*(?:</(?:span|a|time)>)?\s*</span>\s*`,
    String.raw`<ul class="links inline">(?:(?!<ul)[^]){0,3000}?</ul>`,
    String.raw`(?:<[hb]r ?/?>\s*){0,2}(?:<p[^<>]*>\s*)?(?:Learn more about your ad choices\. Visit|Hosted on Acast\. See|See (?=(?:<a [^<>]*>)?(?:https?://)?omnystudio\.com)|See Privacy Policy at (?=(?:<a [^<>]*>)?https?://art19\.com))[^]{0,400}$`,
    String.raw`(?:<p>)?This article originally appeared on [^<]{1,60} at (?:<a [^<>]*>)?https?://[^\s<]+(?:</a>)?(?:</p>)?$`,
    String.raw`<div class="share_submission"(?:(?!<div)[^]){0,3000}?</div>`,
    String.raw`<p><a [^<>]*>Read more of this story</a> at Slashdot\.</p>`,
    String.raw`<div class='beehiiv__footer'>[^]{0,1000}$`,
    String.raw`(?:<hr ?/?>\s*)?<p>Comments URL: <a [^<>]*>[^<]*</a></p>\s*(?=<p>Points: )`,
    String.raw`<p>Points: \d{1,9}</p>\s*<p># Comments: \d{1,9}</p>\s*`,
    String.raw`<p><small>[^<\d]{0,40}\d[^<]{0,40} - [^<\d]{0,40}\d[^<]{0,40}</small></p>\s*<p><a href="[^"]*">[^<]*</a></p>\s*$`,
    String.raw`<span class="(?:filename|informations)">[^<]*</span>`,
    String.raw`<p>[^<]{1,60}<(?<mark>a|span)\b[^<>]*>[^<]*</\k<mark>> — (?:[^<—]{0,50}\d:\d\d[^<—]{0,10}|[^<—]{1,60}(?: — [^<—]{1,60})?(?: — [^<—\d]{1,40}\d[\d.,\s]{0,12}){2})</p>(?=\s*<hr)`,
    String.raw`\[(?<=\S\s{1,2}\[)contains quote post or other embedded content\]$`,
  ].join('|')})`,
  'g',
)

/** The same, at the beginning of a text only. They are separate, since unanchored patterns would slow all others. */
const BEGINNING = new RegExp(
  String.raw`^\s*(?:${[
    String.raw`<p><a [^<>]*>[^<]*</a> posted a (?:photo|video):</p>`,
    String.raw`(?:<p>)?<a [^<>]*>Comments</a>(?:</p>)?\s*$`,
    String.raw`No content\.$`,
    String.raw`This is &quot;[^<]{1,300}&quot; by [^<]{1,100} on Vimeo, the home for high quality videos and the people who love them\.\s*$`,
    String.raw`(?:作者：[^<]{0,500}<br ?/?>\s*)?摘要：(?:<正>)?`,
    String.raw`arXiv:\S+ Announce Type: [\w-]+(?:\s|<br>)+Abstract:\s*`,
    String.raw`<p>[^<]{1,80}, Published online: [^<]{1,40}; <a [^<>]*>doi:[^<]*</a></p>`,
    String.raw`[^<]{0,160}\b(?:Volume \d[^<]{0,100}|Ahead of Print|Early ?View)\.?\s*<br ?/?>\s*\.?`,
    String.raw`<h[1-6]>\s*[Aa](?:bstract|BSTRACT)\s*</h[1-6]>`,
    String.raw`<p>Publication date: [^<]*</p>\s*<p><b>Source:</b>[^<]*</p>\s*(?:<p>Author\(s\): [^<]*</p>\s*)?`,
    String.raw`${LEMMY_COUNTS.source}(?:<a href="(?<link>[^"]*)">\k<link></a>(?:<br\s*\/?>)*)?`,
    String.raw`(?:<ol>\s*<li>)?<a href="https://news\.google\.com/[^]*$`,
  ].join('|')})`,
)

/** A link at the end of a text, in a line or after a sentence of its own; as hnrss.org names it, also alone. */
const LAST_LINK =
  /(?<=(?:^|[>.!?…»”。！？]|&(?:#8230|hellip);)\s{0,20})(?:<(?:p|div|br)\b[^<>]*>\s{0,20}){0,3}(Article URL: )?\[?<a\b[^<>]*\shref ?=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>(?:[^<]|<\/?(?:span|b|strong|em|i)\b[^<>]*>){1,200}<\/a>\]?(?:\s|<\/(?:p|div)>|<br ?\/?>){0,20}$/

/**
 * Removes software's additions from a text.
 *
 * @param page of the entry: the last links to it, `links` at most, say "Read more" or "Comments", in any language
 */
export function withoutAdditions(html: string, page: string | undefined, links = 2): string {
  const said = PREPRINTS.test(page ?? '') ? withoutMarks(html) : html
  const text = said.replace(ADDITIONS, '').replace(BEGINNING, '').trimEnd()
  const endsInLink = page !== undefined && text.indexOf('</a>', text.length - MAX_AFTER_LINK) >= 0
  const [link, label, quoted, other] = (endsInLink ? LAST_LINK.exec(text.slice(-MAX_LAST)) : null) ?? []
  const target = httpUrl(quoted ?? other, page)
  if (link === undefined || target === undefined || canonicalKey(target) !== canonicalKey(page ?? ''))
    return text
  const rest = text.slice(0, -link.length).trimEnd()
  if (label === undefined && /^(?:<[^<>]*>|\s)*$/.test(rest.slice(0, MAX_LAST))) return text
  return links > 1 ? withoutAdditions(rest, page, links - 1) : rest
}

/** Feeds of these sites have the marks of their typesetting in the abstracts. */
const PREPRINTS = /^https?:\/\/(?:www|connect)\.(?:bio|med)rxiv\.org\//

/** An abstract without its figures and tables, small capitals and the word "Abstract", and with its parts and points on lines. */
function withoutMarks(html: string): string {
  return html
    .replace(/O_(FIG|TBL)\b[^]*?(?:C_\1|$)|[OC]_SCP(?:LOW|CAP)|C_LI/g, '')
    .replace(/^\s*(?:Abstract|ABSTRACT)(?:\/Summary)?(?=[A-Z])/, '')
    .replace(/O_(?:ST_ABS|LI)/g, '\n')
    .replaceAll('C_ST_ABS', ': ')
}

/** Longest end of a text in which a last link is looked for, and of what follows the link, characters. */
const [MAX_LAST, MAX_AFTER_LINK] = [2_000, 100]

/** Lengths of lines that a program has wrapped, characters. */
const [SHORTEST_BROKEN, LONGEST_BROKEN] = [50, 100]
/** Fewer lines have equal lengths by chance. */
const MIN_BROKEN = 3

/**
 * Keeps the line breaks of a text without markup, except those of automatic wrapping: lines indented after the first,
 * or filled to equal lengths. Of these, only blank lines and list bullets are kept.
 */
export function withLines(html: string): string {
  if (!html.includes('\n') || /(?:<|&lt;)\/?[a-z]/i.test(html)) return html
  const text = html.replaceAll('\r\n', '\n').replace(/\n\s*\n/g, '\n\n')
  const lines = text.split('\n')
  const isBroken = lines.every((line, at) => at === 0 || /^(?:\s|$)/.test(line)) || isFilled(lines)
  const kept = isBroken ? /\n(?=\n|\s*(?:[-*•–]|\d{1,2}[.)])\s)|(?<=\n)\n/g : /\n/g
  return text.replace(kept, '<br>\n')
}

/** Whether the lines are wrapped at one length. */
function isFilled(lines: readonly string[]): boolean {
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  if (longest > LONGEST_BROKEN) return false
  let broken = 0
  for (const [at, { length }] of lines.entries()) {
    const [word = ''] = /^\S+/.exec(lines[at + 1] ?? '') ?? []
    if (length === 0 || word === '') continue
    if (length < SHORTEST_BROKEN || length + 1 + word.length <= longest) return false
    broken++
  }
  return broken >= MIN_BROKEN
}

/** An element's content as HTML: its text if escaped or in CDATA, otherwise its markup. */
export function innerHtml(element: XmlElement, document: XmlDocument): string {
  return element.children.length === 0 ? element.text.trim() : innerMarkup(element, document, false)
}

const ADDRESS = /(\s(?:href|src|poster|cite)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi

/**
 * Makes links absolute if the element has its own `xml:base`. Other links stay relative to the entry's page, and the
 * sanitiser resolves them.
 */
export function withBase(html: string, element: XmlElement, document: XmlDocument): string {
  const { base } = element
  if (base === undefined || base === document.root.base) return html
  return html.replace(ADDRESS, (whole, start: string, double?: string, single?: string) => {
    const written = double ?? single ?? ''
    if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(written) || !URL.canParse(written, base))
      return whole
    return `${start}"${new URL(written, base).href.replaceAll('"', '%22')}"`
  })
}

/** The markup of an XHTML construct, without the `div` that RFC 4287, section 3.1.1.3, requires around it. */
export function innerXhtml(element: XmlElement, document: XmlDocument): string {
  const [only] = element.children
  const wrapped =
    only !== undefined &&
    element.children.length === 1 &&
    element.text.trim() === '' &&
    /^(?:xhtml:)?div$/.test(only.name)
  return innerMarkup(wrapped ? only : element, document, true)
}

function innerMarkup(element: XmlElement, { source }: XmlDocument, literalCdata: boolean): string {
  let markup = source.slice(element.start, element.end)
  if (markup.includes('<![CDATA[')) {
    markup = markup.replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, (_, text: string) =>
      literalCdata ? escapeHtml(text) : text,
    )
  }
  // `<xh:p>` means `<p>`, but HTML has no prefixes.
  if (element.children.some((child) => child.name.startsWith('xhtml:'))) {
    markup = markup.replace(/(<\/?)[\w.-]+:(?=[a-z])/gi, '$1')
  }
  return markup.trim()
}
