import type { Entry, EntryFacts, FeedInfo } from '../../model/entry.ts'
import { countEach, groupBy } from '../../model/group-by.ts'
import type { EntryFingerprint } from '../../model/item.ts'
import type { Source } from '../../model/source.ts'
import { canonicalKey, publisherOf } from '../../url/url.ts'
import { hashOf } from './hash.ts'
import { textHashOf } from './text-hash.ts'

/** An entry with its identity within its document. */
export interface IdentifiedEntry<E extends EntryFacts = Entry> extends EntryFingerprint {
  readonly entry: E
}

/** Longer guids are hashed. */
const MAX_GUID_CHARS = 300

/** A fragment that names a comment, an answer or a post of a discussion: a text of its own, whatever else its page has. */
const COMMENT =
  /^(?:c|cmt|(?:issue|commit)?[-_]?comments?|discussion_r|reply|respon[sd]e?|answer|note|msg|message|p|pid|posts?)[-_]?\d{1,20}$/i

/**
 * Distinguishes the entries of one document. An entry that occurs twice is given once, in its later version;
 * of several discussions of one page, the earliest; articles that share an address (a page of short news)
 * each get their own identity, so none is lost. A comment is no version of the article that it stands below. An entry
 * that neither says nor leads to anything is left out.
 *
 * @param entries in the document's order, which is kept
 * @param feed what the document says of itself: an entry that links to the feed's own site links to no article
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

/** The parts of an entry that identify it. */
interface Reading {
  readonly entry: Entry
  /** Canonical URL; empty if the entry has no link. */
  readonly address: string
  /** The address with the comment of that page that the link leads to, if any. */
  readonly place: string
  /** Whether the address identifies the article: not if it is missing or is the feed's own site. */
  readonly specific: boolean
  readonly guid: string
  /** Fragment of the link; empty if the link is to the whole page. */
  readonly fragment: string
  /** The title, else the text. */
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
 * Finds the guids that several articles of the document share: constants, section names, the feed's own address.
 * Two titles with one guid at one address are an article and its edit. Three titles are different articles.
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

/** From entries with one address, keeps the earliest discussion and all entries that are not discussions. */
function withoutRepeats(group: readonly Reading[]): readonly Reading[] {
  if (group.length === 1) return group
  const others: Reading[] = []
  let first: Reading | undefined
  for (const reading of group) {
    // A part of a page may be an article of its own.
    if (!isDiscussion(reading.entry) || reading.fragment !== '') others.push(reading)
    else if (first === undefined || begunAt(reading) < begunAt(first)) first = reading
  }
  return first === undefined ? group : [first, ...others]
}

function begunAt({ entry }: Reading): number {
  return entry.publishedAt ?? Infinity
}

/**
 * From entries with one address, keeps each article once, in its latest version. Of versions with equal times it keeps
 * the first. A kept version may match a third entry, so this repeats until nothing changes.
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
    // The guid comes first, so no two slots hold the same guid.
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

/** An address of so many guids is that of what they are about: a monitor, a branch, a ticket. */
const MIN_EVENTS = 3

/**
 * Whether two entries with the same title are two articles, for example episodes of a podcast with one title and no
 * links. Their guids must differ, and their times or media. Entries with an address of their own are two articles only
 * where the address has many and their texts or media differ too: a file that is uploaded again is no new episode.
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

/** A key that is equal for two entries of one address with the same content. */
function sameSaying({ entry, specific, fragment, saying }: Reading): string {
  if (specific) return JSON.stringify([fragment, saying])
  // Without an address of its own, the title may be the name of a column. The date may be that of the visit.
  return JSON.stringify([fragment, saying, entry.summaryHtml, entry.contentHtml])
}

/** The key of an article that shares its address with others. */
function ownKey(
  reading: Reading,
  fragments: ReadonlyMap<string, number>,
  sourceId: string,
  misused: ReadonlySet<string>,
): string {
  const { address, guid, fragment } = reading
  const own = !misused.has(guid)
    ? hashOf('guid', guid)
    : fragments.get(fragment) === 1
      ? hashOf('fragment', fragment)
      : hashOf('saying', sameSaying(reading))
  return address === '' ? `entry:${sourceId}:${own}` : `${address}#${own}`
}

/** The key of an article at an address that had another article before. It is the key of a shared address. */
export function keyWithGuid({ key, entryKey }: Pick<IdentifiedEntry, 'key' | 'entryKey'>): string {
  return `${key}#${hashOf('guid', entryKey)}`
}

function entryKeyOf(reading: Reading, misused: ReadonlySet<string>): string {
  const { guid, entry } = reading
  if (misused.has(guid)) return `#${hashOf(entry.url ?? '', sameSaying(reading))}`
  return guid.length <= MAX_GUID_CHARS ? guid : `#${hashOf(guid)}`
}

function entryHashOf(entry: Entry): string {
  // A proxy may give the entry another link in each document. The publisher is kept from the first one.
  const { title, summaryHtml, contentHtml, proxyUrl: _, publisherUrl: __, ...rest } = entry
  const facts = entry.isTimeRelative === true ? { ...rest, publishedAt: undefined } : rest
  return hashOf(title, summaryHtml ?? '', contentHtml ?? '', JSON.stringify(facts))
}

/**
 * Whether an entry of a link site is a discussion of another site's page. Its guid and title are those of the
 * discussion, and its link leads to the article.
 */
export function isDiscussion({ url, commentsUrl }: EntryFacts): boolean {
  if (url === undefined || commentsUrl === undefined) return false
  const [site, talk] = [publisherOf(url), publisherOf(commentsUrl)]
  return site !== undefined && talk !== undefined && site !== talk
}
