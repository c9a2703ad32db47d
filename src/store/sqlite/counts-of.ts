import type { Engagement } from '../../domain/entry.ts'

/** Engagement as its columns hold it: whole numbers. What a source reports beyond them is no count. */
export function countsOf(engagement: Engagement | null): Engagement {
  return { points: wholeOrNull(engagement?.points), comments: wholeOrNull(engagement?.comments) }
}

function wholeOrNull(count: number | null | undefined): number | null {
  const whole = Math.round(count ?? Number.NaN)
  return Number.isSafeInteger(whole) ? whole : null
}
