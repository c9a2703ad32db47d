/** An axis from 0 to `max` in equal steps of round numbers. */
export interface Scale {
  /** Top of the axis, >= the largest value, > 0. */
  readonly max: number
  /** Labelled values, from the smallest above 0 up to `max`. */
  readonly ticks: readonly number[]
}

const MAX_TICKS = 4

/**
 * The axis for counts up to `largest`. Steps are 1, 2 or 5 times a power of ten.
 *
 * @param largest >= 0; for 0 the axis goes to 1
 */
export function countScale(largest: number): Scale {
  const wanted = Math.max(1, largest)
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted / MAX_TICKS)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * MAX_TICKS >= wanted)
  const chosen = step ?? wanted
  const count = Math.ceil(wanted / chosen)
  return { max: count * chosen, ticks: Array.from({ length: count }, (_, at) => (at + 1) * chosen) }
}

/** Which of `levels` equal steps a value is in: 0 for the value 0, `levels` for the largest. */
export function levelOf(value: number, largest: number, levels: number): number {
  if (value <= 0 || largest <= 0) return 0
  return Math.min(levels, Math.ceil((value / largest) * levels))
}

/** A length for an SVG attribute. More than two decimals would not be visible. */
export function rounded(length: number): number {
  return Math.round(length * 100) / 100
}

/** A part of a whole as a CSS length in percent; `0%` if the whole is 0. */
export function percent(part: number, whole: number): string {
  return `${whole > 0 ? rounded((part / whole) * 100) : 0}%`
}
