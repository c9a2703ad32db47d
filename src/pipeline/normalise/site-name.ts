import type { Entry, FeedInfo } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'
import type { Source } from '../../model/source.ts'
import { titleOf } from './title.ts'

/** Names of a source's site, as normalised by `folded`. */
export type SiteNames = ReadonlySet<string>

/** A title followed by a site's name of at most 61 characters. */
const NAME_BEHIND = /^(.*\S)\s(?:\||-|–|—|::|·|»|«)\s(\S.{1,60})$/u
/** Separators of the parts of a feed's title: "Science | Northfield Post". */
const PARTS = /\s+(?:\||-|–|—|::|·|»|«|>)\s+|:\s+/u

/** With fewer titles, or a smaller share, an ending may belong to the articles. */
const MIN_TITLES = 6
const MIN_SHARE = 0.8

/** Letters or digits, and words, that must remain after a cut. "Episode 12 - The Weekly Show" is not cut. */
const MIN_LETTERS = 15
const MIN_WORDS = 3

/**
 * Finds names at the end of a source's titles: the source's name, the feed's title and its parts, and endings that
 * nearly all titles of the document share.
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
