import type { Engagement } from '../../model/entry.ts'
import type { SightingWrite } from '../records.ts'

/** By item: the highest engagement that a sighting reports, by points + 0.5 * comments. */
export function strongestInterest(sightings: readonly SightingWrite[]): Map<number, Engagement> {
  const strongest = new Map<number, Engagement>()
  for (const { itemId, engagement } of sightings) {
    if (engagement === null) continue
    const other = strongest.get(itemId)
    if (other === undefined || strength(engagement) > strength(other)) strongest.set(itemId, engagement)
  }
  return strongest
}

function strength({ points, comments }: Engagement): number {
  return (points ?? 0) + 0.5 * (comments ?? 0)
}
