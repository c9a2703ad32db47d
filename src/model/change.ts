/**
 * Why an item changed.
 *
 * - `edited`: title, summary, content, author, pictures or times
 * - `story`: it belongs to another story, or its story was merged
 * - `filed`: category, region, tags, or the name of its source
 * - `seen`: another source has it too, or it was seen at another address
 * - `scored`: only its score, its engagement or its story's counts
 */
export const PUT_REASONS = ['added', 'edited', 'story', 'filed', 'seen', 'scored'] as const
export type PutReason = (typeof PUT_REASONS)[number]

/** Why an item was deleted. `removed`: by a rule or with its source. `merged`: another item has its addresses now. */
export const DELETE_REASONS = ['expired', 'removed', 'merged'] as const
export type DeleteReason = (typeof DELETE_REASONS)[number]

export type ChangeReason = PutReason | DeleteReason

/** The change log stores reasons as bits, by position in this list. Never reorder it. */
const BITS: readonly ChangeReason[] = [...PUT_REASONS, ...DELETE_REASONS]

export const REASON_BITS: readonly number[] = BITS.map((_, place) => 1 << place)

export const DELETE_BITS = reasonBits(DELETE_REASONS)

export function reasonBits(reasons: readonly ChangeReason[]): number {
  return reasons.reduce((bits, reason) => bits | (1 << BITS.indexOf(reason)), 0)
}

export function reasonsOf(bits: number): readonly ChangeReason[] {
  return BITS.filter((_, place) => (bits & (1 << place)) !== 0)
}
