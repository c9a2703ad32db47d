import { withFormulas } from './formulas.ts'
import { decodeReferences } from './text-of-html.ts'

/** Characters of a title that are read; its text is cut much earlier. */
const MAX_CHARS = 4_000

/** Elements that occur in titles. Other names in angle brackets are text. */
const INLINE =
  'a|abbr|acronym|b|bdi|bdo|big|br|cite|code|del|dfn|div|em|font|h[1-6]|i|img|ins|kbd|mark|nobr|p|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr'

/** A comment, or a tag of one of these elements: its slash, name and attributes. */
const TAG = new RegExp(`<!--[^]*?-->|<(/?)(${INLINE})(?=[\\s/>])((?:"[^"]*"|'[^']*'|[^<>"'])*)>`, 'gi')

/** A tag without attributes, of any name. */
const BARE_TAG = /<\/?[a-z][\w-]*\s*\/?>/gi
const LINE_BREAK = /^<w?br\b/i
/** `<br> vs <br/>`: a line break neither begins nor ends a title. */
const COMPARES_BREAKS = /^\s*<w?br\s*\/?> [^<>]*<w?br\s*\/?>\s*$/i
const IMAGE_ADDRESS = /[\s-]src/i
/** A word that shows that the tag before it is mentioned, not used. */
const ELEMENT_WORD = /^[\s-]*(?:tags?|elements?)\b/i
const VISIBLE = /[\p{L}\p{N}]/u

/**
 * Decides what is markup in a title, and escapes the rest. Titles name elements: in "Why `<b>` beats `<strong>`" an
 * element is never closed, so it is text. So are generics (`List<T>`), the names of elements that no title
 * uses, such as `<script>`, and `<img>` without an address.
 *
 * @param html as the feed has it: with tags, or with all tags escaped (once more)
 * @returns HTML in which references by number stand for the `<` of text, as in `plainTextToHtml`
 */
export function titleHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const title = withFormulas(html.slice(0, 4 * MAX_CHARS)).slice(0, MAX_CHARS)
  if (/&lt;(?:\w{1,5}:)?math\b[^]*&lt;\//i.test(title)) return titleHtml(decodeReferences(title))
  if (title.includes('<')) return withoutMentions(title, markupOf(title))
  if (!title.includes('&lt;')) return title
  const decoded = decodeReferences(title)
  const markup = markupOf(decoded)
  return markup.length > 0 ? withoutMentions(decoded, markup) : withoutMentions(title, [])
}

interface Tag {
  readonly start: number
  readonly end: number
  readonly attributes: string
}

/** The comments and tags that are markup, in order. */
function markupOf(title: string): Tag[] {
  const markup: Tag[] = []
  const breaks: Tag[] = []
  const open = new Map<string, Tag[]>()
  for (const { 0: whole, 1: slash, 2: written, 3: attributes = '', index: start } of title.matchAll(TAG)) {
    const name = written?.toLowerCase() ?? '!'
    const tag = { start, end: start + whole.length, attributes }
    if (name === '!') markup.push(tag)
    else if (LINE_BREAK.test(whole)) breaks.push(tag)
    else if (name === 'img') {
      if (IMAGE_ADDRESS.test(attributes)) markup.push(tag)
    } else if (slash === '') open.set(name, [...(open.get(name) ?? []), tag])
    else {
      const opened = open.get(name)?.pop()
      if (opened !== undefined) {
        if (holdsSomething(opened, tag, title)) markup.push(opened, tag)
      } else if (tag.end === title.trimEnd().length && /\S/.test(title.charAt(start - 1))) markup.push(tag)
    }
  }
  const first = [...open.values()].flat().find((tag) => title.slice(0, tag.start).trim() === '')
  // A tag that touches the first or last word has lost its partner: `<p>Storm`, `Storm</b>`.
  if (first !== undefined && VISIBLE.test(title.charAt(first.end))) markup.push(first)
  if (breaks.length > 0 && !namesElements(title, markup) && !COMPARES_BREAKS.test(title)) {
    markup.push(...breaks.filter(({ end }) => !ELEMENT_WORD.test(title.slice(end, end + 20))))
  }
  return markup.sort((one, other) => one.start - other.start)
}

/** A title about `<b></b>` has nothing between the tags. */
function holdsSomething(opened: Tag, ended: Tag, title: string): boolean {
  return (
    opened.attributes.trim() !== '' ||
    VISIBLE.test(title.slice(opened.end, ended.start).replace(BARE_TAG, ''))
  )
}

/** Whether the title names elements other than line breaks. Then it also names line breaks. */
function namesElements(title: string, markup: readonly Tag[]): boolean {
  const starts = new Set(markup.map(({ start }) => start))
  return [...title.matchAll(BARE_TAG)].some(
    ({ 0: whole, index }) => !starts.has(index) && !LINE_BREAK.test(whole),
  )
}

/** Escapes each `<` that begins no markup. */
function withoutMentions(title: string, markup: readonly Tag[]): string {
  let escaped = ''
  let at = 0
  for (const { start, end } of markup) {
    escaped += escapeMentions(title.slice(at, start)) + title.slice(start, end)
    at = Math.max(at, end)
  }
  return escaped + escapeMentions(title.slice(at))
}

function escapeMentions(text: string): string {
  return text.replaceAll('<', '&#60;').replaceAll('&lt;', '&#60;')
}
