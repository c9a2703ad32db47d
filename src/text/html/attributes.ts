import { decodeHTMLAttribute } from 'entities'
import { safeHttpUrl } from '../../url/url.ts'
import { escapeHtml } from './escape-html.ts'
import { isTrackingImage, isDecoration, type ElementRule } from './rules.ts'

/** An attribute as it was read, not decoded; names in lower case. */
export type RawAttributes = ReadonlyMap<string, string>

/** Attributes under which pages keep an image's address until a script puts it into `src`. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-full-src']

/** Numbers in attributes; more digits than this make no sense in any of them. */
const WHOLE = /^\d{1,5}$/
const DATE_TIME = /^[\dTZ:.+ -]{4,40}$/i
const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i
const DIRECTION = /^(?:ltr|rtl|auto)$/i

/** Checks an attribute's value: gives the value to write, or `undefined` where it goes. */
type Check = (value: string, base: string | undefined) => string | undefined

const matching =
  (shape: RegExp): Check =>
  (value) =>
    shape.test(value) ? value : undefined
const url: Check = (value, base) => safeHttpUrl(value, base)
const anything: Check = (value) => value

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['href', linkTarget],
  ['src', url],
  ['poster', url],
  ['cite', url],
  ['alt', anything],
  ['title', anything],
  ['datetime', matching(DATE_TIME)],
  ['type', matching(MEDIA_TYPE)],
  ['scope', matching(/^(?:row|col|rowgroup|colgroup)$/i)],
  ['reversed', () => ''],
  ...['width', 'height', 'colspan', 'rowspan', 'span', 'start', 'value'].map(
    (name) => [name, matching(WHOLE)] as const,
  ),
])

/** What stands on every element of a kind, whatever its source said. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['a', ' rel="noopener noreferrer nofollow"'],
  ['img', ' loading="lazy"'],
  ['audio', ' controls preload="none"'],
  ['video', ' controls preload="none"'],
])

/** An element's attributes as they are to be written, and the image's address where it is one. */
export interface WrittenAttributes {
  /** Each with a space before it. */
  readonly markup: string
  /** Of an image that may stand for what it is in. */
  readonly imageUrl: string | undefined
}

/**
 * Checks the attributes of an element that stays, value by value, and writes them anew.
 *
 * @param base what relative addresses are relative to
 * @returns `undefined` where the element is worth nothing without what was taken from it
 */
export function writeAttributes(
  name: string,
  rule: ElementRule,
  raw: RawAttributes,
  base: string | undefined,
): WrittenAttributes | undefined {
  const read = (attribute: string) => decodeHTMLAttribute(raw.get(attribute) ?? '').trim()
  const source = name === 'img' ? imageAddress(raw, read, base) : undefined
  if (name === 'img' && source === undefined) return undefined

  let markup = ''
  for (const attribute of raw.keys()) {
    const check = rule.attributes.has(attribute) ? CHECKS.get(attribute) : undefined
    if (!check || (name === 'img' && attribute === 'src')) continue
    const value = check(read(attribute), base)
    if (value !== undefined) markup += attributeMarkup(attribute, value)
  }
  if (source !== undefined) markup = attributeMarkup('src', source) + markup
  if (name === 'source' && !markup.includes(' src=')) return undefined
  if (name === 'a' && !markup.includes(' href=')) return { markup: '', imageUrl: undefined }
  const isPicture = source !== undefined && !isDecoration(source, [read('width'), read('height')])
  return {
    markup: markup + globalAttributes(read) + (FIXED.get(name) ?? ''),
    imageUrl: isPicture ? source : undefined,
  }
}

function globalAttributes(read: (attribute: string) => string): string {
  const dir = read('dir')
  const lang = read('lang')
  return (
    (DIRECTION.test(dir) ? attributeMarkup('dir', dir.toLowerCase()) : '') +
    (LANGUAGE.test(lang) ? attributeMarkup('lang', lang) : '')
  )
}

function attributeMarkup(name: string, value: string): string {
  return value === '' && name === 'reversed'
    ? ` ${name}`
    : ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`
}

/** A web page, or someone to write to. */
function linkTarget(value: string, base: string | undefined): string | undefined {
  if (/^mailto:[^\s<>"]{3,200}$/i.test(value)) return `mailto:${value.slice('mailto:'.length)}`
  return safeHttpUrl(value, base)
}

/** The address of an image that shows something; `undefined` for tracking pixels and images without one. */
function imageAddress(
  raw: RawAttributes,
  read: (attribute: string) => string,
  base: string | undefined,
): string | undefined {
  if (isPixel(read('width')) || isPixel(read('height'))) return undefined
  if (/(?:width|height)\s*:\s*[01]px|display\s*:\s*none/i.test(raw.get('style') ?? '')) return undefined

  const sources = raw.has('src') ? ['src', ...LAZY_SOURCES] : LAZY_SOURCES
  for (const attribute of sources) {
    const address = raw.has(attribute) ? safeHttpUrl(read(attribute), base) : undefined
    if (address !== undefined) return isTrackingImage(address) ? undefined : address
  }
  return undefined
}

function isPixel(size: string): boolean {
  return /^[01](?:px)?$/.test(size)
}
