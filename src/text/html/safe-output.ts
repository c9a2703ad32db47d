import { GAPS, type ElementRule } from './rules.ts'
import { foldSpace, unescapeReferences } from './text-of-html.ts'

/** Deeper elements lose their tags but keep their text. Deep nesting makes browsers and feed readers slow. */
const MAX_DEPTH = 100

/** More line ends in a row show no more than one blank line, as in the text. */
const MAX_BREAKS = 2

/** A style that preserves line breaks. */
const SHOWN_LINES = /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)/i

/** Text that shows nothing. */
const BLANK = /^(?:\s|&nbsp;?|&#160;?)*$/

interface OpenElement {
  readonly name: string
  readonly rule: ElementRule
  /** Index of its start tag in the output. */
  readonly at: number
  /** Whether a line with text or an image ends where it starts. */
  readonly endsLine: boolean
  /** Number of texts and media before it. */
  readonly shown: number
}

/** Safe HTML while it is written, with the elements that are open, and the plain text of it. */
export class SafeOutput {
  /** Tags and texts in turn. */
  readonly #pieces: string[] = []
  readonly #open: OpenElement[] = []
  #text = ''
  /** The gap before the next text, as in `GAPS`. */
  #gap = 0
  /** Number of texts and media so far. */
  #shown = 0
  /** Whether the line that is written has text or an image already. */
  #isLineBegun = false
  /** Whether the line ended with an element that is not written, such as `center` or an empty `div`. */
  #owesBreak = false
  /** Number of `br` since the last text or media. */
  #breaks = 0
  /** Number of open `pre`. */
  #preformatted = 0
  /** Index of the outermost open element whose style preserves line breaks. */
  #linesFrom = Infinity

  /** All open elements must be closed. */
  get html(): string {
    return this.#pieces.join('')
  }

  get text(): string {
    return this.#text
  }

  get isPreformatted(): boolean {
    return this.#preformatted > 0
  }

  /** The place of the next piece, for `isLast` and `takeBack`. */
  get place(): number {
    return this.#pieces.length
  }

  isWithin(name: string): boolean {
    return this.#open.some((element) => element.name === name)
  }

  /** Sets the next text apart as the start or the end of an element does. */
  setApart(name: string): void {
    const gap = GAPS.get(name) ?? 0
    this.#gap = Math.max(this.#gap, gap)
    if (gap >= 1 && this.#isLineBegun) this.#owesBreak = true
  }

  /** Adds markup of lines of its own, which leaves all elements closed that it opens. */
  addMarkup(markup: string): void {
    this.#pieces.push(markup)
    this.#endLine()
  }

  /** Adds text. Its references stay, since they never become markup; outside of code, those escaped twice become some. */
  addText(source: string): void {
    const isCode = source.includes('&amp;') && (this.isPreformatted || this.isWithin('code'))
    const text = isCode ? source : unescapeReferences(source)
    const showsLines = this.#linesFrom < Infinity && !this.isPreformatted
    const written = text.includes('<') || text.includes('>') ? escapeTags(text) : text
    const begun = BLANK.test(text) ? '' : this.#beginLine()
    this.#pieces.push(begun + (showsLines ? written.replace(/\r?\n/g, '<br>\n') : written))
    const isKept = showsLines || this.isPreformatted
    const folded = isKept ? text : foldSpace(text)
    const bare = isKept ? folded : folded.trim()
    if (folded.startsWith(' ')) this.#gap = Math.max(this.#gap, 0.5)
    if (bare === '' || /^r[pt]$/.test(this.#open.at(-1)?.name ?? '')) return
    if (this.#text !== '') this.#text += gapText(this.#gap)
    this.#text += bare
    this.#gap = folded.endsWith(' ') ? 0.5 : 0
  }

  /** Closes the elements that a start tag closes, and tells whether another element may be opened. */
  makeRoom(rule: ElementRule): boolean {
    for (let last = this.#open.at(-1); last && rule.closes.has(last.name); last = this.#open.at(-1))
      this.#close()
    return this.#open.length < MAX_DEPTH || rule.isVoid
  }

  /** @param attributes with a space before each; @param style as in the source */
  open(name: string, rule: ElementRule, attributes: string, style: string): void {
    if (name === 'br' && !this.isPreformatted && ++this.#breaks > MAX_BREAKS) return
    const isBlock = GAPS.has(name)
    const isMedia = rule.attributes.has('src')
    const begun = isMedia ? this.#beginLine() : ''
    const endsLine = this.#owesBreak
    this.#pieces.push(`${begun}<${name}${attributes}>`)
    if (isBlock) this.#endLine()
    if (rule.isVoid) return
    if (SHOWN_LINES.test(style)) this.#linesFrom = Math.min(this.#linesFrom, this.#open.length)
    this.#open.push({ name, rule, at: this.#pieces.length - 1, endsLine, shown: this.#shown })
    if (name === 'pre') this.#preformatted++
  }

  /** Closes the innermost element of a name and all within it. */
  close(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name)
    if (at >= 0) return this.#closeFrom(at)
    // Browsers read a stray </br> as a line end and a stray </p> as an empty paragraph.
    this.setApart(name)
    if (name === 'br') this.addMarkup('<br>')
  }

  closeAll(): void {
    this.#closeFrom(0)
  }

  /** Whether only the piece at a place, and perhaps space, was written since then. */
  isLast(place: number): boolean {
    return this.place - place <= 2 && (this.#pieces[place + 1] ?? '').trim() === ''
  }

  /** Takes back what was written from a place on: an element without content, and space. */
  takeBack(place: number): void {
    this.#pieces.length = place
  }

  #closeFrom(index: number): void {
    while (this.#open.length > index) this.#close()
  }

  #close(): void {
    const element = this.#open.pop()
    if (!element) return
    if (element.name === 'pre') this.#preformatted--
    if (this.#open.length <= this.#linesFrom) this.#linesFrom = Infinity
    this.setApart(element.name)
    const isEmptyTable = element.name === 'table' && element.shown === this.#shown
    if (isEmptyTable || (element.at === this.#pieces.length - 1 && !element.rule.keepsEmpty)) {
      this.#pieces.length = element.at
      if (GAPS.has(element.name)) this.#isLineBegun = this.#owesBreak = element.endsLine
      return
    }
    this.#pieces.push(`</${element.name}>`)
    if (GAPS.has(element.name)) this.#endLine()
  }

  /** Gives the markup before the text or image that comes next. */
  #beginLine(): string {
    const markup = this.#owesBreak ? '<br>' : ''
    this.#shown++
    this.#breaks = 0
    this.#isLineBegun = true
    this.#owesBreak = false
    return markup
  }

  /** Notes that the markup just written ends the line. */
  #endLine(): void {
    this.#isLineBegun = false
    this.#owesBreak = false
  }
}

function gapText(gap: number): string {
  if (gap >= 2) return '\n\n'
  if (gap >= 1) return '\n'
  return gap > 0 ? ' ' : ''
}

function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
