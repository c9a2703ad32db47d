import type { EpochMs } from '../../model/time.ts'
import { lettersOf } from '../../text/letters.ts'
import { jaccardSimilarity, minHashSignature, type Signature } from './min-hash.ts'

/** Minimum Jaccard similarity of a copy. */
const COPY_SIMILARITY = 0.8

/**
 * Number of smallest hashes by which earlier texts are found. If two texts share 80 % of their shingles, each hash is
 * common with probability 0.8. All 8 hashes differ in one of 400,000 cases.
 */
const LOOKUP_HASHES = 8

/** Coverage from a publisher that only has copies of other publishers' texts. */
const COPY_SHARE = 0.25

/** Letters of a text's opening, and how many of them two publishers must share besides the title. */
const OPENING_LETTERS = 60
const MIN_OPENING_LETTERS = 40

/** UTF-16 units that contain these letters in nearly any text. */
const OPENING_TEXT = 200

/** The parts of a text that are compared. */
export interface TextPrint {
  /** Its first letters; empty if there is no text. */
  readonly opening: string
  /** `undefined` if the text is too short. */
  readonly signature: Signature | undefined
}

export function textPrint(text: string): TextPrint {
  const letters = lettersOf(text.slice(0, OPENING_TEXT))
  // A copy, since a slice would keep the whole string in memory.
  const opening = Buffer.from(letters.slice(0, OPENING_LETTERS)).toString()
  return { opening, signature: minHashSignature(text) }
}

export interface ReportText {
  readonly itemId: number
  readonly sourceId: string
  readonly publisher: string
  readonly publishedAt: EpochMs
  readonly title: string
  readonly print: TextPrint
  /** Its known share among the other known items; `undefined` for a new item. */
  readonly known?: number | undefined
}

/**
 * Finds items of a story that copy an earlier item of another publisher, and returns their share of the coverage: 0.25
 * for a copy, for example of an agency's report, and 0 if the same source had the other item too, for example an
 * aggregator that links one press release on five sites. The earliest item is never a copy.
 *
 * @param items of one story, in any order
 * @returns by the ids of the copies
 */
export function sharesOfCopies(items: readonly ReportText[]): Map<number, number> {
  const inTime = items
    .map((item): Report => ({ ...item, titleLetters: lettersOf(item.title) }))
    .sort((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  const shares = new Map<number, number>()
  const all: Index = new Map()
  const fresh: Index = new Map()
  for (const item of inTime) {
    const { itemId, known } = item
    const keys = keysOf(item)
    // An item with a known share need only be compared with new items.
    const earlier = known === undefined ? all : fresh
    const alike = new Set(keys.flatMap((key) => earlier.get(key) ?? []))
    const share = Math.min(known ?? 1, shareAfter(item, alike))
    if (share < 1) shares.set(itemId, share)
    enter(item, keys, all)
    if (known === undefined) enter(item, keys, fresh)
  }
  return shares
}

interface Report extends ReportText {
  readonly titleLetters: string
}

/** Earlier items by features that copies share. */
type Index = Map<string | number, Report[]>

function keysOf({ titleLetters, print: { signature } }: Report): (string | number)[] {
  return [titleLetters, ...(signature?.subarray(0, LOOKUP_HASHES) ?? [])]
}

function enter(item: Report, keys: readonly (string | number)[], index: Index): void {
  for (const key of keys) {
    const known = index.get(key)
    if (known === undefined) index.set(key, [item])
    else known.push(item)
  }
}

/** Share of an item after earlier ones: 1 if it is no copy. */
function shareAfter(item: Report, earlier: Iterable<Report>): number {
  let share = 1
  for (const other of earlier) {
    if (!isCopy(item, other)) continue
    if (item.sourceId === other.sourceId) return 0
    share = COPY_SHARE
  }
  return share
}

function isCopy(item: Report, other: Report): boolean {
  return other.publisher !== item.publisher && (hasSameBeginning(item, other) || hasSameText(item, other))
}

/** Whether two items have one title and the same opening. If one has no text, it is a link, and the title suffices. */
function hasSameBeginning(item: Report, other: Report): boolean {
  if (item.titleLetters === '' || item.titleLetters !== other.titleLetters) return false
  const [a, b] = [item.print.opening, other.print.opening]
  const common = Math.min(a.length, b.length)
  const isEnough = common === 0 || common >= MIN_OPENING_LETTERS || item.sourceId === other.sourceId
  return isEnough && (a.startsWith(b) || b.startsWith(a))
}

function hasSameText({ print: { signature } }: Report, { print: { signature: other } }: Report): boolean {
  return (
    signature !== undefined && other !== undefined && jaccardSimilarity(other, signature) >= COPY_SIMILARITY
  )
}
