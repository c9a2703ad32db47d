import type { Entry } from '../model/entry.ts'
import type { ArticlePage } from '../sources/article/article-page.ts'
import { fold } from '../text/fold.ts'
import { htmlToText } from '../text/html/sanitize.ts'
import { charsPerWallSaying, isWallTitle } from '../text/walls.ts'
import { urlOf } from '../url/path.ts'
import { carriedUrl, publisherOf } from '../url/url.ts'
import { titleOf } from './normalise/title.ts'

/** Longest HTML that is examined, characters. */
const MAX_CHARS = 200_000

/** A page is a wall if it has at least one typical phrase for this many characters. */
const DENSE_CHARS = 500
/** The same for a page with the article's title, which may be an article about cookies. */
const VERY_DENSE_CHARS = 150

/** Parts of addresses of consent, login and error pages. */
const GATE =
  /^(?:(?:cookie|privacy|gdpr|dsgvo)?-?(?:consent|wall|gate)|cmp|(?:log|sign)-?(?:in|up)|sso|auth|oauth2?|accounts?|anmelden|anmeldung|connexion|subscribe|register|404|error|not-?found|page-not-found)(?:\.\w+)?$/i

/**
 * Whether a page is the entry's article, not a consent, login or error page in its place. Doubt favours the page: an
 * article that is taken for a wall loses its text.
 *
 * @param finalUrl of the page, after redirects
 */
export function isArticle(entry: Pick<Entry, 'title' | 'url'>, page: ArticlePage, finalUrl: string): boolean {
  const url = carriedUrl(entry.url ?? finalUrl)
  if (isHomeInstead(finalUrl, url)) return false
  const text = pageText(page)
  if (saysTitle(text, entry)) return true
  if (isGate(finalUrl) && !isGate(url)) return false
  const isTitled = saysTitle(page.title ?? '', entry)
  if (!isTitled && isWallTitle(page.title ?? '')) return false
  return charsPerWallSaying(text) > (isTitled ? VERY_DENSE_CHARS : DENSE_CHARS)
}

/**
 * Finds pages that are walls by their repeated text: another page of the visit, or an earlier article of the source,
 * has the same text, and it contains neither title, or each page has its own title above it.
 *
 * @param before titles and texts of other articles of the source
 */
export function withOneText<One>(
  readings: readonly { readonly of: One; readonly entry: Entry; readonly page: ArticlePage }[],
  before: readonly { readonly title: string; readonly text: string }[] = [],
): Set<One> {
  const firsts = new Map<string, { readonly title: string; readonly of?: One }>(
    before.map(({ title, text }) => [withoutTitle(text, title), { title }]),
  )
  const same = new Set<One>()
  for (const { of, entry, page } of readings) {
    const text = page.contentHtml === undefined ? '' : pageText(page)
    const title = titleOf(entry.title)
    const rest = withoutTitle(text, title)
    if (rest === '' || (rest === text && saysTitle(text, entry))) continue
    const first = firsts.get(rest)
    if (first === undefined) firsts.set(rest, { title, of })
    else if (first.title !== title || rest === text) {
      if (first.of !== undefined) same.add(first.of)
      same.add(of)
    }
  }
  return same
}

function withoutTitle(text: string, title: string): string {
  return title === '' ? text : text.replaceAll(title, '').trim()
}

function pageText({ contentHtml, description }: ArticlePage): string {
  return contentHtml === undefined ? (description ?? '') : htmlToText(contentHtml.slice(0, MAX_CHARS))
}

/** Whether a text contains half of the title's words; true for a title without words. */
function saysTitle(text: string, { title }: Pick<Entry, 'title'>): boolean {
  const words = wordsOf(htmlToText(title))
  const folded = fold(text)
  const found = words.filter((word) => folded.includes(word)).length
  return 2 * found >= words.length
}

/** The distinctive words, folded: of four letters and more, or pairs of characters in scripts without spaces. */
function wordsOf(title: string): string[] {
  const runs = fold(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const isSolid = (run: string): boolean =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(run)
  const words = runs.flatMap((run) =>
    isSolid(run) ? (run.match(/../gu) ?? [run]) : run.length > 3 ? [run] : [],
  )
  return words.length > 0 ? words : runs
}

/** Whether an article's address redirects to the front page of its site. */
function isHomeInstead(finalUrl: string, url: string): boolean {
  const [to, from] = [finalUrl, url].map((address) => urlOf(address))
  if (to === undefined || from === undefined) return false
  const isHome = ({ pathname, search }: URL): boolean => pathname === '/' && !/[?&]\w+=\d/.test(search)
  return isHome(to) && !isHome(from) && publisherOf(finalUrl) === publisherOf(url)
}

function isGate(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, pathname } = new URL(url)
  return [hostname.split('.')[0] ?? '', ...pathname.split('/')].some((part) => GATE.test(part))
}
