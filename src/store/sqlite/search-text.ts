import type { ItemDraft } from '../../domain/item.ts'
import { domainsOf, siteHost } from '../../domain/url/host.ts'
import type { TokenWriter } from './token-writer.ts'

/** What the full-text table holds of an item, by its columns, in UTF-8: FTS5 reads a blob as the text that it is. */
export interface SearchText {
  readonly title: Buffer
  readonly summary: Buffer
  readonly labels: Buffer
  readonly author: Buffer
  readonly site: Buffer
  readonly content: Buffer
}

/** The parts of an item that have words. */
export type Worded = Pick<
  ItemDraft,
  'title' | 'summary' | 'tags' | 'author' | 'url' | 'language' | 'contentText'
>

/** Characters of a content that are indexed: no article is longer, and a hostile one must not cost seconds. */
const INDEXED_CHARS = 200_000

/**
 * Prepares an item for the full-text table: its words folded, in their order, then their stems, each once.
 * A stem carries its language, so that German `die` is no form of English `dies`.
 */
export function searchText(
  writer: TokenWriter,
  draft: Worded,
  sourceName: string,
  sourceSlug: string,
): SearchText {
  const { language } = draft
  const contentText = draft.contentText === draft.summary ? '' : draft.contentText.slice(0, INDEXED_CHARS)
  return {
    title: writer.tokens(draft.title, language),
    summary: writer.tokens(draft.summary, language),
    labels: writer.tokens([...draft.tags, sourceName, sourceSlug].join(' | '), language),
    author: writer.tokens(draft.author ?? '', null),
    site: siteTokens(draft.url),
    // Many feeds have no more than their summary: a second copy would only make matches look better than they are.
    content: writer.tokens(contentText, language),
  }
}

/** Sites kept: more than a configuration's sources have. */
const MOST_SITES = 10_000
const sites = new Map<string, Buffer>()

/** The host and each domain above it: `news.bbc.co.uk` is found by `bbc.co.uk` too. */
function siteTokens(url: string): Buffer {
  // Only what stands before the path decides.
  const path = url.indexOf('/', url.indexOf('//') + 2)
  const site = path < 0 ? url : url.slice(0, path)
  const known = sites.get(site)
  if (known !== undefined) return known
  const made = Buffer.from(URL.canParse(url) ? [...domainsOf(siteHost(new URL(url).hostname))].join(' ') : '')
  if (sites.size >= MOST_SITES) sites.clear()
  sites.set(site, made)
  return made
}
