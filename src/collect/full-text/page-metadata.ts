import { parseDate } from '../feed/dates.ts'
import { httpUrl, plainText } from '../feed/values.ts'
import type { ArticlePage } from './article-page.ts'
import { linkedDataOf } from './linked-data.ts'
import type { PageNode } from './page-document.ts'

/** Longer ones are not descriptions, in characters. */
const LONGEST_TEXT = 2_000
const MOST_META = 500

/** Names under which pages state the same, the surest first. */
const NAMES = {
  title: ['og:title', 'twitter:title', 'dc.title'],
  description: ['og:description', 'twitter:description', 'description', 'dc.description'],
  author: ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author'],
  image: [
    'og:image:secure_url',
    'og:image:url',
    'og:image',
    'twitter:image',
    'twitter:image:src',
    'thumbnail',
  ],
  publishedAt: ['article:published_time', 'datepublished', 'dc.date', 'dc.date.issued', 'date', 'pubdate'],
} as const

/** What a page's head says of the article: Open Graph, Twitter cards, JSON-LD and plain `meta`. */
export function readMetadata(document: PageNode, base: string): Omit<ArticlePage, 'contentHtml'> {
  const stated = metaOf(document)
  const data = linkedDataOf(document)
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => stated.get(name)).find((value) => value !== undefined)
  const author = first(NAMES.author)
  const image =
    first(NAMES.image) ?? data.imageUrl ?? document.querySelector('link[rel=image_src]')?.getAttribute('href')

  return {
    title: short(first(NAMES.title) ?? data.title ?? document.querySelector('title')?.textContent),
    description: short(first(NAMES.description) ?? data.description),
    // `article:author` is often the address of a profile.
    author: short(author === undefined || /^https?:/i.test(author) ? data.author : author),
    imageUrl: httpUrl(image ?? undefined, base),
    publishedAt: parseDate(first(NAMES.publishedAt) ?? data.publishedAt),
  }
}

/** Each name once, as it is stated first; lower case. */
function metaOf(document: PageNode): Map<string, string> {
  const stated = new Map<string, string>()
  let left = MOST_META
  for (const meta of document.querySelectorAll('meta[content]')) {
    if (left-- === 0) break
    const value = meta.getAttribute('content')?.trim() ?? ''
    const names = ['property', 'name', 'itemprop'].flatMap((attribute) => meta.getAttribute(attribute) ?? [])
    for (const name of names) {
      const key = name.trim().toLowerCase()
      if (value !== '' && !stated.has(key)) stated.set(key, value)
    }
  }
  return stated
}

function short(text: string | null | undefined): string | undefined {
  const line = plainText((text ?? '').slice(0, LONGEST_TEXT))
  return line === '' ? undefined : line
}
