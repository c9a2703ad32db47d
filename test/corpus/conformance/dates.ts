import { parseDate } from '../../../src/text/dates/dates.ts'
import { corpusLines } from '../corpus-folder.ts'
import { add, newTally, second, type Tally } from './compare.ts'

interface DateCase {
  readonly input: string
  /** RFC 3339, or only that it is one. */
  readonly expect: string | null
}

export interface DateFigures {
  readonly all: Tally
  readonly failures: readonly string[]
}

/** Reads the dates that other parsers' tests collected. */
export function measureDates(): DateFigures {
  const all = newTally()
  const failures: string[] = []
  for (const { input, expect } of corpusLines<DateCase>('conformance/dates.jsonl')) {
    const at = parseDate(input)
    const good = expect === 'parseable' ? at !== undefined : second(at) === (expect ?? '')
    if (!add(all, good)) failures.push(`${input}: ${second(at)} instead of ${expect ?? 'no date'}`)
  }
  return { all, failures }
}
