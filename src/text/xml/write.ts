/** All but the characters of XML 1.0 (2.2), which excludes lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text that `escape` may have to change: forbidden or special characters, and surrogates, which may be lone. */
const UNSAFE = /[^\t\n -!#-%(-;=?-\uD7FF\uE000-\uFFFD]/

/** `undefined` attributes are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** Finished XML. Only this module makes it, so unescaped text cannot get in. */
export type Xml = string & { readonly xml: unique symbol }

/** An element around text, which is escaped here, or around finished pieces; `undefined` pieces are skipped. */
export function element(
  name: string,
  attributes: Attributes,
  content: string | readonly (Xml | undefined)[] = [],
): Xml {
  // Appended, not joined: V8 then copies the text only once, when the document becomes bytes.
  const inner =
    typeof content === 'string'
      ? escape(content)
      : content.reduce<string>((text, piece) => (piece === undefined ? text : text + piece), '')
  let head = name
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) head += ` ${key}="${escape(String(value))}"`
  return finished(inner === '' ? `<${head}/>` : `<${head}>${inner}</${name}>`)
}

export function textElement(name: string, text: string | null | undefined): Xml | undefined {
  return text === null || text === undefined || text === '' ? undefined : element(name, {}, text)
}

/** An element around readable HTML; a `]]>` inside is split over two sections. */
export function cdataElement(name: string, html: string): Xml {
  const safe = html.replaceAll(FORBIDDEN, '').replaceAll(']]>', ']]]]><![CDATA[>')
  return finished(`<${name}><![CDATA[${safe}]]></${name}>`)
}

/** Each piece on a line of its own, and the end tag on the next. @param depth how far the pieces are indented */
export function onLines(pieces: readonly Xml[], depth: number): Xml[] {
  const line = (indent: number): string => `\n${'  '.repeat(indent)}`
  return [...pieces.map((piece) => finished(line(depth) + piece)), finished(line(depth - 1))]
}

export function xmlDocument(root: Xml): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** For text and attributes. White space is escaped, since parsers turn it into blanks in attributes. */
function escape(text: string): string {
  if (!UNSAFE.test(text)) return text
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replaceAll('\r', '&#13;')
}

function finished(text: string): Xml {
  return text as Xml
}
