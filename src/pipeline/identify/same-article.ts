import type { ItemDraft } from '../../model/item.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import type { Store, TitledEntry } from '../../store/store.ts'
import { lettersOf } from '../../text/letters.ts'
import { canonicalKey, publisherOfKey } from '../../url/url.ts'

/** Versions of one article are published within this time. */
const SAME_MS = 2 * DAY_MS
/** A title that comes again and again is that of a column. Its issues are further apart than this, editions of one are not. */
const SAME_ISSUE_MS = 12 * HOUR_MS

/** Characters of texts that are compared. */
const COMPARED_CHARS = 400
/**
 * Shortest text that identifies an article, in bytes of its letters: a Chinese character says as much as three Latin
 * letters. Shorter ones are often the same for all articles of a site.
 */
export const SHORT_BYTES = 40
const LONG_BYTES = 60
export const FULL_BYTES = 200

/** Most articles of one title in a document that another is compared with. Else a document of one title would take a quadratic time. */
const MAX_OF_TITLE = 20

/** An article of the collection or of the document, as it is compared. */
interface Version {
  readonly url: string
  readonly summary: string
  /** Its beginning. */
  readonly text: string
  readonly publishedAt: EpochMs
}

/** Articles that only seem new. */
export interface SameArticles {
  /** Those that the store has, under another address. */
  readonly known: ReadonlyMap<ItemDraft, TitledEntry>
  /** Those that stand in the document under several addresses, with the draft whose address is the article's. */
  readonly repeats: ReadonlyMap<ItemDraft, ItemDraft>
}

/**
 * Finds the articles that have an address of their own, but the title, the text and nearly the time of another: the same
 * page with other parameters, or another page of the publisher in another of its feeds.
 *
 * @param drafts that seem new, in the order of the document
 */
export async function findSame(
  sourceId: string,
  drafts: readonly ItemDraft[],
  store: Pick<Store, 'findTitled'>,
): Promise<SameArticles> {
  const titled = drafts.flatMap((draft) => {
    const key = titleKeyOf(draft)
    return key === undefined ? [] : [{ draft, key }]
  })
  const found =
    titled.length === 0
      ? []
      : await store.findTitled(
          sourceId,
          titled.map(({ key }) => key),
        )
  const known = new Map<ItemDraft, TitledEntry>()
  const taken = new Set<number>()
  const fresh: typeof titled = []
  for (const [index, one] of titled.entries()) {
    const same = sameAs(one.draft, found[index] ?? [], taken)
    if (same === undefined) fresh.push(one)
    else {
      known.set(one.draft, same)
      taken.add(same.itemId)
    }
  }
  return { known, repeats: repeatsIn(fresh) }
}

/** The stored article that a draft is, the nearest in time. */
function sameAs(
  draft: ItemDraft,
  candidates: readonly TitledEntry[],
  taken: ReadonlySet<number>,
): TitledEntry | undefined {
  const version = versionOf(draft)
  const isColumn = candidates.length > 1
  return candidates
    .filter((one) => {
      if (addressOf(draft)[0] === addressOf(one)[0]) return isSamePage(draft, one)
      // A feed does not list one article at two pages, so what this source shows itself is another article.
      if (one.entryHash !== undefined || taken.has(one.itemId)) return false
      const apartMs = Math.abs(one.publishedAt - version.publishedAt)
      return apartMs <= (isColumn ? SAME_ISSUE_MS : SAME_MS) && hasSameText(version, one, LONG_BYTES)
    })
    .toSorted(
      (a, b) => Math.abs(a.publishedAt - version.publishedAt) - Math.abs(b.publishedAt - version.publishedAt),
    )[0]
}

function repeatsIn(
  titled: readonly { readonly draft: ItemDraft; readonly key: string }[],
): ReadonlyMap<ItemDraft, ItemDraft> {
  const firsts = new Map<string, ItemDraft[]>()
  const repeats = new Map<ItemDraft, ItemDraft>()
  // The shortest address is most likely the article's own.
  for (const { draft, key } of titled.toSorted((a, b) => a.draft.key.length - b.draft.key.length)) {
    const others = firsts.get(key) ?? []
    const first = others.find((one) => isSamePage(draft, versionOf(one)))
    if (first === undefined) firsts.set(key, [draft, ...others].slice(0, MAX_OF_TITLE))
    else repeats.set(draft, first)
  }
  return repeats
}

/**
 * The name under which articles of one title are found; `undefined` for an article that shares its address with others or
 * has none.
 */
export function titleKeyOf({ key, title }: Pick<ItemDraft, 'key' | 'title'>): string | undefined {
  if (!key.startsWith('https://') || key.includes('#')) return undefined
  const publisher = publisherOfKey(key)
  const letters = lettersOf(title)
  return publisher === undefined || letters === '' ? undefined : `title ${publisher} ${letters}`
}

function versionOf({ url, summary, contentText, publishedAt }: ItemDraft): Version {
  return { url, summary, text: contentText.slice(0, COMPARED_CHARS), publishedAt }
}

/** Whether an article is another one of the same title, at one page with other parameters. */
function isSamePage(draft: ItemDraft, other: Version): boolean {
  const [page, parameters] = addressOf(draft)
  const [otherPage, otherParameters] = addressOf(other)
  if (page === undefined || page !== otherPage) return false
  const version = versionOf(draft)
  const apartMs = Math.abs(draft.publishedAt - other.publishedAt)
  // A day without a time of day is no time.
  const isOneMoment = apartMs === 0 && draft.isTimeStated && draft.publishedAt % DAY_MS !== 0
  // Numbers in one parameter are most often those of articles.
  if (differInNumbers(parameters, otherParameters))
    return isOneMoment && hasSameText(version, other, FULL_BYTES)
  if (apartMs > SAME_MS) return false
  if (hasSameText(version, other, SHORT_BYTES)) return true
  // Where the texts say too little, as those of feeds of titles.
  const [shorter, longer] = [parameters, otherParameters].toSorted((a, b) => a.size - b.size)
  return (
    [version, other].some(({ text }) => bytesOf(text) < SHORT_BYTES) &&
    bytesOf(draft.title) >= SHORT_BYTES &&
    [...(shorter ?? [])].every(([name, value]) => longer?.get(name) === value) &&
    (isOneMoment || (shorter?.size === 0 && NAMES_ARTICLE.test(page)))
  )
}

/** The end of a path that names an article by a number or by words, so that parameters only add to it. */
const NAMES_ARTICLE = /\/(?:[^/]*\d{5}[^/]*|[^/]+[-_][^/]+[-_][^/]+)$/

type Parameters = ReadonlyMap<string, string>

/** An address without its parameters, and these, those of one name together. */
function addressOf({ url }: Pick<Version, 'url'>): [string | undefined, Parameters] {
  const key = canonicalKey(url)
  if (key === undefined) return [undefined, new Map()]
  const { searchParams } = new URL(key)
  const parameters = [...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()] as const)
  return [key.replace(/\?.*$/s, ''), new Map(parameters)]
}

/** Whether a parameter that both have has two values with digits. */
function differInNumbers(one: Parameters, other: Parameters): boolean {
  return [...one].some(([name, value]) => {
    const otherValue = other.get(name) ?? value
    return value !== otherValue && /\d/.test(value) && /\d/.test(otherValue)
  })
}

/** Whether the texts begin alike, as far as the shorter one goes. Texts of articles count before their summaries. */
function hasSameText(one: Version, other: Version, leastBytes: number): boolean {
  if (beginAlike(one.text, other.text, leastBytes)) return true
  const isTeaserOnly = [one, other].some(({ text, summary }) => text.length <= summary.length + 20)
  return isTeaserOnly && beginAlike(one.summary, other.summary, leastBytes)
}

function beginAlike(one: string, other: string, leastBytes: number): boolean {
  const [shorter = '', longer = ''] = [one, other].map(lettersOf).toSorted((a, b) => a.length - b.length)
  return bytesOf(shorter) >= leastBytes && longer.startsWith(shorter)
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(lettersOf(text))
}
