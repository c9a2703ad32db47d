import type { ItemDraft } from '../../domain/item.ts'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { forEachForm } from '../../domain/text/words.ts'
import { domainsOf, siteHost } from '../../domain/url/host.ts'

/** What the full-text table holds of an item, by its columns. */
export interface SearchText {
  readonly title: string
  readonly summary: string
  readonly labels: string
  readonly author: string
  readonly site: string
  readonly content: string
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
export function searchText(draft: Worded, sourceName: string, sourceSlug: string): SearchText {
  const { language } = draft
  return {
    title: tokens(draft.title, language),
    summary: tokens(draft.summary, language),
    labels: tokens([...draft.tags, sourceName, sourceSlug].join(' | '), language),
    author: tokens(draft.author ?? '', null),
    site: siteTokens(draft.url),
    // Many feeds have no more than their summary: a second copy would only make matches look better than they are.
    content:
      draft.contentText === draft.summary ? '' : tokens(draft.contentText.slice(0, INDEXED_CHARS), language),
  }
}

/** The mark that keeps stems apart from words. */
export function stemToken(stem: string, primary: string): string {
  return `~${primary}~${stem}`
}

const STEMMED = new Set(STEM_LANGUAGES)

function tokens(text: string, language: string | null): string {
  const primary = primaryLanguage(language)
  const stemmed = STEMMED.has(primary)
  let folded = ''
  const stems = new Set<string>()
  forEachForm(text, language, ({ folded: word, stem, kind }) => {
    folded += folded === '' ? word : ` ${word}`
    if (stemmed && kind === 'word') stems.add(stem)
  })
  for (const stem of stems) folded += ` ${stemToken(stem, primary)}`
  return folded
}

/** The host and each domain above it: `news.bbc.co.uk` is found by `bbc.co.uk` too. */
function siteTokens(url: string): string {
  return URL.canParse(url) ? [...domainsOf(siteHost(new URL(url).hostname))].join(' ') : ''
}
