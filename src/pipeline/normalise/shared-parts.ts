import type { Enclosure, Entry } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'

/** What many entries of a document have in common says nothing of one of them. */
export interface SharedParts {
  /** Short texts, as HTML: "Comments", the name of a section. */
  readonly texts: ReadonlySet<string>
  /** Addresses of pictures: a logo, a signature, the icon of a file. */
  readonly pictures: ReadonlySet<string>
  /** Addresses of comments: the forum of a site. */
  readonly comments: ReadonlySet<string>
}

/** If fewer entries, or a smaller share of them, have a part, it may be theirs. */
const MIN_ENTRIES = 6
const MIN_SHARE = 1 / 3

/** A longer text is an article that came several times. */
const MAX_CHARS = 300

const PICTURE = /<img\s(?:[^>]*?\s)?src\s*=\s*["']?([^"'\s>]+)/i

/**
 * Finds the short texts, the pictures and the addresses of comments that at least a third of a document's entries share. Episodes
 * keep the artwork of their podcast, and a text without a title is the entry itself.
 *
 * @param resolve makes an address in an entry absolute and safe
 */
export function sharedParts(
  entries: readonly Entry[],
  resolve: (address: string, entry: Entry) => string | undefined,
): SharedParts {
  if (entries.length < MIN_ENTRIES) return { texts: new Set(), pictures: new Set(), comments: new Set() }
  const common = (parts: readonly (string | undefined)[]): Set<string> => {
    const counts = [...countEach(parts.filter((part) => part !== undefined))]
    const enough = Math.max(MIN_ENTRIES, MIN_SHARE * entries.length)
    return new Set(counts.flatMap(([part, count]) => (count >= enough ? [part] : [])))
  }
  const picturesOf = (entry: Entry): Set<string | undefined> => {
    const { imageUrl, contentHtml, summaryHtml, enclosures } = entry
    if (enclosures.some(isRecording)) return new Set()
    const first = PICTURE.exec(contentHtml ?? summaryHtml ?? '')?.[1]?.replaceAll('&amp;', '&')
    return new Set([imageUrl, first].map((address) => (address ? resolve(address, entry) : undefined)))
  }
  return {
    texts: common(entries.map(teaserOf)),
    pictures: common(entries.flatMap((entry) => [...picturesOf(entry)])),
    comments: common(entries.map(({ commentsUrl }) => commentsUrl)),
  }
}

/** The text that an entry may share with others; `undefined` if it has none, or a long one. */
export function teaserOf({ title, summaryHtml, contentHtml }: Entry): string | undefined {
  const text = summaryHtml ?? contentHtml ?? ''
  return title !== '' && text !== '' && text.length <= MAX_CHARS ? text : undefined
}

export function isRecording({ mimeType }: Enclosure): boolean {
  return /^(?:audio|video)\//.test(mimeType ?? '')
}
