import { Tokenizer } from 'htmlparser2'
import { readerOf, writeAttributes } from './attributes.ts'
import { EMBEDS, embedOf } from './embeds.ts'
import { escapeHtml, escapeHtmlAndQuotes } from './escape-html.ts'
import { mendMarkup } from './mend-markup.ts'
import { ELEMENTS, FOREIGN, GAPS, isDropped, writingOf, type ElementRule } from './rules.ts'
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

/** Doubly escaped markup: text that begins with an escaped start tag or contains an escaped end tag. */
const ESCAPED_TWICE =
  /^\s*&lt;(?:p|br|div|a|img|ul|ol|strong|em|b|i|span|blockquote|table|h[1-6])(?:\s|\/?&gt;)|&lt;\/(?:p|div|a|ul|ol|li|strong|em|b|i|span|blockquote|h[1-6])&gt;/i

/** Elements that are read as others, of AMP and of Crossref's abstracts. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image', 'img'],
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['jats:title', 'h4'],
  ['jats:p', 'p'],
])

/** A style that preserves line breaks. */
const SHOWN_LINES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)/i

/** Attributes of an element that are read. */
const MAX_ATTRIBUTES = 50

/**
 * Makes safe HTML and plain text from a feed's HTML, in one pass and linear time. Markup is never copied: the output is
 * written from the parsed elements, so a browser cannot parse it differently.
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
export function htmlToText(html: string): string {
  return sanitize(html, undefined).text
}

interface OpenElement {
  readonly name: string
  readonly rule: ElementRule
  /** Index of its start tag in the output. */
  readonly at: number
}

function rewrite(html: string, base: string | undefined): Sanitized {
  const source = mendMarkup(html)
  const out: string[] = []
  const open: OpenElement[] = []
  let text = ''
  /** The gap before the next text, as in `GAPS`. */
  let gap = 0
  let preformatted = 0
  /** Index of the outermost open element that preserves line breaks. */
  let linesFrom = Infinity
  let imageUrl: string | undefined
  /** URLs of the images and videos so far. */
  const shown = new Set<string>()
  /** The last image, and its index in the output. */
  let last: { readonly url: string; readonly at: number } | undefined
  /** The `srcset` of the open `picture`; `undefined` outside of one. */
  let pictureSet: string | undefined
  /** The element whose content is dropped, and the number of open elements of its name. */
  let dropping = ''
  let dropDepth = 0
  let name = ''
  let rule: ElementRule | undefined
  let attributes = new Map<string, string>()
  let attribute = ''
  let value = ''
  /** Whether attributes of the current tag matter. */
  let isRead = false

  function nameAt(start: number, end: number): string {
    const written = source.slice(start, end).toLowerCase()
    return ALIASES.get(written) ?? written
  }

  function addText(piece: string): void {
    const showsLines = linesFrom < Infinity && preformatted === 0
    const written = piece.includes('<') || piece.includes('>') ? escapeText(piece) : piece
    out.push(showsLines ? written.replace(/\r?\n/g, '<br>\n') : written)
    const isKept = showsLines || preformatted > 0
    const folded = isKept ? piece : foldSpace(piece)
    const bare = isKept ? folded : folded.trim()
    if (folded.startsWith(' ')) gap = Math.max(gap, 0.5)
    if (bare === '' || /^r[pt]$/.test(open.at(-1)?.name ?? '')) return
    if (text !== '') text += gap >= 2 ? '\n\n' : gap >= 1 ? '\n' : gap > 0 ? ' ' : ''
    text += bare
    gap = folded.endsWith(' ') ? 0.5 : 0
  }

  function close(): void {
    const element = open.pop()
    if (!element) return
    if (element.name === 'pre') preformatted--
    if (open.length <= linesFrom) linesFrom = Infinity
    gap = Math.max(gap, GAPS.get(element.name) ?? 0)
    if (element.at === out.length - 1 && !element.rule.keepsEmpty) out.pop()
    else out.push(`</${element.name}>`)
  }

  function openElement(): void {
    gap = Math.max(gap, GAPS.get(name) ?? 0)
    if (!rule) return
    for (let last = open.at(-1); last && rule.closes.has(last.name); last = open.at(-1)) close()
    if (open.length >= MAX_DEPTH && !rule.isVoid) return
    if (name === 'img') {
      if (pictureSet && !attributes.has('srcset')) attributes.set('srcset', pictureSet)
      pictureSet = undefined
      const writing = writingOf(readerOf(attributes))
      if (writing !== undefined) return addText(escapeHtml(writing))
    }
    const written = writeAttributes(name, rule, attributes, base)
    if (!written) return
    if (written.isPicture) imageUrl ??= written.imageUrl
    if (name === 'img' && written.imageUrl !== undefined) last = { url: written.imageUrl, at: out.length }
    if (written.imageUrl !== undefined) shown.add(written.imageUrl)
    out.push(`<${name}${written.markup}>`)
    if (rule.isVoid) return
    if (SHOWN_LINES.test(attributes.get('style') ?? '')) linesFrom = Math.min(linesFrom, open.length)
    open.push({ name, rule, at: out.length - 1 })
    if (name === 'pre') preformatted++
  }

  /** An image in `noscript` replaces the lazily loaded one before it. */
  function openFallback(): void {
    const written = rule && writeAttributes(name, rule, attributes, base)
    if (!written?.imageUrl || shown.has(written.imageUrl)) return
    if (last && out.length - last.at <= 2 && (out[last.at + 1] ?? '').trim() === '') {
      out.length = last.at
      if (imageUrl === last.url) imageUrl = undefined
    }
    openElement()
  }

  /** Replaces embedded content by a link, with a video's poster. */
  function openEmbed(): void {
    const embed = embedOf(name, readerOf(attributes), base)
    if (!embed || shown.has(embed.url)) return
    shown.add(embed.url)
    imageUrl ??= embed.stillUrl
    // Paragraphs cannot be nested.
    const outer = open.some((element) => element.name === 'p') ? ['<br>', '<br>'] : ['<p>', '</p>']
    gap = 2
    out.push(`${outer[0]}<a href="${escapeHtmlAndQuotes(embed.url)}" rel="noopener noreferrer nofollow">`)
    if (embed.stillUrl !== undefined) out.push(`<img src="${embed.stillUrl}" alt="" loading="lazy"><br>`)
    addText(escapeHtml(embed.title))
    out.push(`</a>${outer[1]}`)
    gap = 2
  }

  function startTag(selfClosing: boolean, end: number): void {
    if (dropping === 'noscript' && name === 'img') return openFallback()
    if (EMBEDS.has(name) && (dropping === '' || dropping === 'noscript' || dropping === 'object')) openEmbed()
    if (name === 'body' && dropping === 'head') dropping = ''
    if (name === 'picture') pictureSet = ''
    if (name === 'source' && pictureSet !== undefined) {
      const type = attributes.get('type') ?? ''
      if (!/avif/i.test(type)) pictureSet ||= attributes.get('srcset') ?? attributes.get('data-srcset') ?? ''
    } else if (dropping !== '') {
      if (name === dropping && !(selfClosing && FOREIGN.has(name))) dropDepth++
    } else if (isDropped(name, preformatted > 0, attributes, source, end)) {
      if (selfClosing && FOREIGN.has(name)) return
      dropping = name
      dropDepth = 1
    } else {
      openElement()
    }
  }

  function endTag(ended: string): void {
    if (ended === 'picture') pictureSet = undefined
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
        name = nameAt(start, end)
        rule = dropping === '' || dropping === 'noscript' ? ELEMENTS.get(name) : undefined
        isRead = rule !== undefined || EMBEDS.has(name)
        if (attributes.size > 0) attributes = new Map()
      },
      onattribname(start, end) {
        attribute = isRead ? source.slice(start, end).toLowerCase() : ''
        value = ''
      },
      onattribdata(start, end) {
        if (isRead) value += source.slice(start, end)
      },
      onattribend() {
        // The first of equal names counts, as in browsers.
        if (isRead && attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, value)
      },
      onopentagend(end) {
        startTag(false, end)
      },
      onselfclosingtag(end) {
        startTag(true, end)
      },
      onclosetag(start, end) {
        endTag(nameAt(start, end))
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
  return { html: withNames(out.join('')).trim(), text: tidyLines(text), imageUrl }
}

/** Changes the numeric references of `plainTextToHtml` to named ones. */
function withNames(html: string): string {
  if (!html.includes('&#')) return html
  return html.replaceAll('&#38;', '&amp;').replaceAll('&#60;', '&lt;')
}

function ignore(): void {}

/** Escapes `<` and `>`. References stay, since they never become markup. */
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Decodes references, trims the ends of lines and reduces runs of blank lines to one. */
function tidyLines(text: string): string {
  // Characters that were written as references have not been cleaned yet.
  const plain = text.includes('&') ? cleanText(decodeAllReferences(text)) : text
  return plain
    .replace(/ [^\S\n]+|[^\S\n ][^\S\n]*/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
