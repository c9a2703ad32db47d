import type { EpochMs } from '../../model/time.ts'
import { jaccardSimilarity, type Signature } from './min-hash.ts'

/** Minimum Jaccard similarity at which one text is a copy of the other. */
const COPY_SIMILARITY = 0.8

/**
 * The number of smallest hashes by which earlier texts are found. If two texts share 80 % of their shingles, each hash
 * is common with a probability of 0.8. All 8 hashes differ in one of 400,000 cases.
 */
const LOOKUP_HASHES = 8

/** An item of a story with its text. */
export interface ReportText {
  readonly itemId: number
  readonly publisher: string
  readonly publishedAt: EpochMs
  /** `undefined` if the text is too short. */
  readonly signature: Signature | undefined
}

/**
 * Finds the items of a story whose text is a copy of an earlier item of another publisher, for example of an agency's
 * report. The earliest item is never a copy.
 *
 * @param items of one story, in any order
 * @returns the ids of the copies
 */
export function findCopies(items: readonly ReportText[]): Set<number> {
  const inTime = items
    .filter(hasSignature)
    .sort((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  return inTime.length > MAX_PAIRED ? copiesByIndex(inTime) : copiesByPairs(inTime)
}

/** Up to this many items, all pairs are compared. For more items an index finds the candidates. */
const MAX_PAIRED = 64

type SignedReport = ReportText & { readonly signature: Signature }

function hasSignature(item: ReportText): item is SignedReport {
  return item.signature !== undefined
}

function copiesByPairs(inTime: readonly SignedReport[]): Set<number> {
  const copies = new Set<number>()
  for (const item of inTime) {
    for (const other of inTime) {
      if (other === item) break
      if (!isCopy(item, other)) continue
      copies.add(item.itemId)
      break
    }
  }
  return copies
}

/** What was found in a large story. */
interface Found {
  readonly inTime: readonly SignedReport[]
  /** By position in `inTime`. */
  readonly isCopy: readonly boolean[]
}

/**
 * By the signature of the earliest item. A story grows at its end, so what was found at its beginning still holds. A story
 * of 2,000 texts that are much alike would otherwise take seconds with each new one.
 */
const foundBefore = new WeakMap<Signature, Found>()

function copiesByIndex(inTime: readonly SignedReport[]): Set<number> {
  const [{ signature }] = inTime as [SignedReport]
  const found = beginningOf(inTime, foundBefore.get(signature))
  const index = new Map<number, SignedReport[]>()
  for (const [at, item] of inTime.entries()) {
    found[at] ??= candidates(item, index).some((other) => isCopy(item, other))
    enter(item, index)
  }
  foundBefore.set(signature, { inTime, isCopy: found })
  return new Set(inTime.filter((_, at) => found[at]).map(({ itemId }) => itemId))
}

/** The findings for the items that are the same from the beginning. */
function beginningOf(inTime: readonly SignedReport[], before: Found | undefined): boolean[] {
  if (before === undefined) return []
  const changed = before.inTime.findIndex((item, at) => !isSame(item, inTime[at]))
  return before.isCopy.slice(0, changed === -1 ? undefined : changed)
}

function isSame(one: SignedReport, other: SignedReport | undefined): boolean {
  return (
    one.itemId === other?.itemId && one.publisher === other.publisher && one.signature === other.signature
  )
}

function isCopy(item: SignedReport, other: SignedReport): boolean {
  return (
    other.publisher !== item.publisher &&
    sharesLookup(item.signature, other.signature) &&
    jaccardSimilarity(other.signature, item.signature) >= COPY_SIMILARITY
  )
}

/** Whether the smallest hashes of two signatures have one in common. Both are ascending. */
function sharesLookup(a: Signature, b: Signature): boolean {
  const [most, mostOther] = [Math.min(LOOKUP_HASHES, a.length), Math.min(LOOKUP_HASHES, b.length)]
  for (let inA = 0, inB = 0; inA < most && inB < mostOther;) {
    const left = a[inA] ?? 0
    const right = b[inB] ?? 0
    if (left === right) return true
    if (left < right) inA += 1
    else inB += 1
  }
  return false
}

function candidates(
  { signature }: SignedReport,
  index: ReadonlyMap<number, readonly SignedReport[]>,
): SignedReport[] {
  const found = new Set<SignedReport>()
  for (const hash of signature.subarray(0, LOOKUP_HASHES))
    for (const other of index.get(hash) ?? []) found.add(other)
  return [...found]
}

function enter(item: SignedReport, index: Map<number, SignedReport[]>): void {
  for (const hash of item.signature.subarray(0, LOOKUP_HASHES)) {
    const known = index.get(hash)
    if (known === undefined) index.set(hash, [item])
    else known.push(item)
  }
}
