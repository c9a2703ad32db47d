import { escapeHtml, plainTextToHtml } from '../../text/html/escape-html.ts'
import type { XmlDocument, XmlElement } from '../../text/xml/tree.ts'

/** Converts plain text to HTML and keeps its lines. */
export function linesToHtml(text: string): string {
  return plainTextToHtml(text.trim()).replace(/\r?\n/g, '<br>\n')
}

/** HTML for text that may be HTML or plain: publishers send either and do not say which. */
export function htmlOrLines(text: string): string {
  return /<\/?[a-z][a-z0-9]*[\s/>]/i.test(text) ? text : linesToHtml(text)
}

/** The line above the text of a post of Lemmy: who submitted it where, and its counts. */
export const LEMMY_COUNTS =
  /^\s*submitted by <a [^<>]*>[^<]*<\/a> to <a [^<>]*>[^<]*<\/a><br\s*\/?>(-?\d{1,9}) points \| <a [^<>]*>(\d{1,9}) comments<\/a>(?:<br\s*\/?>)*/

/**
 * What software writes into texts that is no text: the counts of Hacker News' feeds, Lemmy, Discourse (in the language of the
 * forum), phpBB and two plugins of WordPress, which change with every vote and every view, a link to the comments that stands
 * alone, the number before an abstract of arXiv, the forms and buttons of Substack, the last line of Medium, and the headlines of
 * other reports in Google News, which are others at each visit.
 */
const ADDITIONS = new RegExp(
  [
    String.raw`<div class="post-views [^<>]*>(?:\s*<span [^<>]*>[^<]*</span>)+\s*</div>`,
    String.raw`Post Views: [\d., \xA0]{1,12}$`,
    String.raw`<div class="tptn_counter" [^<>]*>[^<]*</div>`,
    String.raw`<p class="button-wrapper"[^<>]*>\s*<a class="button(?=[^<>]*(?:/subscribe\?|action=share|/comments"|%%))[^<>]*>(?:<span>)?[^<]{0,60}(?:</span>)?</a>\s*</p>`,
    String.raw`<div class="subscription-widget-wrap(?:(?!<div class="subscription-widget-wrap)[^]){0,3000}?</form>\s*</div>\s*</div>`,
    String.raw`(?:<hr ?/?>)?<p><a [^<>]*>[^<]*</a> was originally published in <a [^<>]*>[^<]*</a> on Medium, where [^<]{0,120}</p>\s*$`,
    String.raw`<p>Points: \d{1,9}</p>\s*<p># Comments: \d{1,9}</p>\s*`,
    String.raw`<p><small>[^<\d]{0,40}\d[^<]{0,40} - [^<\d]{0,40}\d[^<]{0,40}</small></p>\s*<p><a href="[^"]*">[^<]*</a></p>\s*$`,
    String.raw`<p>[^<]{1,60}<(a|span)\b[^<>]*>[^<]*</\1>(?: — [^<—]{1,60}){1,2}(?: — [^<—\d]{1,40}\d[\d.,\s]{0,12}){2}</p>(?=\s*<hr)`,
    String.raw`^\s*(?:<p>)?<a [^<>]*>Comments</a>(?:</p>)?\s*$`,
    String.raw`^\s*arXiv:\S+ Announce Type: [\w-]+(?:\s|<br>)+Abstract:\s*`,
    // Its groups come after the one that is named above.
    LEMMY_COUNTS.source,
    String.raw`^\s*<ol>\s*<li><a href="https://news\.google\.com/[^]*$`,
  ].join('|'),
  'g',
)

export function withoutAdditions(html: string): string {
  return html.replace(ADDITIONS, '').trimEnd()
}

/** Lengths of lines that a program has broken, in characters. */
const [SHORTEST_BROKEN, LONGEST_BROKEN] = [50, 100]
/** Fewer lines are of one length by chance. */
const MIN_BROKEN = 3

/**
 * Keeps the lines of a text that has no markup. Lines after the first that are all indented, and lines that each end where the next
 * word has no room, were broken by a program: only blank lines and the points of lists count among them.
 */
export function withLines(html: string): string {
  if (!html.includes('\n') || /(?:<|&lt;)\/?[a-z]/i.test(html)) return html
  const text = html.replaceAll('\r\n', '\n').replace(/\n\s*\n/g, '\n\n')
  const lines = text.split('\n')
  const isBroken = lines.every((line, at) => at === 0 || /^(?:\s|$)/.test(line)) || isFilled(lines)
  const kept = isBroken ? /\n(?=\n|\s*(?:[-*•–]|\d{1,2}[.)])\s)|(?<=\n)\n/g : /\n/g
  return text.replace(kept, '<br>\n')
}

/** Whether lines are of one length, as far as words allow it. */
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

/** The content of an element as HTML: its text if that is escaped or in CDATA, else its markup. */
export function innerHtml(element: XmlElement, document: XmlDocument): string {
  return element.children.length === 0 ? element.text.trim() : innerMarkup(element, document, false)
}

/** Attributes that hold addresses. */
const ADDRESS = /(\s(?:href|src|poster|cite)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi

/**
 * Makes links absolute if the element has a base of its own (`xml:base`). Other links stay as they are: they are
 * relative to the entry's page, and the sanitiser resolves them.
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
