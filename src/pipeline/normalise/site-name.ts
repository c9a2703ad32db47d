import type { Entry, FeedInfo } from '../../model/entry.ts'
import type { Source } from '../../model/source.ts'
import { titleOf } from './title.ts'

/** Names of a source's site, as `folded` gives them. */
export type SiteNames = ReadonlySet<string>

/** A title, and the name of the site behind it: no longer than most names are. */
const NAME_BEHIND = /^(.*\S)\s(?:\||-|–|—|::|·|»|«)\s(\S.{1,60})$/u
/** Between the parts of a feed's title: "Science | Northfield Post". */
const PARTS = /\s+(?:\||-|–|—|::|·|»|«|>)\s+|:\s+/u

/** What stands behind fewer titles, or behind a smaller share of them, may be of the articles. */
const MIN_TITLES = 6
const MIN_SHARE = 0.8

/** A title is not cut to less: "Episode 12 - The Weekly Show" would be no title, in letters and digits. */
const MIN_LETTERS = 15
const MIN_WORDS = 3

/**
 * Gives the names that a source's titles may end with: its own, its feed's and the parts of that, and what nearly all titles of the
 * document end with.
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
  const behind = new Map<string, number>()
  for (const { title } of entries) {
    const name = folded(NAME_BEHIND.exec(titleOf(title))?.[2] ?? '')
    if (name !== '') behind.set(name, (behind.get(name) ?? 0) + 1)
  }
  for (const [name, count] of behind) {
    if (count >= MIN_TITLES && count >= MIN_SHARE * entries.length) names.add(name)
  }
  return names
}

/** A title without the name of the site at its end. */
export function withoutSiteName(title: string, names: SiteNames): string {
  const [, rest = '', name = ''] = NAME_BEHIND.exec(title) ?? []
  if (!names.has(folded(name))) return title
  const letters = rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const isTitle = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(rest)
    ? letters >= MIN_LETTERS / 2
    : letters >= MIN_LETTERS && rest.split(/\s+/).length >= MIN_WORDS
  return isTitle ? rest : title
}

/** Letters and digits alone, in lower case, without an article before them. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*the\s+/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
