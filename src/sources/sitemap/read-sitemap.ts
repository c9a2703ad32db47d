import type { EpochMs } from '../../model/time.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { parseXml, type XmlElement } from '../../text/xml/tree.ts'
import { isWhole, lacksEnd } from '../../text/xml/whole.ts'
import { child, childText, distinct, httpUrl, languageTag } from '../feed/values.ts'
import { bothEnds, MAX_DATED } from '../newest.ts'

export interface SitemapLink {
  readonly url: string
  readonly modifiedAt?: EpochMs | undefined
}

/** A page in a sitemap. Only Google News sitemaps have a publisher, and only these and video sitemaps a title. */
export interface SitemapPage extends SitemapLink {
  readonly publishedAt?: EpochMs | undefined
  /** Plain text. */
  readonly title?: string | undefined
  readonly publisher?: string | undefined
  readonly language?: string | undefined
  readonly tags?: readonly string[]
  readonly imageUrl?: string | undefined
  /** Plain text. */
  readonly summary?: string | undefined
}

export type SitemapReading =
  | {
      readonly kind: 'pages'
      readonly pages: readonly SitemapPage[]
      readonly isCut: boolean
    }
  | { readonly kind: 'index'; readonly sitemaps: readonly SitemapLink[] }
  | { readonly kind: 'other'; readonly message: string }

/**
 * Reads an unpacked sitemap, an index of sitemaps, or a plain list of addresses.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export function readSitemap(
  bytes: Uint8Array,
  contentType: string | undefined,
  base: string,
): SitemapReading {
  const { text } = decodeDocument(bytes, contentType)
  if (!/^\s*<|^\uFEFF/.test(text)) return readList(text, base)

  const document = parseXml(text, base)
  const { root } = document
  const top = root.children.find(({ name }) => /^(?:.*:)?(?:urlset|sitemapindex)$/.test(name))
  if (top === undefined) {
    const name = root.children[0]?.name ?? 'nothing'
    return { kind: 'other', message: `an XML document of the kind '${name.slice(0, 40)}'` }
  }
  if (top.name.endsWith('sitemapindex')) {
    return {
      kind: 'index',
      sitemaps: top.children.filter(isWhole(document)).flatMap((sitemap) => link(sitemap, base) ?? []),
    }
  }
  const urls = bothEnds(top.children, MAX_DATED).filter(isWhole(document))
  return { kind: 'pages', pages: urls.flatMap((url) => page(url, base) ?? []), isCut: lacksEnd(document) }
}

function link(element: XmlElement, base: string): SitemapLink | undefined {
  const url = httpUrl(text(element, 'loc'), base)
  return url === undefined ? undefined : { url, modifiedAt: parseDate(text(element, 'lastmod')) }
}

function page(element: XmlElement, base: string): SitemapPage | undefined {
  const linked = link(element, base)
  if (linked === undefined) return undefined
  const news = child(element, 'news:news')
  const publication = news && child(news, 'news:publication')
  const image = child(element, 'image:image')
  const part = (name: string): string | undefined => news && childText(news, name)
  const videos = element.children.filter(({ name }) => name === 'video:video')
  const video = videos.length === 1 ? videos[0] : undefined
  const shown = (name: string): string | undefined => video && childText(video, name)
  return {
    ...linked,
    publishedAt: parseDate(part('news:publication_date') ?? shown('video:publication_date')),
    title: part('news:title') ?? shown('video:title'),
    summary: shown('video:description'),
    publisher: publication && childText(publication, 'news:name'),
    language: languageTag(publication && childText(publication, 'news:language')),
    tags: distinct((part('news:keywords') ?? '').split(',', 50)),
    imageUrl: httpUrl(image ? childText(image, 'image:loc') : shown('video:thumbnail_loc'), base),
  }
}

/** The sitemap's own vocabulary may have a prefix. */
function text(element: XmlElement, name: string): string | undefined {
  return childText(element, name) ?? element.children.find((one) => one.name.endsWith(`:${name}`))?.text
}

function readList(text: string, base: string): SitemapReading {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*https?:\/\//i.test(line))
  const urls = bothEnds(lines, MAX_DATED).flatMap((line) => httpUrl(line, base) ?? [])
  return urls.length === 0
    ? { kind: 'other', message: 'text without addresses' }
    : { kind: 'pages', pages: urls.map((url) => ({ url })), isCut: false }
}
