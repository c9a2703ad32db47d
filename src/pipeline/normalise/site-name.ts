import type { Entry, FeedInfo } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'
import type { Source } from '../../model/source.ts'
import { titleOf } from './title.ts'

/** Names of a source's site, in the form that `folded` gives. */
export type SiteNames = ReadonlySet<string>

/** A title and the site's name behind it. The name has at most 61 characters. */
const NAME_BEHIND = /^(.*\S)\s(?:\||-|–|—|::|·|»|«)\s(\S.{1,60})$/u
/** Separators of the parts of a feed's title: "Science | Northfield Post". */
const PARTS = /\s+(?:\||-|–|—|::|·|»|«|>)\s+|:\s+/u

/** If fewer titles, or a smaller share of them, have an ending, it may belong to the articles. */
const MIN_TITLES = 6
const MIN_SHARE = 0.8

/** Minimum letters and digits, and words, that a cut title must keep. "Episode 12 - The Weekly Show" is not cut. */
const MIN_LETTERS = 15
const MIN_WORDS = 3

/**
 * Finds the names that a source's titles may end with: the name of the source, the title of the feed and its parts,
 * and endings that nearly all titles of the document share.
 */
export function siteNames(
  source: Pick<Source, 'name'>,
  feed: Pick<FeedInfo, 'title'>,
  entries: readonly Pick<Entry, 'title'>[],
): SiteNames {
  const names = new Set<string>()
  for (const name of [source.name, feed.title ?? '', ...(feed.title ?? '').split(PARTS)]) {
    const plain = folded(name)
    if (plain.length > 2) names.add(plain)
  }
  const behind = countEach(entries.map(({ title }) => folded(NAME_BEHIND.exec(titleOf(title))?.[2] ?? '')))
  for (const [name, count] of behind) {
    if (name !== '' && count >= MIN_TITLES && count >= MIN_SHARE * entries.length) names.add(name)
  }
  return names
}

/** Removes the site's name from the end of a title. */
export function withoutSiteName(title: string, names: SiteNames): string {
  const [, rest = '', name = ''] = NAME_BEHIND.exec(title) ?? []
  if (!names.has(folded(name))) return title
  const letters = rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const isTitle = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(rest)
    ? letters >= MIN_LETTERS / 2
    : letters >= MIN_LETTERS && rest.split(/\s+/).length >= MIN_WORDS
  return isTitle ? rest : title
}

/** The letters and digits of a name, in lower case, without a leading "the". */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*the\s+/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
