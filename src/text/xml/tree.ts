import { endOfCdata, endOfComment, endOfEndTag } from './ends.ts'
import { readDoctype, decodeEntities } from './entities.ts'
import { canonicalName, extendScope, ROOT_SCOPE, type Scope } from './names.ts'
import { createFinder, endOfName, readStartTag, type StartTag } from './tag.ts'

/** An element with resolved namespaces and decoded references. */
export interface XmlElement {
  /** In lower case with our prefix: `title`, `dc:creator`; see `names.ts`. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  readonly parent: XmlElement | undefined
  /** Its own character data, without that of its children. */
  text: string
  /** Whether any part of the text was in CDATA. */
  cdata: boolean
  /** Range of its content in the document, `[start, end)` in UTF-16 units. */
  readonly start: number
  end: number
  /** Absolute base URL of its links: the resolved `xml:base`, else the parent's base. */
  readonly base: string | undefined
  /** `xml:lang`, else the parent's language. */
  readonly language: string | undefined
}

export interface XmlDocument {
  readonly source: string
  readonly root: XmlElement
  /** Name of the document type, or ''. */
  readonly doctype: string
  /** Whether elements are still open at the end of the text. */
  readonly isCut: boolean
}

/** Deeper elements are ignored, but their text is kept. No feed nests its own elements beyond 10 levels. */
const DEEPEST = 256

/** Later elements are not read. This bounds memory. A feed of 5,000 entries has fewer elements. */
const MAX_ELEMENTS = 300_000

/** Maximum number of children of an element, as many as a sitemap may have. Later ones are left out. */
const MAX_CHILDREN = 50_000

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * Reads any text as XML, in one pass and linear time. Never throws. An end tag without an open element is
 * ignored. An end tag of an outer element also closes the inner ones. An `item` or `entry` closes an open
 * one, because they cannot be nested. The end of the text closes all elements. External entities are never
 * followed.
 *
 * @param base URL of the document, for `xml:base`
 * @returns a document whose root has no name and contains the first element
 */
export function parseXml(source: string, base: string | undefined): XmlDocument {
  const top = newElement('', NO_ATTRIBUTES, undefined, 0, base, undefined)
  const open: XmlElement[] = [top]
  const scopes: Scope[] = [ROOT_SCOPE]
  let current = top
  let doctype = ''
  let own = 'rss'
  /** Number of open elements below `DEEPEST`. Their end tags must not close other elements. */
  let tooDeep = 0
  let elements = 0
  const isWrapped = WRAPPED_CDATA.test(source)

  const close = (count: number, contentEnd: number): void => {
    for (let i = 0; i < count; i++) {
      current.end = contentEnd
      if (isWrapped) unwrapCdata(current)
      open.pop()
      scopes.pop()
      current = open.at(-1) ?? top
    }
  }
  const openElement = (tag: StartTag, at: number): void => {
    let scope = scopes.at(-1) ?? ROOT_SCOPE
    const declarations = tag.attributes?.filter(([name]) => /^xmlns(?::|$)/i.test(name))
    if (declarations !== undefined && declarations.length > 0) {
      scope = extendScope(
        scope,
        declarations.map(([name, uri]) => [name.slice(6).toLowerCase(), uri] as const),
        tag.name,
      )
    }
    if (open.length === 1 && /(?:^|:)feed$/i.test(tag.name)) own = 'atom'
    const name = canonicalName(tag.name, scope, own)
    closeImplied(name, at)
    if (open.length > DEEPEST) {
      if (!tag.selfClosing) tooDeep++
      return
    }
    const attributes = readAttributes(tag, scope)
    const element = newElement(
      name,
      attributes,
      current,
      tag.end,
      resolveBase(attributes.get('xml:base'), current.base),
      attributes.get('xml:lang') ?? current.language,
    )
    elements++
    if (current.children.length < MAX_CHILDREN) current.children.push(element)
    if (tag.selfClosing) return
    open.push(element)
    scopes.push(scope)
    current = element
  }
  const closeImplied = (name: string, at: number): void => {
    if (name === 'item' || name === 'entry') {
      const outer = open.findLastIndex((element) => element.name === name)
      if (outer > 0) close(open.length - outer, at)
      else if (LEAVES.has(current.name)) close(1, at)
    } else if (FIELDS.has(name) && LEAVES.has(current.name)) close(1, at)
  }
  const closeElement = (raw: string, at: number): void => {
    if (tooDeep > 0) {
      tooDeep--
      return
    }
    const name = canonicalName(raw, scopes.at(-1) ?? ROOT_SCOPE, own)
    if (current.name === name && current !== top) return close(1, at)
    const index = open.findLastIndex((element) => element.name === name || CONTAINERS.has(element.name))
    if (index > 0 && open[index]?.name === name) close(open.length - index, at)
    else if (CONTAINERS.has(name)) {
      const outer = open.findLastIndex((element) => element.name === name)
      if (outer > 0) close(open.length - outer, at)
    }
  }

  const find = createFinder(source)
  let position = 0
  while (position < source.length) {
    if (elements > MAX_ELEMENTS) break
    const less = source.indexOf('<', position)
    const textEnd = less < 0 ? source.length : less
    if (open.length > 1 && !isBlank(source, position, textEnd)) {
      current.text += detached(decodeEntities(source.slice(position, textEnd)))
    }
    if (less < 0) break

    const code = source.charCodeAt(less + 1)
    if (code === SLASH) {
      const nameEnd = endOfName(source, less + 2)
      closeElement(source.slice(less + 2, nameEnd), less)
      position = endOfEndTag(source, nameEnd)
    } else if (isNameStart(code)) {
      const tag = readStartTag(source, less + 1)
      openElement(tag, less)
      position = tag.end
    } else if (code === BANG && source.startsWith('<![CDATA[', less)) {
      const end = endOfCdata(source, less + 9, current.name, find)
      current.text += detached(source.slice(less + 9, end))
      current.cdata = true
      position = source.startsWith(']]>', end) ? end + 3 : end
    } else if (code === BANG && source.startsWith('<!--', less)) {
      position = endOfComment(source, less, find)
    } else if (code === BANG && /^<!doctype/i.test(source.slice(less, less + 9))) {
      const read = readDoctype(source, less)
      doctype = read.name
      position = read.end
    } else if (code === BANG || code === QUESTION) {
      const end = find('>', less)
      position = end < 0 ? source.length : end + 1
    } else {
      current.text += '<'
      position = less + 1
    }
  }
  const isCut = open.length > 1
  close(open.length - 1, source.length)
  top.end = source.length
  return { source, root: top, doctype, isCut }
}

/** Elements that only their own end tag or that of another container can close. */
const CONTAINERS: ReadonlySet<string> = new Set(['rss', 'rdf:rdf', 'channel', 'feed', 'item', 'entry'])

/** Fields that contain only text. The start of another field closes them. */
const LEAVES: ReadonlySet<string> = new Set(
  'title link guid id pubdate published updated issued modified author category comments dc:creator dc:date dc:subject'.split(
    ' ',
  ),
)
/** Fields whose start closes a leaf. Names that HTML also has, for example `link`, are left out. */
const FIELDS: ReadonlySet<string> = new Set(
  'description guid pubdate published updated issued modified category comments summary content content:encoded dc:creator dc:date dc:subject enclosure'.split(
    ' ',
  ),
)

const BANG = 0x21
const SLASH = 0x2f
const QUESTION = 0x3f

function isNameStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    code === 0x3a ||
    code >= 0xc0
  )
}

/** Whether a run is blank. Blank runs are left out. Markup keeps them, since it is read from the source. */
function isBlank(source: string, start: number, end: number): boolean {
  let at = start
  while (at < end && source.charCodeAt(at) <= 0x20) at++
  return at === end
}

/** CDATA that was escaped, or put into CDATA once more. */
const WRAPPED_CDATA = /&lt;!\[CDATA\[|<!\[CDATA\[\s*<!\[CDATA\[/

function unwrapCdata(element: XmlElement): void {
  const [, text] = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/.exec(element.text) ?? []
  if (text === undefined) return
  element.text = text
  element.cdata = true
}

function readAttributes(tag: StartTag, scope: Scope): ReadonlyMap<string, string> {
  if (tag.attributes === undefined) return NO_ATTRIBUTES
  const attributes = new Map<string, string>()
  for (const [raw, value] of tag.attributes) {
    const colon = raw.indexOf(':')
    const lower = raw.toLowerCase()
    const prefix = colon < 0 ? undefined : scope.get(lower.slice(0, colon))
    const name = prefix === undefined || prefix === '' ? lower : prefix + lower.slice(colon)
    if (!attributes.has(name)) attributes.set(name, detached(decodeEntities(value)))
  }
  return attributes
}

function resolveBase(stated: string | undefined, inherited: string | undefined): string | undefined {
  if (stated === undefined || stated.trim() === '') return inherited
  return URL.canParse(stated, inherited) ? new URL(stated, inherited).href : inherited
}

function newElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: XmlElement | undefined,
  start: number,
  base: string | undefined,
  language: string | undefined,
): XmlElement {
  return { name, attributes, children: [], parent, text: '', cdata: false, start, end: start, base, language }
}

/** Maximum length of texts that are copied, in UTF-16 units. */
const SHORT = 1_024

/**
 * Copies a short text. A substring keeps the whole original string in memory, so a stored title would keep
 * its document.
 */
function detached(text: string): string {
  // The join makes a new short string, and the slice keeps only that one alive.
  return text.length > 12 && text.length < SHORT ? ` ${text}`.slice(1) : text
}
