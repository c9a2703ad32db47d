import { forEachMonthName } from '../text/month-names.ts'
import { STEM_LANGUAGES } from '../text/stem.ts'
import { words } from '../text/words.ts'
import { DAY_MS, type EpochMs } from '../time.ts'

/** A stretch of time, its end exclusive. */
export interface Span {
  readonly from: EpochMs
  readonly to: EpochMs
}

/** Figures of a month, and what it was like, are told in the weeks after it. */
const TOLD_AFTER_MS = 14 * DAY_MS

/**
 * Finds the first month with its year that a text names, in any language whose forms of words are known: `July 2018`,
 * `4. Juli 2018`, `julio de 2018`. A year alone says little: a coming election is told of for years.
 *
 * @returns when what happened in it was told; `undefined` where none is named
 */
export function namedMonth(text: string): Span | undefined {
  const parts = words(text, null, false).map(({ folded }) => folded)
  for (const [at, part] of parts.entries()) {
    // Hardly a query has a year: the names of months are made where the first one has.
    if (!/^(19|20)\d\d$/.test(part)) continue
    const month = monthOf(parts[at - 1]) ?? monthOf(parts[at - 2])
    if (month === undefined) continue
    const year = Number(part)
    return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) + TOLD_AFTER_MS }
  }
  return undefined
}

function monthOf(name: string | undefined): number | undefined {
  months ??= readMonths()
  return name === undefined ? undefined : months.get(name)
}

let months: ReadonlyMap<string, number> | undefined

/** `Mars 2020` is a rover as well as a month of the French. */
const NO_MONTH = 'mars'

/** By folded name, as it stands alone and as in a date, 0 for January; without what is October here and November there. */
function readMonths(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const doubtful = new Set([NO_MONTH])
  for (const language of STEM_LANGUAGES) {
    forEachMonthName(language, 'long', (text, month) => {
      // Catalan says `de gener`.
      const name = words(text, null, false).at(-1)?.folded ?? ''
      if (!/\p{L}/u.test(name)) return
      if ((found.get(name) ?? month) !== month) doubtful.add(name)
      found.set(name, month)
    })
  }
  for (const name of doubtful) found.delete(name)
  return found
}
