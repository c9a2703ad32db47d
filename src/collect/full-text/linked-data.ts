import { isObject, type JsonObject } from '../json/values.ts'
import type { PageNode } from './page-document.ts'

/** What JSON-LD says of an article, as written. */
export interface LinkedData {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly author: string | undefined
  readonly imageUrl: string | undefined
  readonly publishedAt: string | undefined
}

const NOTHING: LinkedData = {
  title: undefined,
  description: undefined,
  author: undefined,
  imageUrl: undefined,
  publishedAt: undefined,
}

const ARTICLE = /(?:Article|BlogPosting|Report|Review|Recipe|VideoObject|PodcastEpisode)$/
const MOST_SCRIPTS = 20
/** Of one script, in characters. */
const LONGEST_SCRIPT = 500_000
const MOST_NODES = 2_000

/** The first article that the page's JSON-LD describes. @see https://schema.org/Article */
export function linkedDataOf(document: PageNode): LinkedData {
  let left = MOST_SCRIPTS
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    if (left-- === 0) break
    const article = findArticle(parse(script.textContent ?? ''))
    if (article === undefined) continue
    return {
      title: text(article['headline']) ?? text(article['name']),
      description: text(article['description']),
      author: named(article['author']),
      imageUrl: addressed(article['image']) ?? addressed(article['thumbnailUrl']),
      publishedAt: text(article['datePublished']) ?? text(article['dateCreated']),
    }
  }
  return NOTHING
}

function parse(written: string): unknown {
  if (written.length > LONGEST_SCRIPT) return undefined
  try {
    return JSON.parse(written)
  } catch {
    return undefined // many pages have a comma too much
  }
}

/** Breadth first: the article stands near the top, what it mentions below it. */
function findArticle(root: unknown): JsonObject | undefined {
  const waiting: unknown[] = [root]
  for (let at = 0; at < waiting.length && at < MOST_NODES; at++) {
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A person, an organisation, or several. */
function named(value: unknown): string | undefined {
  const names = [value]
    .flat()
    .slice(0, 5)
    .flatMap((one) => text(isObject(one) ? one['name'] : one) ?? [])
    .filter((name) => !/^https?:/i.test(name))
  return names.length === 0 ? undefined : names.join(', ')
}

function addressed(value: unknown): string | undefined {
  const [first] = [value].flat()
  return text(isObject(first) ? (first['url'] ?? first['contentUrl']) : first)
}
