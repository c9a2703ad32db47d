import { Tokenizer } from 'htmlparser2'
import { readerOf, writeAttributes } from './attributes.ts'
import { EMBEDS, embedOf } from './embeds.ts'
import { escapeHtml, escapeHtmlAndQuotes } from './escape-html.ts'
import { ELEMENTS, FOREIGN, isDropped, writingOf } from './rules.ts'
import { SafeOutput } from './safe-output.ts'

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

/** Attributes of an element that are read. */
const MAX_ATTRIBUTES = 50

/** Writes the safe form of markup, in one pass and linear time. @param base resolves relative URLs */
export function readMarkup(source: string, base: string | undefined): MarkupReader {
  const reader = new MarkupReader(source, base)
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader)
  tokenizer.write(source)
  tokenizer.end()
  reader.output.closeAll()
  return reader
}

/** What the tokenizer finds, as calls in the order of the source. */
class MarkupReader {
  readonly output = new SafeOutput()
  /** URL of the first image that stays and is not a decoration. */
  imageUrl: string | undefined
  readonly #source: string
  readonly #base: string | undefined

  /** The tag that is read: its name, its attributes, and whether they matter. */
  #name = ''
  #attributes = new Map<string, string>()
  #isRead = false
  /** The attribute that is read. */
  #attribute = ''
  #value = ''

  /** The element whose content is dropped, and the number of open elements of its name. */
  #dropping = ''
  #dropDepth = 0

  /** URLs of the images and videos so far. */
  readonly #shown = new Set<string>()
  /** The last image, and its place in the output. */
  #last: { readonly url: string; readonly place: number } | undefined
  /** The `srcset` of the open `picture`; `undefined` outside of one. */
  #pictureSet: string | undefined

  constructor(source: string, base: string | undefined) {
    this.#source = source
    this.#base = base
  }

  ontext(start: number, end: number): void {
    if (this.#dropping === '') this.output.addText(this.#source.slice(start, end))
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameAt(start, end)
    const maySay = this.#dropping === '' || this.#dropping === 'noscript'
    this.#isRead = (maySay && ELEMENTS.has(this.#name)) || EMBEDS.has(this.#name)
    if (this.#attributes.size > 0) this.#attributes = new Map()
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#isRead ? this.#source.slice(start, end).toLowerCase() : ''
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#isRead) this.#value += this.#source.slice(start, end)
  }

  onattribend(): void {
    // The first of equal names counts, as in browsers.
    if (this.#isRead && this.#attributes.size < MAX_ATTRIBUTES && !this.#attributes.has(this.#attribute))
      this.#attributes.set(this.#attribute, this.#value)
  }

  onopentagend(end: number): void {
    this.#startTag(false, end)
  }

  onselfclosingtag(end: number): void {
    this.#startTag(true, end)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#nameAt(start, end)
    if (name === 'picture') this.#pictureSet = undefined
    if (this.#dropping === '') this.output.close(name)
    else if (name === this.#dropping && --this.#dropDepth === 0) this.#dropping = ''
  }

  isInForeignContext(): boolean {
    return FOREIGN.has(this.#dropping)
  }

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  #nameAt(start: number, end: number): string {
    const written = this.#source.slice(start, end).toLowerCase()
    return ALIASES.get(written) ?? written
  }

  #startTag(selfClosing: boolean, end: number): void {
    const name = this.#name
    const dropping = this.#dropping
    if (dropping === 'noscript' && name === 'img') return this.#addFallback()
    if (EMBEDS.has(name) && (dropping === '' || dropping === 'noscript' || dropping === 'object'))
      this.#addEmbed()
    if (name === 'body' && dropping === 'head') this.#dropping = ''
    if (name === 'picture') this.#pictureSet = ''
    if (name === 'source' && this.#pictureSet !== undefined) return this.#readSource()
    const isClosed = selfClosing && FOREIGN.has(name)
    if (this.#dropping !== '') {
      if (name === this.#dropping && !isClosed) this.#dropDepth++
    } else if (isDropped(name, this.output.isPreformatted, this.#attributes, this.#source, end)) {
      if (isClosed) return
      this.#dropping = name
      this.#dropDepth = 1
    } else {
      this.#addElement()
    }
  }

  /** A `source` of a `picture`. */
  #readSource(): void {
    if (/avif/i.test(this.#attributes.get('type') ?? '')) return
    this.#pictureSet ||= this.#attributes.get('srcset') ?? this.#attributes.get('data-srcset') ?? ''
  }

  #addElement(): void {
    const name = this.#name
    const attributes = this.#attributes
    this.output.setApart(name)
    const rule = ELEMENTS.get(name)
    if (!rule || !this.output.makeRoom(rule)) return
    if (name === 'img') {
      if (this.#pictureSet && !attributes.has('srcset')) attributes.set('srcset', this.#pictureSet)
      this.#pictureSet = undefined
      const writing = writingOf(readerOf(attributes))
      if (writing !== undefined) return this.output.addText(escapeHtml(writing))
    }
    const written = writeAttributes(name, rule, attributes, this.#base)
    if (!written) return
    if (written.isPicture) this.imageUrl ??= written.imageUrl
    if (written.imageUrl !== undefined) {
      this.#shown.add(written.imageUrl)
      if (name === 'img') this.#last = { url: written.imageUrl, place: this.output.place }
    }
    this.output.open(name, rule, written.markup, attributes.get('style') ?? '')
  }

  /** An image in `noscript` replaces the lazily loaded one before it. */
  #addFallback(): void {
    const rule = ELEMENTS.get(this.#name)
    const written = rule && writeAttributes(this.#name, rule, this.#attributes, this.#base)
    if (!written?.imageUrl || this.#shown.has(written.imageUrl)) return
    if (this.#last && this.output.isLast(this.#last.place)) {
      this.output.takeBack(this.#last.place)
      if (this.imageUrl === this.#last.url) this.imageUrl = undefined
    }
    this.#addElement()
  }

  /** Replaces embedded content by a link, with a video's poster. */
  #addEmbed(): void {
    const embed = embedOf(this.#name, readerOf(this.#attributes), this.#base)
    if (!embed || this.#shown.has(embed.url)) return
    this.#shown.add(embed.url)
    this.imageUrl ??= embed.stillUrl
    // Paragraphs cannot be nested.
    const [before, after] = this.output.isWithin('p') ? ['<br>', '<br>'] : ['<p>', '</p>']
    this.output.setApart('p')
    this.output.addMarkup(
      `${before}<a href="${escapeHtmlAndQuotes(embed.url)}" rel="noopener noreferrer nofollow">`,
    )
    if (embed.stillUrl !== undefined)
      this.output.addMarkup(`<img src="${embed.stillUrl}" alt="" loading="lazy"><br>`)
    this.output.addText(escapeHtml(embed.title))
    this.output.addMarkup(`</a>${after}`)
    this.output.setApart('p')
  }
}
