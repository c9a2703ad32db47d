import type { Entry, EntryFacts, FeedInfo } from '../../model/entry.ts'
import { countEach, groupBy } from '../../model/group-by.ts'
import type { EntryFingerprint } from '../../model/item.ts'
import type { Source } from '../../model/source.ts'
import { canonicalKey, publisherOf } from '../../url/url.ts'
import { sha1Of } from './hash.ts'
import { textHashOf } from './text-hash.ts'

export interface IdentifiedEntry<E extends EntryFacts = Entry> extends EntryFingerprint {
  readonly entry: E
}

/** Longer guids are hashed. */
const MAX_GUID_CHARS = 300

/** A fragment that names a comment, an answer or a post of a discussion: a separate text on the page. */
const COMMENT =
  /^(?:c|cmt|(?:issue|commit)?[-_]?comments?|discussion_r|reply|respon[sd]e?|answer|note|msg|message|p|pid|posts?)[-_]?\d{1,20}$/i

/**
 * Identifies the entries of one document. Repeated entries become one, in the latest version; of several discussions of
 * one page the earliest stays. Articles that share an address, as on a page of short news, each get their own key. A
 * comment is not a version of the article above it. Entries without text and link are dropped.
 *
 * @param entries in the document's order, which is kept
 * @param feed an entry that links to the feed's own site links to no article
 */
export function identifyEntries(
  entries: readonly Entry[],
  source: Pick<Source, 'id'>,
  feed: Pick<FeedInfo, 'siteUrl'>,
): IdentifiedEntry[] {
  const home = feed.siteUrl === undefined ? undefined : canonicalKey(feed.siteUrl)
  const read = entries.map((entry) => readingOf(entry, home))
  const misused = misusedGuids(read)
  const saying = read.filter((reading) => !isEmpty(reading))
  const articles = [...groupBy(saying, ({ place }) => place).values()].flatMap((group) => {
    const distinct = latestVersions(withoutRepeats(group), misused)
    const [only, ...others] = distinct
    if (only?.specific && others.length === 0) return [{ reading: only, key: only.place }]
    const fragments = countEach(
      distinct.map(({ fragment }) => fragment).filter((fragment) => fragment !== ''),
    )
    return distinct.map((reading) => ({ reading, key: ownKey(reading, fragments, source.id, misused) }))
  })
  const keys = new Map(articles.map(({ reading, key }) => [reading.entry, key]))
  return entries.flatMap((entry, index): IdentifiedEntry[] => {
    const key = keys.get(entry)
    const reading = read[index]
    if (key === undefined || reading === undefined) return []
    // The list may contain the same object twice.
    keys.delete(entry)
    const entryKey = entryKeyOf(reading, misused)
    return [{ entry, key, entryKey, entryHash: entryHashOf(entry), textHash: textHashOf(entry) }]
  })
}

interface Reading {
  readonly entry: Entry
  /** Canonical URL; empty if the entry has no link. */
  readonly address: string
  /** The address, with the fragment if that names a comment. */
  readonly place: string
  /** Whether the address identifies the article: not if it is missing or is the feed's own site. */
  readonly specific: boolean
  readonly guid: string
  /** Empty if the link is to the whole page. */
  readonly fragment: string
  /** The title, or else the text. */
  readonly saying: string
}

function readingOf(entry: Entry, home: string | undefined): Reading {
  const address = (entry.url === undefined ? undefined : canonicalKey(entry.url)) ?? ''
  const hash = entry.url?.indexOf('#') ?? -1
  const fragment = hash < 0 ? '' : (entry.url?.slice(hash + 1) ?? '').toWellFormed()
  return {
    entry,
    address,
    place: address !== '' && COMMENT.test(fragment) ? `${address}#${fragment}` : address,
    specific: address !== '' && address !== home,
    guid: (entry.guid ?? '').toWellFormed().trim(),
    fragment,
    saying: (
      entry.title.trim() ||
      entry.summaryHtml?.trim() ||
      entry.contentHtml?.trim() ||
      ''
    ).toWellFormed(),
  }
}

function isEmpty({ entry, specific, guid, saying }: Reading): boolean {
  const { enclosures, imageUrl } = entry
  const leads =
    specific || enclosures.length > 0 || imageUrl !== undefined || canonicalKey(guid) !== undefined
  return saying === '' && !leads
}

/**
 * Finds guids that several articles of the document share: constants, section names, the feed's own address. Two titles
 * with one guid and address are an article and its edit; three are different articles.
 */
function misusedGuids(read: readonly Reading[]): ReadonlySet<string> {
  const misused = new Set([''])
  for (const [guid, group] of groupBy(read, ({ guid }) => guid)) {
    const places = new Set(group.map(({ place }) => place))
    const sayings = new Set(group.map(({ saying }) => saying))
    const most = group.every(({ specific }) => specific) ? 2 : 1
    if (places.size > 1 || sayings.size > most) misused.add(guid)
  }
  return misused
}

/** Keeps the earliest discussion of an address, and all entries that are not discussions. */
function withoutRepeats(group: readonly Reading[]): readonly Reading[] {
  if (group.length === 1) return group
  const others: Reading[] = []
  let first: Reading | undefined
  for (const reading of group) {
    // A part of a page may be a separate article.
    if (!isDiscussion(reading.entry) || reading.fragment !== '') others.push(reading)
    else if (first === undefined || begunAt(reading) < begunAt(first)) first = reading
  }
  return first === undefined ? group : [first, ...others]
}

function begunAt({ entry }: Reading): number {
  return entry.publishedAt ?? Infinity
}

/**
 * Keeps each article of an address once, in its latest version; the first of versions with equal times. A kept version
 * may match a third entry, so this repeats until nothing changes.
 */
function latestVersions(group: readonly Reading[], misused: ReadonlySet<string>): readonly Reading[] {
  const distinct = group.length > 1 ? oneOfEach(group, misused) : group
  return distinct.length === group.length ? distinct : latestVersions(distinct, misused)
}

function oneOfEach(group: readonly Reading[], misused: ReadonlySet<string>): Reading[] {
  const guids = new Set(group.flatMap(({ guid }) => (misused.has(guid) ? [] : [guid])))
  const isOfEvents = guids.size >= MIN_EVENTS
  const slots: Reading[] = []
  const slotOf = new Map<string, number>()
  for (const reading of group) {
    const names = [`said ${sameSaying(reading)}`]
    // The guid comes first, so that no two slots hold the same guid.
    if (!misused.has(reading.guid)) names.unshift(`guid ${reading.guid}`)
    const known = names
      .map((name) => slotOf.get(name))
      .find((slot) => slot !== undefined && !areApart(slots[slot], reading, misused, isOfEvents))
    const slot = known ?? slots.length
    const before = slots[slot]
    if (before === undefined || versionAt(reading) > versionAt(before)) slots[slot] = reading
    for (const name of names) if (!slotOf.has(name)) slotOf.set(name, slot)
  }
  return slots
}

/** An address with this many guids is a topic of events: a monitor, a branch, a ticket. */
const MIN_EVENTS = 3

/**
 * Whether two entries with one title are two articles, such as podcast episodes with equal titles and no links. Their
 * guids must differ, and their times or media. Entries with their own address are two articles only if the address has
 * many and their texts or media differ too: a file that is uploaded again is not a new episode.
 */
function areApart(
  one: Reading | undefined,
  other: Reading,
  misused: ReadonlySet<string>,
  isOfEvents: boolean,
): boolean {
  if (one === undefined || one.guid === other.guid) return false
  if (misused.has(one.guid) || misused.has(other.guid)) return false
  const [at, otherAt] = [one.entry.publishedAt, other.entry.publishedAt]
  const isOtherTime = at !== undefined && otherAt !== undefined && at !== otherAt
  const isOtherFile = mediaOf(one.entry) !== mediaOf(other.entry)
  if (!one.specific) return isOtherTime || isOtherFile
  return isOfEvents && isOtherTime && (isOtherFile || textHashOf(one.entry) !== textHashOf(other.entry))
}

function mediaOf({ enclosures }: Entry): string {
  return enclosures.map(({ url }) => url).join(' ')
}

function versionAt({ entry }: Reading): number {
  return entry.updatedAt ?? entry.publishedAt ?? -Infinity
}

/** Equal for two entries of one address with the same content. */
function sameSaying({ entry, specific, fragment, saying }: Reading): string {
  if (specific) return JSON.stringify([fragment, saying])
  // Without its own address, an entry's title may be a column's name, and its date that of the visit.
  return JSON.stringify([fragment, saying, entry.summaryHtml, entry.contentHtml])
}

/** Key of an article that shares its address with others. */
function ownKey(
  reading: Reading,
  fragments: ReadonlyMap<string, number>,
  sourceId: string,
  misused: ReadonlySet<string>,
): string {
  const { address, guid, fragment } = reading
  const own = !misused.has(guid)
    ? sha1Of('guid', guid)
    : fragments.get(fragment) === 1
      ? sha1Of('fragment', fragment)
      : sha1Of('saying', sameSaying(reading))
  return address === '' ? `entry:${sourceId}:${own}` : `${address}#${own}`
}

/** Key of an article at an address that another article had before; the same form as for shared addresses. */
export function keyWithGuid({ key, entryKey }: Pick<IdentifiedEntry, 'key' | 'entryKey'>): string {
  return `${key}#${sha1Of('guid', entryKey)}`
}

function entryKeyOf(reading: Reading, misused: ReadonlySet<string>): string {
  const { guid, entry } = reading
  if (misused.has(guid)) return `#${sha1Of(entry.url ?? '', sameSaying(reading))}`
  return guid.length <= MAX_GUID_CHARS ? guid : `#${sha1Of(guid)}`
}

function entryHashOf(entry: Entry): string {
  // A proxy may give the entry another link in each document. The publisher is kept from the first document.
  const { title, summaryHtml, contentHtml, proxyUrl: _, publisherUrl: __, ...rest } = entry
  const facts = entry.isTimeRelative === true ? { ...rest, publishedAt: undefined } : rest
  return sha1Of(title, summaryHtml ?? '', contentHtml ?? '', JSON.stringify(facts))
}

/**
 * Whether an entry of a link site discusses a page of another site. Guid and title are the discussion's; the link leads
 * to the article.
 */
export function isDiscussion({ url, commentsUrl }: EntryFacts): boolean {
  if (url === undefined || commentsUrl === undefined) return false
  const [site, talk] = [publisherOf(url), publisherOf(commentsUrl)]
  return site !== undefined && talk !== undefined && site !== talk
}
