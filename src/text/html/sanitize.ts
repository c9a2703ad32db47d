import { Tokenizer } from 'htmlparser2'
import { writeAttributes } from './attributes.ts'
import { DROPPED, ELEMENTS, FOREIGN, GAPS, type ElementRule } from './rules.ts'
import {
  cleanText,
  decodeAllReferences,
  decodeReferences,
  foldSpace,
  withoutC1References,
} from './text-of-html.ts'

/** The safe form of HTML from a feed. */
export interface Sanitized {
  /** Only elements and attributes of `rules.ts`. All tags are closed. URLs are http, https or mailto. */
  readonly html: string
  /** Plain text, with blank lines between paragraphs and single line ends between rows. */
  readonly text: string
  /** URL of the first image that stays and is not a decoration. */
  readonly imageUrl: string | undefined
}

/** Longer HTML is cut, in characters. No article is that long. */
const MAX_HTML_CHARS = 1_000_000

/** Deeper elements lose their tags but keep their text. Deep nesting makes browsers and feed readers slow. */
const MAX_DEPTH = 100

/**
 * Markup that was escaped twice: the text begins with an escaped start tag or contains an escaped end tag.
 */
const ESCAPED_TWICE =
  /^\s*&lt;(?:p|br|div|a|img|ul|ol|strong|em|b|i|span|blockquote|table|h[1-6])(?:\s|\/?&gt;)|&lt;\/(?:p|div|a|ul|ol|li|strong|em|b|i|span|blockquote|h[1-6])&gt;/i

/** Maximum number of attributes of an element. Later ones are ignored. */
const MAX_ATTRIBUTES = 50

/** Matches text that `tidyLines` must change. */
const UNTIDY = /^\s|\s$|[^\S\n ]| {2}| \n|\n |\n{3}/

/**
 * Makes safe HTML and plain text from a feed's HTML, in one pass and linear time. Markup is never copied. The
 * output is written from the parsed elements, so a browser cannot parse it in another way.
 *
 * @param html from the feed; plain text is HTML too
 * @param base the entry's URL, which resolves relative URLs
 */
export function sanitize(html: string, base: string | undefined): Sanitized {
  const clean = withoutC1References(cleanText(html.slice(0, MAX_HTML_CHARS)))
  if (clean.includes('<')) return rewrite(clean, base)
  if (ESCAPED_TWICE.test(clean)) return rewrite(withoutC1References(decodeReferences(clean)), base)
  return {
    html: withNames(clean.replaceAll('>', '&gt;')).trim(),
    text: tidyLines(foldSpace(clean)),
    imageUrl: undefined,
  }
}

/** Gives the plain text of HTML, as `sanitize` does. */
export function textOf(html: string): string {
  return sanitize(html, undefined).text
}

interface OpenElement {
  readonly name: string
  readonly rule: ElementRule
  /** Index of its start tag in the output. */
  readonly at: number
}

function rewrite(source: string, base: string | undefined): Sanitized {
  const out: string[] = []
  const open: OpenElement[] = []
  let text = ''
  /** The gap before the next text, as in `GAPS`. */
  let gap = 0
  let preformatted = 0
  /** Whether lines of the text may end in white space or contain runs of it. */
  let untidy = false
  let imageUrl: string | undefined
  /** The element whose content is dropped, and the number of open elements of its name. */
  let dropping = ''
  let dropDepth = 0
  let name = ''
  let rule: ElementRule | undefined
  let attributes = new Map<string, string>()
  let attribute = ''
  let value = ''

  function addText(piece: string): void {
    out.push(piece.includes('<') || piece.includes('>') ? escapeText(piece) : piece)
    const folded = preformatted > 0 ? piece : foldSpace(piece)
    const bare = preformatted > 0 ? folded : folded.trim()
    if (folded.startsWith(' ')) gap = Math.max(gap, 0.5)
    if (bare === '') return
    untidy ||= preformatted > 0
    if (text !== '') text += gap >= 2 ? '\n\n' : gap >= 1 ? '\n' : gap > 0 ? ' ' : ''
    text += bare
    gap = folded.endsWith(' ') ? 0.5 : 0
  }

  function close(): void {
    const element = open.pop()
    if (!element) return
    if (element.name === 'pre') preformatted--
    gap = Math.max(gap, GAPS.get(element.name) ?? 0)
    if (element.at === out.length - 1 && !element.rule.keepsEmpty) out.pop()
    else out.push(`</${element.name}>`)
  }

  function openElement(): void {
    gap = Math.max(gap, GAPS.get(name) ?? 0)
    if (!rule) return
    for (let last = open.at(-1); last && rule.closes.has(last.name); last = open.at(-1)) close()
    if (open.length >= MAX_DEPTH && !rule.isVoid) return
    const written = writeAttributes(name, rule, attributes, base)
    if (!written) return
    imageUrl ??= written.imageUrl
    out.push(`<${name}${written.markup}>`)
    if (rule.isVoid) return
    open.push({ name, rule, at: out.length - 1 })
    if (name === 'pre') preformatted++
  }

  function startTag(selfClosing: boolean): void {
    if (dropping !== '') {
      if (name === dropping && !(selfClosing && FOREIGN.has(name))) dropDepth++
    } else if (DROPPED.has(name)) {
      if (selfClosing && FOREIGN.has(name)) return
      dropping = name
      dropDepth = 1
    } else {
      openElement()
    }
  }

  function endTag(ended: string): void {
    if (dropping !== '') {
      if (ended === dropping && --dropDepth === 0) dropping = ''
      return
    }
    const at = open.findLastIndex((element) => element.name === ended)
    if (at < 0) {
      // Browsers read a stray </br> as a line end and a stray </p> as an empty paragraph.
      gap = Math.max(gap, GAPS.get(ended) ?? 0)
      if (ended === 'br') out.push('<br>')
      return
    }
    while (open.length > at) close()
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext(start, end) {
        if (dropping === '') addText(source.slice(start, end))
      },
      onopentagname(start, end) {
        name = source.slice(start, end).toLowerCase()
        if (name === 'image') name = 'img'
        rule = dropping === '' ? ELEMENTS.get(name) : undefined
        if (attributes.size > 0) attributes = new Map()
      },
      onattribname(start, end) {
        attribute = rule ? source.slice(start, end).toLowerCase() : ''
        value = ''
      },
      onattribdata(start, end) {
        if (rule) value += source.slice(start, end)
      },
      onattribend() {
        // The first of equal names counts, as in browsers.
        if (rule && attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, value)
      },
      onopentagend() {
        startTag(false)
      },
      onselfclosingtag() {
        startTag(true)
      },
      onclosetag(start, end) {
        endTag(source.slice(start, end).toLowerCase())
      },
      isInForeignContext: () => FOREIGN.has(dropping),
      onattribentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontextentity: ignore,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  while (open.length > 0) close()
  const plain = untidy || text.includes('&') ? tidyLines(text) : text
  return { html: withNames(out.join('')).trim(), text: plain, imageUrl }
}

/** Writes the references of `plainTextToHtml` by name. */
function withNames(html: string): string {
  if (!html.includes('&#')) return html
  return html.replaceAll('&#38;', '&amp;').replaceAll('&#60;', '&lt;')
}

function ignore(): void {}

/** Escapes `<` and `>`. References stay as they are, since they never become markup. */
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Decodes references, trims the ends of lines and reduces runs of blank lines to one. */
function tidyLines(text: string): string {
  // Characters that were written as references have not been cleaned yet.
  const plain = text.includes('&') ? cleanText(decodeAllReferences(text)) : text
  if (!UNTIDY.test(plain)) return plain
  return plain
    .replace(/ [^\S\n]+|[^\S\n ][^\S\n]*/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
