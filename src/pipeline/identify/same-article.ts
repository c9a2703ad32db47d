import type { ItemDraft } from '../../model/item.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import type { Store, TitledEntry } from '../../store/store.ts'
import { lettersOf } from '../../text/letters.ts'
import { canonicalKey, publisherOfKey } from '../../url/url.ts'

/** Versions of one article are published within this time. */
const SAME_MS = 2 * DAY_MS
/** A recurring title is a column's: its issues are further apart than this, edits of one issue are not. */
const SAME_ISSUE_MS = 12 * HOUR_MS

const COMPARED_CHARS = 400
/**
 * Shortest text that identifies an article, in UTF-8 bytes of its letters, since a Chinese character says as much as
 * three Latin letters. Shorter texts are often the same for all articles of a site.
 */
export const SHORT_BYTES = 40
const LONG_BYTES = 60
export const FULL_BYTES = 200

/** Comparisons per title in a document, since a document with only one title would otherwise take quadratic time. */
const MAX_OF_TITLE = 20

/** A stored article or a draft, for comparing. */
interface Version {
  readonly url: string
  readonly summary: string
  readonly text: string
  readonly publishedAt: EpochMs
}

/** Drafts of articles that are not new. */
interface SameArticles {
  /** Stored articles under another address. */
  readonly known: ReadonlyMap<ItemDraft, TitledEntry>
  /** Repeated articles of the document, with the draft whose address is kept. */
  readonly repeats: ReadonlyMap<ItemDraft, ItemDraft>
}

/**
 * Finds drafts with the title, the text and nearly the time of another article: the same page with other parameters, or
 * another page of the publisher in another of its feeds.
 *
 * @param drafts that seem new, in the document's order
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
  const found = await store.findTitled(
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

/** The stored article that equals a draft, the nearest in time. */
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
      // A feed does not list one article at two pages, so an article that this source listed itself is a different one.
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

/** Key under which articles with one title are found; `undefined` for an article with a shared address or none. */
export function titleKeyOf({ key, title }: Pick<ItemDraft, 'key' | 'title'>): string | undefined {
  if (!key.startsWith('https://') || key.includes('#')) return undefined
  const publisher = publisherOfKey(key)
  const letters = lettersOf(title)
  return publisher === undefined || letters === '' ? undefined : `title ${publisher} ${letters}`
}

function versionOf({ url, summary, contentText, publishedAt }: ItemDraft): Version {
  return { url, summary, text: contentText.slice(0, COMPARED_CHARS), publishedAt }
}

/** Whether two articles with one title are the same page with other parameters. */
function isSamePage(draft: ItemDraft, other: Version): boolean {
  const [page, parameters] = addressOf(draft)
  const [otherPage, otherParameters] = addressOf(other)
  if (page === undefined || page !== otherPage) return false
  const version = versionOf(draft)
  const apartMs = Math.abs(draft.publishedAt - other.publishedAt)
  // Midnight means that only the day is known.
  const isOneMoment = apartMs === 0 && draft.isTimeStated && draft.publishedAt % DAY_MS !== 0
  // Different numbers in one parameter usually name different articles.
  if (differInNumbers(parameters, otherParameters))
    return isOneMoment && hasSameText(version, other, FULL_BYTES)
  if (apartMs > SAME_MS) return false
  if (hasSameText(version, other, SHORT_BYTES)) return true
  // For texts that are too short to compare, as in feeds of titles.
  const [shorter, longer] = [parameters, otherParameters].toSorted((a, b) => a.size - b.size)
  return (
    [version, other].some(({ text }) => bytesOf(text) < SHORT_BYTES) &&
    bytesOf(draft.title) >= SHORT_BYTES &&
    [...(shorter ?? [])].every(([name, value]) => longer?.get(name) === value) &&
    (isOneMoment || (shorter?.size === 0 && NAMES_ARTICLE.test(page)))
  )
}

/** A path that ends in the name or number of an article, so that parameters cannot select the article. */
const NAMES_ARTICLE = /\/(?:[^/]*\d{5}[^/]*|[^/]+[-_][^/]+[-_][^/]+)$/

type Parameters = ReadonlyMap<string, string>

/** An address without its parameters, and the parameters grouped by name. */
function addressOf({ url }: Pick<Version, 'url'>): [string | undefined, Parameters] {
  const key = canonicalKey(url)
  if (key === undefined) return [undefined, new Map()]
  const { searchParams } = new URL(key)
  const parameters = [...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()] as const)
  return [key.replace(/\?.*$/s, ''), new Map(parameters)]
}

/** Whether a common parameter has two values with digits. */
function differInNumbers(one: Parameters, other: Parameters): boolean {
  return [...one].some(([name, value]) => {
    const otherValue = other.get(name) ?? value
    return value !== otherValue && /\d/.test(value) && /\d/.test(otherValue)
  })
}

/** Whether texts begin alike, up to the length of the shorter one. Articles' texts are compared before summaries. */
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
