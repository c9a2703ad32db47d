import type { Enclosure } from '../../model/entry.ts'
import { largerForm } from '../../text/html/image-address.ts'
import { isDecoration, isTrackingImage } from '../../text/html/rules.ts'
import type { XmlElement } from '../../text/xml/tree.ts'
import { child, childText, count, httpUrl } from './values.ts'

const MAX_ENCLOSURES = 20

/** The media files of an entry: RSS `enclosure`, and Media RSS without images. Each address once. */
export function readEnclosures(item: XmlElement, base: string | undefined): Enclosure[] {
  const found = new Map<string, Enclosure>()
  for (const element of item.children) {
    if (element.name === 'enclosure') {
      const written = element.attributes.get('url') ?? element.attributes.get('href') ?? element.text
      addEnclosure(found, written, element, base, element.attributes.get('length'))
    }
  }
  for (const element of mediaElements(item)) {
    if (element.name === 'media:content' && !isImage(element)) {
      if (!/^(?:audio|video|application)/.test(kind(element))) continue
      addEnclosure(found, element.attributes.get('url'), element, base, element.attributes.get('filesize'))
    }
  }
  return [...found.values()]
}

/** Elements with one image, as attribute, text or `url`: iTunes, and non-standard ones. */
const IMAGE_ELEMENTS = [
  'itunes:image',
  'image',
  'thumbnail',
  'featuredimage',
  'post-thumbnail',
  'news:image',
  'hatena:imageurl',
  'g:image_link',
]

/** The image of an entry: the widest of Media RSS, or else an image enclosure, or else an image element. */
export function readImage(
  item: XmlElement,
  base: string | undefined,
  enclosures: readonly Enclosure[],
): string | undefined {
  let best: string | undefined
  let bestRank = Number.NEGATIVE_INFINITY
  for (const element of mediaElements(item)) {
    const image = element.name === 'media:thumbnail' || (element.name === 'media:content' && isImage(element))
    const url = image ? httpUrl(element.attributes.get('url') ?? element.text, base) : undefined
    const rank = rankOf(element)
    if (url === undefined || rank <= bestRank || isTrackingImage(url)) continue
    const sizes = ['width', 'height'].map((name) => element.attributes.get(name)?.trim() ?? '')
    if (isDecoration(url, sizes)) continue
    best = largerForm(url)
    bestRank = rank
  }
  const attached = enclosures.find(({ mimeType }) => mimeType?.startsWith('image/') === true)?.url
  if (best !== undefined || attached !== undefined) return best ?? attached
  for (const name of IMAGE_ELEMENTS) {
    const image = child(item, name)
    if (image === undefined) continue
    const written = image.attributes.get('href') ?? image.attributes.get('url') ?? childText(image, 'url')
    const url = httpUrl(written ?? image.text, base)
    if (url !== undefined && !isDecoration(url, [])) return url
  }
  return undefined
}

export function addEnclosure(
  found: Map<string, Enclosure>,
  written: string | undefined,
  element: XmlElement,
  base: string | undefined,
  length: string | undefined,
): void {
  const url = httpUrl(written, base)
  if (url === undefined || found.has(url) || found.size === MAX_ENCLOSURES) return
  const mimeType = mediaTypeOf(element.attributes.get('type'), url)
  // YouTube still names a Flash player for each video, which nothing can run.
  if (mimeType === 'application/x-shockwave-flash') return
  found.set(url, { url, mimeType, bytes: count(length) || null })
}

/** All elements of Media RSS, including those in groups and in other media elements. */
function* mediaElements(item: XmlElement): Generator<XmlElement> {
  for (const element of item.children) {
    if (!element.name.startsWith('media:')) continue
    yield element
    if (element.children.length > 0) yield* mediaElements(element)
  }
}

function kind(element: XmlElement): string {
  return element.attributes.get('type')?.trim().toLowerCase() ?? element.attributes.get('medium') ?? ''
}

function isImage(element: XmlElement): boolean {
  const stated = kind(element)
  if (stated !== '') return stated.startsWith('image')
  return /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(element.attributes.get('url') ?? '')
}

/** Squares up to this size are often portraits or logos; px. */
const SMALL_SQUARE_PX = 100

/** The width. An unknown size ranks above a small square, and for thumbnails below other unknown sizes. */
function rankOf({ name, attributes }: XmlElement): number {
  const width = count(attributes.get('width')) ?? (name === 'media:thumbnail' ? -0.5 : 0)
  const isSquare = width > 0 && width === count(attributes.get('height'))
  return isSquare && width <= SMALL_SQUARE_PX ? width - SMALL_SQUARE_PX - 1 : width
}

/** Media types by file extension. */
const BY_ENDING: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

/**
 * The media type of a file: the stated one, or else by the address's extension.
 *
 * @param stated may be useless: `application/octet-stream`, or no type at all
 */
export function mediaTypeOf(stated: string | undefined, url: string): string | null {
  const type = stated?.trim() ?? ''
  if (type.includes('/') && !/^(?:application|binary)\/octet-stream\b/i.test(type)) return type
  const ending = /\.([a-z0-9]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined) ?? (type === '' ? null : type)
}
