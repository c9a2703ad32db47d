/** An `outline` tag as it stands in the text; attribute names in lower case, values not decoded. */
export type OutlineTag =
  | { readonly kind: 'start'; readonly attributes: ReadonlyMap<string, string>; readonly isClosed: boolean }
  | { readonly kind: 'end' }

/**
 * Finds the `outline` tags of a text, whatever is wrong around and within them. XML and HTML parsers lose feeds
 * where a description has quotes or tags of its own, which is what lists do wrong most; so a tag reaches to
 * the next one, and a value to a quote that something plausible follows. Linear in the text.
 */
export function* scanOutlines(text: string): Generator<OutlineTag> {
  const marks = markOutlines(text)
  for (const [index, mark] of marks.entries()) {
    if (mark.kind === 'end') yield { kind: 'end' }
    if (mark.kind !== 'start') continue
    const body = text.slice(mark.end, marks[index + 1]?.start)
    yield { kind: 'start', attributes: readAttributes(body), isClosed: /\/\s*>\s*$/.test(body.slice(-200)) }
  }
}

interface Mark {
  readonly kind: 'start' | 'end' | 'other'
  /** Of the tag's `<`, and after its name. */
  readonly start: number
  readonly end: number
}

/** Where tags begin; comments are passed over. */
function markOutlines(text: string): Mark[] {
  const marks: Mark[] = []
  const tag = /<!--|<outline(?=[\s/>])|<\/outline|<\/body|<\/opml/gi
  let commentsEnd = true
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [found] = match
    const kind = found.startsWith('</') ? (/outline/i.test(found) ? 'end' : 'other') : 'start'
    if (found !== '<!--') marks.push({ kind, start: match.index, end: tag.lastIndex })
    else if (commentsEnd) {
      marks.push({ kind: 'other', start: match.index, end: tag.lastIndex })
      const end = text.indexOf('-->', tag.lastIndex)
      // Without an end it is no comment, nor is any that follows.
      commentsEnd = end >= 0
      if (commentsEnd) tag.lastIndex = end + '-->'.length
    }
  }
  return marks
}

/** What may follow a value: the next attribute, the end of the tag, the end of the text. */
const AFTER_VALUE = /\s*(?:\/?>|$)|\s*[\w:.-]{1,40}\s*=\s*["']/y

/** The first of each name counts: what comes again is a part of a description. */
function readAttributes(body: string): Map<string, string> {
  const attributes = new Map<string, string>()
  const start = /([\w:.-]{1,40})\s*=\s*(["'])/g
  /** Quotes that no value ends with any more: looking again would take time in the square of the text. */
  const exhausted = new Set<string>()
  let gapStart = 0
  let inStrayTag = false
  for (let match = start.exec(body); match !== null; match = start.exec(body)) {
    const [, name = '', quote = ''] = match
    const from = start.lastIndex
    inStrayTag = endsInTag(body.slice(gapStart, match.index), inStrayTag)
    const end = exhausted.has(quote) ? undefined : findValueEnd(body, from, quote)
    if (end === undefined) exhausted.add(quote)
    const value = end === undefined ? upToSpace(body, from) : body.slice(from, end)
    start.lastIndex = end === undefined ? from : end + 1
    gapStart = start.lastIndex
    const key = name.toLowerCase()
    if (!attributes.has(key) && (!inStrayTag || key === 'xmlurl')) attributes.set(key, value)
  }
  return attributes
}

/** Whether the text between two values leaves us in a tag of a description, whose attributes are not the outline's. */
function endsInTag(gap: string, isInside: boolean): boolean {
  const opened = gap.lastIndexOf('<')
  const closed = gap.lastIndexOf('>')
  return opened === closed ? isInside : opened > closed
}

function findValueEnd(body: string, from: number, quote: string): number | undefined {
  for (let end = body.indexOf(quote, from); end >= 0; end = body.indexOf(quote, end + 1)) {
    AFTER_VALUE.lastIndex = end + 1
    if (AFTER_VALUE.test(body)) return end
  }
  return undefined
}

/** Of a value that never ends. */
function upToSpace(body: string, from: number): string {
  return /^[^\s"'<>]*/.exec(body.slice(from, from + 4_000))?.[0] ?? ''
}
