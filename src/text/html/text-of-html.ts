import { decodeHTML } from 'entities'

/**
 * Invisible characters that only do harm: controls except tab and line ends, marks that change the direction
 * of text, the byte order mark, the soft hyphen, the zero-width space, interlinear marks and noncharacters.
 * Joiners are not among them, because Persian and emoji need them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- controls are what it is about
  /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/g

/** Consecutive joiners with which newsletters pad their preview. */
const PADDING = /(?:[\u034F\u200C\u2007][^\S\n]*){3,}/g

/** White space other than a single plain space: single spaces are the most frequent and need no change. */
const UNEVEN_SPACE = / \s+|[^\S ]\s*/g

/** Removes invisible characters and halves of surrogate pairs, and normalises to NFC. Line ends stay. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNSEEN, '').replace(PADDING, ' ').normalize('NFC')
}

/** Replaces each run of white space by one space. */
export function foldSpace(text: string): string {
  return text.replace(UNEVEN_SPACE, ' ')
}

/** Makes one line of a text: cleaned, with single spaces and none at the ends. */
export function oneLine(text: string): string {
  return foldSpace(cleanText(text)).trim()
}

/**
 * Characters that programs see and people do not: text directions, tags, variation selectors except those of emoji,
 * private use. Joiners are not among them, because Persian and emoji need them.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cn}\uFE00-\uFE0D\u{E0100}-\u{E01EF}]/gu

/** Makes a publisher's text one line without control and hidden characters, for terminals, chats, mails and models. */
export function visibleLine(text: string): string {
  return oneLine(text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(HIDDEN, ''))
}

/** Doubly escaped references in HTML. `&lt;` is excluded, because articles about HTML write it on purpose. */
const ESCAPED_REFERENCE =
  /&amp;(?=(?:amp|nbsp|quot|apos|[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|slash|ring|lig)|[lr][sd]quo|[lr]aquo|[mn]dash|hellip|trade|reg|copy|frac\d\d|euro|pound|deg|middot|bull|#\d{2,6}|#x[\da-f]{2,5});)/gi

/** Numeric references to 128..159. Browsers read them as windows-1252. */
const C1_REFERENCE = /&#(?:0*1(?:2[89]|[345]\d)(?!\d)|x0*[89][\da-f](?![\da-f]));?/gi

/**
 * Replaces `&#128;` to `&#159;` by their characters in windows-1252, or by a space if there is none. Without
 * the space, the text on both sides could join to another reference.
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

/** Makes references of those that a feed escaped twice. */
export function unescapeReferences(html: string): string {
  return html.includes('&amp;') ? html.replace(ESCAPED_REFERENCE, '&') : html
}

/** Decodes HTML character references, and those twice that a feed escaped twice. */
export function decodeAllReferences(text: string): string {
  return decodeReferences(unescapeReferences(text))
}
