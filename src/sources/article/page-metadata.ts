import { parseHTML } from 'linkedom'
import { isObject, type JsonObject, parseJson } from '../../model/json-object.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { htmlToLine, httpUrl } from '../feed/values.ts'
import { verbatimOf } from '../json/values.ts'
import { isDeeper } from '../page/parse-html.ts'
import type { ArticlePage } from './article-page.ts'

/** Longer texts are not descriptions; characters. */
const LONGEST_TEXT = 2_000
const MAX_META = 500

/** Names of `meta` elements with the same meaning, the most reliable first. */
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

/** Reads an article's metadata: Open Graph, Twitter cards, JSON-LD (sometimes with the text), and plain `meta`. */
export function readMetadata(document: PageNode, base: string): ArticlePage {
  const stated = metaOf(document)
  const data = linkedDataOf(document)
  const all = (names: readonly string[]): string[] => names.flatMap((name) => stated.get(name) ?? [])
  const first = (names: readonly string[]): string | undefined => all(names)[0]
  const author = first(NAMES.author)
  const linked = document.querySelector('link[rel=image_src]')?.getAttribute('href') ?? undefined

  return {
    title: short(first(NAMES.title) ?? data.title ?? document.querySelector('title')?.textContent),
    description: short(first(NAMES.description) ?? data.description),
    // `article:author` is often the address of a profile.
    author: short(author === undefined || /^https?:/i.test(author) ? data.author : author),
    imageUrl: firstOf([...all(NAMES.image), data.imageUrl, linked], (image) => httpUrl(image, base)),
    publishedAt: firstOf([...all(NAMES.publishedAt), data.publishedAt], parseDate),
    contentHtml: data.body,
  }
}

/** The first value that can be read. */
function firstOf<T>(
  written: readonly (string | undefined)[],
  read: (value: string | undefined) => T | undefined,
): T | undefined {
  return written.map(read).find((value) => value !== undefined)
}

/** The first value of each name; names in lower case. */
function metaOf(document: PageNode): Map<string, string> {
  const stated = new Map<string, string>()
  let left = MAX_META
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

/** Plain text: sites write HTML here, even escaped twice. */
function short(text: string | null | undefined): string | undefined {
  return htmlToLine((text ?? '').slice(0, LONGEST_TEXT))
}

/** An article's metadata in JSON-LD. */
type LinkedData = Readonly<
  Partial<
    Record<'title' | 'description' | 'author' | 'imageUrl' | 'publishedAt' | 'body', string | undefined>
  >
>

const ARTICLE = /(?:Article|BlogPosting|Report|Review|Recipe|VideoObject|PodcastEpisode)$/
const MAX_SCRIPTS = 20
/** Longest script that is read; characters. */
const LONGEST_SCRIPT = 500_000
const MAX_NODES = 2_000

/** The first article that the page's JSON-LD describes. @see https://schema.org/Article */
function linkedDataOf(document: PageNode): LinkedData {
  let left = MAX_SCRIPTS
  for (const script of document.querySelectorAll('script[type^="application/ld+json"]')) {
    if (left-- === 0) break
    const written = script.textContent ?? ''
    const article = written.length > LONGEST_SCRIPT ? undefined : findArticle(parseLinkedData(written))
    if (article === undefined) continue
    return {
      title: verbatimOf(article['headline']) ?? verbatimOf(article['name']),
      description: verbatimOf(article['description']),
      author: named(article['author']),
      imageUrl: addressed(article['image']) ?? addressed(article['thumbnailUrl']),
      publishedAt: verbatimOf(article['datePublished']) ?? verbatimOf(article['dateCreated']),
      body: verbatimOf(article['articleBody']),
    }
  }
  return {}
}

/**
 * Parses JSON as pages have it: inside comments or CDATA, with line breaks in strings, trailing commas and semicolons.
 */
function parseLinkedData(written: string): unknown {
  const bare = written.replace(/<!--|-->|<!\[CDATA\[|\]\]>/g, '').replace(/\p{Cc}+/gu, ' ')
  const end = Math.max(bare.lastIndexOf('}'), bare.lastIndexOf(']'))
  const json = bare.slice(Math.max(0, bare.search(/[[{]/)), end + 1)
  return parseJson(json) ?? parseJson(json.replace(/,\s*(?=[}\]])/g, ''))
}

/** Breadth-first: the article is near the root; things that it mentions are deeper. */
function findArticle(root: unknown): JsonObject | undefined {
  const waiting: unknown[] = [root]
  for (let at = 0; at < waiting.length && at < MAX_NODES; at++) {
    const node = waiting[at]
    if (Array.isArray(node)) waiting.push(...node.slice(0, 100))
    else if (isObject(node)) {
      const types = [node['@type']].flat()
      if (types.some((type) => typeof type === 'string' && ARTICLE.test(type))) return node
      waiting.push(node['@graph'], node['mainEntity'], node['mainEntityOfPage'])
    }
  }
  return undefined
}

/** The name of a person or organisation, or of several. */
function named(value: unknown): string | undefined {
  const names = [value]
    .flat()
    .slice(0, 5)
    .flatMap((one) => verbatimOf(isObject(one) ? one['name'] : one) ?? [])
    .filter((name) => !/^https?:/i.test(name))
  return names.length === 0 ? undefined : names.join(', ')
}

function addressed(value: unknown): string | undefined {
  const [first] = [value].flat()
  return verbatimOf(isObject(first) ? (first['url'] ?? first['contentUrl']) : first)
}

/** The part of the DOM that is used here. The project does not load the browser's types. */
export interface PageNode {
  readonly innerHTML: string
  readonly outerHTML: string
  readonly textContent: string | null
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly previousElementSibling: PageNode | null
  readonly nextElementSibling: PageNode | null
  readonly parentElement: PageNode | null
  closest(selector: string): PageNode | null
  matches(selector: string): boolean
  insertAdjacentHTML(position: 'beforebegin' | 'afterbegin', html: string): void
  querySelector(selector: string): PageNode | null
  querySelectorAll(selector: string): Iterable<PageNode>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
}

/** Deeper than any honest page. Deeper trees could overflow the stack. */
const DEEPEST = 256

/**
 * Parses a page, with lower-case attribute names: React writes `srcSet`, old pages `SRC`.
 *
 * @throws RangeError for a page that nests deeper than `DEEPEST`: parsing time is quadratic in the depth, so such a
 *   page is hostile
 */
export function parsePage(html: string): PageNode {
  if (isDeeper(html, DEEPEST)) throw new RangeError(`its elements nest deeper than ${DEEPEST}`)
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const { document }: { document: PageNode } = parseHTML(whole)
  for (const node of document.querySelectorAll('*')) {
    for (const { name, value } of Array.from(node.attributes).filter((one) => /[A-Z]/.test(one.name))) {
      node.removeAttribute(name)
      node.setAttribute(name.toLowerCase(), value)
    }
  }
  return document
}
