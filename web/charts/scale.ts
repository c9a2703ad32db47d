/** An axis from 0 up to `max` in equal steps of round numbers. */
export interface Scale {
  /** Top of the axis, >= the largest value, > 0. */
  readonly max: number
  /** Values that are labelled, from the smallest above 0 up to `max`. */
  readonly ticks: readonly number[]
}

/** Most lines that an axis shows. */
const MAX_TICKS = 4

/**
 * The axis for counts up to `largest`: steps of 1, 2 or 5 times a power of ten, whole numbers only.
 *
 * @param largest >= 0; an axis for nothing goes to 1
 */
export function countScale(largest: number): Scale {
  const wanted = Math.max(1, largest)
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted / MAX_TICKS)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * MAX_TICKS >= wanted)
  const chosen = step ?? wanted
  const count = Math.ceil(wanted / chosen)
  return { max: count * chosen, ticks: Array.from({ length: count }, (_, at) => (at + 1) * chosen) }
}

/** Which of `levels` equal steps a value stands in: 0 for none at all, `levels` for the largest. */
export function levelOf(value: number, largest: number, levels: number): number {
  if (value <= 0 || largest <= 0) return 0
  return Math.min(levels, Math.ceil((value / largest) * levels))
}

/** A length for an SVG attribute: two decimals are a fraction of a pixel, and more would only be sent. */
export function rounded(length: number): number {
  return Math.round(length * 100) / 100
}

/** Part of the whole in percent as a length, `0%` of nothing. */
export function percent(part: number, whole: number): string {
  return `${whole > 0 ? rounded((part / whole) * 100) : 0}%`
}
