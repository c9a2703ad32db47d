import { decodeHTMLAttribute } from 'entities'
import { safeHttpUrl } from '../../url/url.ts'
import { escapeHtml } from './escape-html.ts'
import { imageAddress, isPlaceholder } from './image-address.ts'
import { isDecoration, type ElementRule } from './rules.ts'

/** Attributes as read: values are not decoded, names are in lower case. */
type RawAttributes = ReadonlyMap<string, string>

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
/** An empty address would be that of the page. */
const url: Check = (value, base) => (value === '' ? undefined : safeHttpUrl(value, base))
const poster: Check = (value, base) => (isPlaceholder(value) ? undefined : url(value, base))
const anything: Check = (value) => value

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['href', linkTarget],
  ['src', url],
  ['poster', poster],
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

/** Attributes that all elements of a name get. */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['a', ' rel="noopener noreferrer nofollow"'],
  ['img', ' loading="lazy"'],
  ['audio', ' controls preload="none"'],
  ['video', ' controls preload="none"'],
])

interface WrittenAttributes {
  /** Each attribute has a space before it. */
  readonly markup: string
  /** URL of an image or of the still of a video. */
  readonly imageUrl: string | undefined
  /** Whether the image may illustrate the article. */
  readonly isPicture: boolean
}

/** Gives a function that reads attributes: decoded, trimmed, '' if absent. */
export function readerOf(raw: RawAttributes): (attribute: string) => string {
  return (attribute) => decodeHTMLAttribute(raw.get(attribute) ?? '').trim()
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
  const read = readerOf(raw)
  const source = name === 'img' ? imageAddress(read, base) : undefined
  if (name === 'img' && source === undefined) return undefined

  let markup = ''
  for (const written of raw.keys()) {
    // Players that need a script.
    const attribute = written === 'data-src' && !raw.has('src') ? 'src' : written
    const check = rule.attributes.has(attribute) ? CHECKS.get(attribute) : undefined
    if (!check || (name === 'img' && attribute === 'src')) continue
    const value = check(read(written), base)
    if (value !== undefined) markup += attributeMarkup(attribute, value)
  }
  if (source !== undefined) markup = attributeMarkup('src', source) + markup
  if (name === 'source' && !markup.includes(' src=')) return undefined
  if (name === 'a' && !markup.includes(' href=')) return { markup: '', imageUrl: undefined, isPicture: false }
  const imageUrl = source ?? (name === 'video' ? poster(read('poster'), base) : undefined)
  return {
    markup: markup + globalAttributes(read) + (FIXED.get(name) ?? ''),
    imageUrl,
    isPicture:
      imageUrl !== undefined && !isDecoration(imageUrl, [read('width'), read('height')], read('class')),
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

function linkTarget(value: string, base: string | undefined): string | undefined {
  if (/^mailto:[^\s<>"]{3,200}$/i.test(value)) return `mailto:${value.slice('mailto:'.length)}`
  return safeHttpUrl(value, base)
}
