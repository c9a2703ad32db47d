import { graphemeStart } from '../../text/graphemes.ts'
import { UNTITLED_EMBED } from '../../text/html/embeds.ts'
import { type Sanitized, htmlToText } from '../../text/html/sanitize.ts'
import { foldSpace } from '../../text/html/text-of-html.ts'
import { lettersOf } from '../../text/letters.ts'
import { isIdeograph } from '../../text/word-count.ts'
import { defused } from './defused.ts'

/** Longest summary, in UTF-16 units, so it is never longer in code points or graphemes. */
const MAX_SUMMARY_CHARS = 300

/** Smallest share of the allowed length to which a sentence end may shorten the text. */
const MIN_PART = 0.5

const SENTENCE_ENDS = '.!?…؟।'
const DENSE_SENTENCE_ENDS = '。！？'
const CLOSING_MARKS = '"\'”’»」』)）]'

/**
 * Words whose period does not end a sentence: initials, numbers of lists and days, titles. Other abbreviations are
 * recognised by a following lower-case letter or number.
 */
const ABBREVIATED =
  /(?<=^|[\s("“„«[])(?:(?:\p{L}\.)*[\p{Lu}\p{Ll}]|\d{1,2}|[DM]r|M[rs]s|Ms|Prof|Sen|Rep|Gov|Gen|Col|Capt|Lt|Sgt|Rev|St|vs|Inc|Corp|Co|Ltd|[JS]r|Nr|No)\.$/u
const LONGEST_ABBREVIATED = 12

/** "Read on" in languages other than English, as publishing tools write it. */
const READ_ON = [
  'weiterlesen|mehr lesen|lire la suite|en savoir plus|leer más|seguir leyendo|leggi tutto|continua a leggere',
  'leia mais|ler mais|continuar a ler|lees (?:verder|meer)|läs mer|les mer|læs mere|lue lisää|czytaj (?:więcej|dalej)',
  'číst dál|devamını oku|читать (?:далее|дальше|полностью)|читати далі|اقرأ المزيد|阅读全文|閱讀全文|続きを読む|더 보기',
].join('|')

/** The same before the name of a site: "Read more at", "Weiterlesen auf". */
const READ_ON_AT = [
  'read (?:more|(?:the )?full story) (?:at|on|for)',
  `(?:${READ_ON}) (?:auf|bei|sur|chez|en|su|em|n[oa]|op|bij|på|hos|na|на)`,
].join('|')

/** WordPress's "The post … appeared first on …", with the article's name, then the site's. */
const FIRST_ON = [
  'The post .{1,200} (?:appeared first on|first appeared on)',
  'Der Beitrag .{1,200} erschien zuerst auf',
  "L['’]article .{1,200} est apparu en premier sur",
  'La entrada .{1,200} (?:se publicó primero en|aparece primero en|apareció primero en)',
  'O post .{1,200} apareceu primeiro em',
  '(?:Het bericht|De post) .{1,200} verscheen eerst op',
  '(?:Artykuł|Post) .{1,200} pochodzi z serwisu',
].join('|')

/** Reddit's addition to each post. */
const SUBMITTED = String.raw`submitted by\s+/u/\S+(?:\s+to\s+\S+)?(?:\s+\[link\])?(?:\s+\[\d*\s?comments?\])?`

/** Additions of publishing tools at the end of a summary. */
const TRAILER = new RegExp(
  [
    String.raw` ?(?:\[(?:…|\.{3}|&hellip;)\](?: ?more ?[→»>]+)?|(?:…|\.{3}) ?more ?[→»>]+)$`,
    String.raw`\s?(?:…|\.{3})?\s(?:\(?(?:read|continue reading|show|learn)\s(?:more|the full (?:article|story)|on)\)?|continue reading)\s?(?:→|»|>+|\.{3}|…)?$`,
    String.raw`(?:^|\s)continue reading on .{0,60}»$`,
    String.raw`(?:^|(?<=[.!?…»”"])\s)(?:${READ_ON_AT}) (?:[^.!?]|\.(?=\S)){1,60}[.!]?$`,
    String.raw`(?:(?:…|\.{3})\s?|\s|(?<=[。！？]))[[(]?(?:${READ_ON})[\])]?\s?(?:→|»|>+|\.{3}|…)?$`,
    String.raw`(?:^|\s)(?:${FIRST_ON}) .{1,80}$`,
    String.raw`(?:^|\s)${SUBMITTED}$`,
    String.raw`\s(?:Filed under|Posted in):\s.{1,120}$`,
    String.raw`(?<=…|\.{3}|\])\s?continue reading\s.{1,120}$`,
    String.raw`(?:\s\|?\s?(?:Read|Permalink|Email this|Linking Blogs|Comments(?: \(\d+\))?)(?=\s\||$)){2,}$`,
    String.raw`(?<=[.!?…”"»)])\s[★∞¶↩]\uFE0E?$`,
    String.raw`\s(?:©|\(c\)|Copyright)\s.{2,80}\brights reserved.{0,40}$`,
  ].join('|'),
  'i',
)

/** Tags on their own line above a text. */
const FILED_FIRST = /^\s*Filed under:[^\n]{1,400}\n+/i

/** Maximum length of the HTML that a summary is made from, in characters. */
export const MAX_SUMMARY_SOURCE_CHARS = 20_000

/**
 * Maximum length of the text that a summary is made from, characters. Leaves room for everything that `summarize`
 * removes.
 */
const MAX_SUMMARY_TEXT_CHARS = 2_000

/** Maximum difference in length between a title and a summary that repeats it, characters. */
const MAX_PUNCTUATION = 50

const CAPTIONS = /<(figcaption)\b[^]*?(?:<\/\1>|$)/gi
const HEADINGS_AND_CAPTIONS = /<(figcaption|h[1-6])\b[^]*?(?:<\/\1>|$)/gi

/**
 * The beginning of a text, without captions and, if there is a title, without headings, unless nothing else is left.
 *
 * @param content HTML, and its plain text
 */
export function beginningOf({ html, text }: Pick<Sanitized, 'html' | 'text'>, title: string): string {
  const start = html.slice(0, MAX_SUMMARY_SOURCE_CHARS)
  const running = start.replace(title === '' ? CAPTIONS : HEADINGS_AND_CAPTIONS, '\n')
  const rest = running === start ? '' : htmlToText(running)
  return summaryFrom(/\p{L}/u.test(rest) ? rest : text, title)
}

/** A summary of a text, without a leading player or title. */
function summaryFrom(text: string, title: string): string {
  const beginning = text.slice(0, MAX_SUMMARY_TEXT_CHARS)
  return summarize(defused(withoutTitle(beginning.replace(UNTITLED_EMBED, '') || beginning, title)))
}

/** Removes the title from the beginning of a text, where it is a line or whole sentences. */
function withoutTitle(text: string, title: string): string {
  if (title === '') return text
  const [, line = '', rest = ''] = /^([^\n]+)\n+([^]+)$/.exec(text) ?? []
  if (isSameText(line, title)) return rest
  if (!text.toLowerCase().startsWith(title.toLowerCase())) return text
  const [mark = ''] = /^(?:[。！？]|[.!?]?["”’)]?(?=\s))/.exec(text.slice(title.length)) ?? []
  const end = title.length + mark.length
  const sentence = text.slice(0, end)
  return /[.!?]["”’)]?$|[。！？]$/.test(sentence) && !goesOn(text, end, end) ? text.slice(end) : text
}

/** Whether two texts differ only in case, space and some punctuation. */
export function isSameText(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= MAX_PUNCTUATION && lettersOf(one) === lettersOf(other)
}

/**
 * Summarises plain text on one line of at most 300 characters. It is cut after a sentence that ends in the second half;
 * otherwise between words, or between characters in text without spaces, with an ellipsis.
 *
 * @param text of any length; line ends count as spaces
 */
export function summarize(text: string): string {
  const line = foldSpace(text.slice(0, 4 * MAX_SUMMARY_CHARS).replace(FILED_FIRST, '')).trim()
  const whole = line.length < 3 * MAX_SUMMARY_CHARS ? line.replace(TRAILER, '').trim() : line
  return cutText(whole, MAX_SUMMARY_CHARS)
}

/** Cuts a line to `most` UTF-16 units as `summarize` does. */
export function cutText(line: string, most: number): string {
  if (line.length <= most) return line
  const sentence = sentenceEnd(line, most)
  if (sentence > 0) return line.slice(0, sentence)

  const cut = line.slice(0, wordEnd(line, most - 1)).replace(/[\s,;:–—-]+$/, '')
  return `${cut}…`
}

/** The end of the last sentence that ends in the second half of `most`; 0 if none does. */
function sentenceEnd(line: string, most: number): number {
  for (let end = most; end >= most * MIN_PART; end--) {
    if (line.charCodeAt(end - 1) > 0x3000 && DENSE_SENTENCE_ENDS.includes(line.charAt(end - 1))) return end
    if (line.charAt(end) !== ' ') continue
    let mark = end - 1
    while (mark > 0 && CLOSING_MARKS.includes(line.charAt(mark))) mark--
    if (SENTENCE_ENDS.includes(line.charAt(mark)) && !goesOn(line, mark + 1, end)) return end
  }
  return 0
}

/** Whether the sentence continues after a mark and the space at `end`. */
function goesOn(line: string, mark: number, end: number): boolean {
  return (
    /^(?!https?:|\p{Ll}\p{Lu})[\p{Ll}\p{N}]/u.test(line.slice(end + 1, end + 7)) ||
    ABBREVIATED.test(line.slice(Math.max(0, mark - LONGEST_ABBREVIATED), mark))
  )
}

/** The last offset up to `most` that splits neither a word nor a character. */
function wordEnd(line: string, most: number): number {
  for (let at = most; at > most / 2; at--) {
    const [before, after] = [line.charAt(at - 1), line.charAt(at)]
    if (after === ' ' || isIdeograph(before) || isIdeograph(after)) return graphemeStart(line, at)
  }
  return graphemeStart(line, most)
}
