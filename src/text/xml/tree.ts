import { readDoctype, decodeEntities, type EntityTable, NO_ENTITIES } from './entities.ts'
import { canonicalName, extendScope, ROOT_SCOPE, type Scope } from './names.ts'
import { createFinder, type Finder, endOfName, readStartTag, type StartTag } from './tag.ts'

/** An element of a document, its namespaces resolved, its references decoded. */
export interface XmlElement {
  /** Canonical and lower case: `title`, `dc:creator`; see `names.ts`. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  readonly parent: XmlElement | undefined
  /** Its own character data, that of its children left out. */
  text: string
  /** Whether any of the text stood in CDATA. */
  cdata: boolean
  /** Where its content stands in the document. */
  readonly start: number
  end: number
  /** Absolute base of its links: `xml:base` resolved, else its parent's. */
  readonly base: string | undefined
  /** `xml:lang`, else its parent's. */
  readonly language: string | undefined
}

export interface XmlDocument {
  readonly source: string
  readonly root: XmlElement
  /** From the document type; '' without one. */
  readonly doctype: string
  readonly entities: EntityTable
  /** Whether it ends before its first element does. */
  readonly isCut: boolean
}

/** Deeper elements are read as if they stood at this depth. No feed nests its own elements beyond 10. */
const DEEPEST = 256

/** What stands after so many elements is not read: a feed of 5,000 entries has fewer, and each takes memory. */
const MAX_ELEMENTS = 300_000

/** Most children of one element; those after them are left out. */
const MAX_CHILDREN = 20_000

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * Reads any text as XML, in one pass and linear time. Nothing makes it fail: an end tag that fits no open
 * element is passed over, one that fits an outer element closes the inner ones with it, an element that
 * cannot stand in another of its kind closes that one first, and the end of the text closes all. External
 * entities are never followed.
 *
 * @param base address of the document, for `xml:base`
 * @returns a document whose root is the (nameless) parent of the first element
 */
export function parseXml(source: string, base: string | undefined): XmlDocument {
  const top = newElement('', NO_ATTRIBUTES, undefined, 0, base, undefined)
  const open: XmlElement[] = [top]
  const scopes: Scope[] = [ROOT_SCOPE]
  let current = top
  let entities = NO_ENTITIES
  let doctype = ''
  let own = 'rss'
  let names = new Map<string, string>()
  /** Elements beyond the depth limit, counted so that their end tags close nothing else. */
  let tooDeep = 0
  let elements = 0

  const close = (count: number, contentEnd: number): void => {
    for (let i = 0; i < count; i++) {
      current.end = contentEnd
      open.pop()
      const scope = scopes.pop()
      if (scope !== scopes.at(-1)) names = new Map()
      current = open.at(-1) ?? top
    }
  }
  const nameOf = (raw: string, scope: Scope): string => {
    let name = names.get(raw)
    if (name === undefined) {
      name = canonicalName(raw, scope, own)
      names.set(raw, name)
    }
    return name
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
      names = new Map()
    }
    if (open.length === 1 && /(?:^|:)feed$/i.test(tag.name)) own = 'atom'
    const name = nameOf(tag.name, scope)
    closeImplied(name, at)
    if (open.length > DEEPEST) {
      if (!tag.selfClosing) tooDeep++
      return
    }
    const attributes = readAttributes(tag, scope, entities)
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
    if (tag.selfClosing) {
      if (scope !== scopes.at(-1)) names = new Map()
      return
    }
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
    const name = nameOf(raw, scopes.at(-1) ?? ROOT_SCOPE)
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
      current.text += detached(decodeEntities(source.slice(position, textEnd), entities))
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
      entities = read.entities
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
  return { source, root: top, doctype, entities, isCut }
}

/** Elements that only an end tag of their own kind, or of one around them, can close. */
const CONTAINERS: ReadonlySet<string> = new Set(['rss', 'rdf:rdf', 'channel', 'feed', 'item', 'entry'])

/** Fields of an entry that never hold markup of their own, so that another field's start ends them. */
const LEAVES: ReadonlySet<string> = new Set(
  'title link guid id pubdate published updated issued modified author category comments dc:creator dc:date dc:subject'.split(
    ' ',
  ),
)
/** Field starts that end a leaf. Not those that HTML has too, such as `link` within `title`. */
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

/** Blank runs between elements say nothing; within markup they are kept by taking the source as it stands. */
function isBlank(source: string, start: number, end: number): boolean {
  let at = start
  while (at < end && source.charCodeAt(at) <= 0x20) at++
  return at === end
}

/** A section that is never closed, or only by the next one's end, ends with its element. */
function endOfCdata(source: string, start: number, element: string, find: Finder): number {
  const end = find(']]>', start)
  const next = find('<![CDATA[', start)
  if (end >= 0 && (next < 0 || next > end)) return end
  const elementEnd = source.indexOf(`</${element}`, start)
  if (elementEnd >= 0 && (end < 0 || elementEnd < next)) return elementEnd
  return end < 0 ? source.length : end
}

/** After its `>`; a `<` that comes first means that the end tag has lost its own. */
function endOfEndTag(source: string, nameEnd: number): number {
  for (let at = nameEnd; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (code === 0x3c) return at
  }
  return source.length
}

/** A comment that is never closed ends at its first `>`: better some noise than no feed. */
function endOfComment(source: string, start: number, find: Finder): number {
  const end = find('-->', start + 4)
  if (end >= 0) return end + 3
  const greater = find('>', start)
  return greater < 0 ? source.length : greater + 1
}

function readAttributes(tag: StartTag, scope: Scope, entities: EntityTable): ReadonlyMap<string, string> {
  if (tag.attributes === undefined) return NO_ATTRIBUTES
  const attributes = new Map<string, string>()
  for (const [raw, value] of tag.attributes) {
    const colon = raw.indexOf(':')
    const lower = raw.toLowerCase()
    const prefix = colon < 0 ? undefined : scope.get(lower.slice(0, colon))
    const name = prefix === undefined || prefix === '' ? lower : prefix + lower.slice(colon)
    if (!attributes.has(name)) attributes.set(name, detached(decodeEntities(value, entities)))
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

/** Longer texts are worth the memory of what they are cut from. */
const SHORT = 1_024

/**
 * A short text as a string of its own. What is cut from a string keeps the whole of it in memory: a title
 * that somebody remembers would keep its document.
 */
function detached(text: string): string {
  // Joining makes a new string, and cutting the first sign off again keeps that one alive, which is short.
  return text.length > 12 && text.length < SHORT ? ` ${text}`.slice(1) : text
}
