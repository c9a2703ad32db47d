import type { Enclosure, Entry } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'

/** Parts that many entries of a document share and that describe none of them. */
export interface SharedParts {
  /** Short texts as HTML: "Comments", the name of a section. */
  readonly texts: ReadonlySet<string>
  /** Addresses of pictures: a logo, a signature, a file icon. */
  readonly pictures: ReadonlySet<string>
  /** Addresses of comments: the site's forum. */
  readonly comments: ReadonlySet<string>
}

/** With fewer entries, or a smaller share, the parts may be the entries' own. */
const MIN_ENTRIES = 6
const MIN_SHARE = 1 / 3

/** A longer shared text is a repeated article. */
const MAX_CHARS = 300

const PICTURE = /<img\s(?:[^>]*?\s)?src\s*=\s*["']?([^"'\s>]+)/i

/**
 * Finds the short texts, pictures and comment addresses that at least a third of a document's entries share. Episodes
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

/** The text that an entry may share with others; `undefined` if it is missing or long. */
export function teaserOf({ title, summaryHtml, contentHtml }: Entry): string | undefined {
  const text = summaryHtml ?? contentHtml ?? ''
  return title !== '' && text !== '' && text.length <= MAX_CHARS ? text : undefined
}

export function isRecording({ mimeType }: Enclosure): boolean {
  return /^(?:audio|video)\//.test(mimeType ?? '')
}
