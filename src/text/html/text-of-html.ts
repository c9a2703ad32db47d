import { decodeHTML } from 'entities'

/**
 * What is never seen and only harms: controls but tab and line ends, marks that turn or embed the
 * direction of text, the byte order mark, the soft hyphen, the zero-width space, interlinear marks and
 * noncharacters. Joiners stay: Persian and emoji need them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- controls are what it is about
  /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/g

/** White space that is not one plain space: single spaces, the most of it, need no work. */
const UNEVEN_SPACE = / \s+|[^\S ]\s*/g

/** Text that UTF-8 can hold: a half of a character outside the basic plane that stands alone becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.toWellFormed()
}

/** Text without what is never seen, in Unicode's composed form; its lines stay. */
export function cleanText(text: string): string {
  return wellFormed(text).replace(UNSEEN, '').normalize('NFC')
}

/** Every run of white space as one space. */
export function foldSpace(text: string): string {
  return text.replace(UNEVEN_SPACE, ' ')
}

/** Text on one line: cleaned, space folded, none at its ends. */
export function oneLine(text: string): string {
  return foldSpace(cleanText(text)).trim()
}

/** References that nobody writes about but that are left over where a feed escapes them twice; not `&lt;`, which is. */
const LEFTOVER =
  /&(?:amp|nbsp|quot|apos|[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|slash|ring|lig)|[lr][sd]quo|[lr]aquo|[mn]dash|hellip|trade|reg|copy|frac\d\d|euro|pound|deg|middot|bull|#\d{2,6}|#x[\da-f]{2,5});/gi

/** Decodes once more what a feed escaped twice, in a text that is decoded already. */
export function decodeLeftovers(text: string): string {
  return text.includes('&') ? cleanText(text.replace(LEFTOVER, (reference) => decodeHTML(reference))) : text
}

/** Numeric references to 128..159, which browsers read as the signs of windows-1252 in these places. */
const C1_REFERENCE = /&#(?:0*1(?:2[89]|[345]\d)(?!\d)|x0*[89][\da-f](?![\da-f]));?/gi

/**
 * Writes the signs that `&#128;` to `&#159;` stand for in their place, and a space for those that stand for nothing: without one, what is left
 * and right of them could become another reference.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state
 */
export function withoutC1References(html: string): string {
  if (!html.includes('&#')) return html
  return html.replace(C1_REFERENCE, (written) => cleanText(decodeHTML(written)) || ' ')
}

/** Decodes HTML character references once. */
export function decodeReferences(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text
}
