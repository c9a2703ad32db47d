import { decodeHTMLAttribute } from 'entities'
import { safeHttpUrl } from '../../url/url.ts'
import { escapeHtml } from './escape-html.ts'
import { isTrackingImage, isDecoration, type ElementRule } from './rules.ts'

/** Attributes as read: values are not decoded, names are in lower case. */
export type RawAttributes = ReadonlyMap<string, string>

/** Attributes in which pages keep an image's URL until a script copies it to `src`. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-full-src']

/** A number in an attribute. No attribute here needs more than five digits. */
const WHOLE = /^\d{1,5}$/
const DATE_TIME = /^[\dTZ:.+ -]{4,40}$/i
const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i
const DIRECTION = /^(?:ltr|rtl|auto)$/i

/** Checks a value. It gives the value to write, or `undefined` to remove the attribute. */
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

/** Attributes that every element of a name gets, whatever its source has. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['a', ' rel="noopener noreferrer nofollow"'],
  ['img', ' loading="lazy"'],
  ['audio', ' controls preload="none"'],
  ['video', ' controls preload="none"'],
])

/** The attributes to write for an element. */
export interface WrittenAttributes {
  /** Each attribute has a space before it. */
  readonly markup: string
  /** URL of an `img` that may illustrate the article. */
  readonly imageUrl: string | undefined
}

/**
 * Checks each attribute of an element that stays, and writes the valid ones.
 *
 * @param base resolves relative URLs
 * @returns `undefined` if the element is useless without an attribute that was removed
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

/** Accepts http, https and mailto. */
function linkTarget(value: string, base: string | undefined): string | undefined {
  if (/^mailto:[^\s<>"]{3,200}$/i.test(value)) return `mailto:${value.slice('mailto:'.length)}`
  return safeHttpUrl(value, base)
}

/** Gives the URL of an image; `undefined` for hidden images, tracking pixels and images without a URL. */
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
