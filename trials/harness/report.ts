import type { Outcome, Trial } from './trial.ts'

export interface Result extends Outcome {
  readonly trial: Trial
  readonly tried: number
  /** One line for each time that the promise did not hold. */
  readonly broken: readonly string[]
  readonly seconds: number
}

const BEGIN = '<!-- results: written by `npm run trials -- --keep` -->'
const END = '<!-- end of results -->'

/** The document with these results. Results of other trials stay. @throws Error if it has no place for results */
export function writtenInto(document: string, results: readonly Result[]): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('research/trials.md has no place for results')
  const rows = new Map(
    [...document.slice(begin, end).matchAll(/^\| `([\w-]+)` .*$/gm)].map(([row, name = '']) => [name, row]),
  )
  for (const result of results) rows.set(result.trial.name, rowOf(result))
  const table = [...HEAD, ...rows.values()].join('\n')
  return `${document.slice(0, begin)}${BEGIN}\n\n${table}\n\n${document.slice(end)}`
}

const HEAD = ['| trial | what is tried | what must hold | result | figures |', '|---|---|---|---|---|']

function rowOf({ trial, tried, broken, notes = [], skipped, seconds }: Result): string {
  const result = skipped === undefined ? `${tried} tried, ${broken.length} broken` : `skipped: ${skipped}`
  const figures = [...notes, `${seconds.toFixed(0)} s`].join('; ')
  return `| \`${trial.name}\` | ${trial.what} | ${trial.promise} | ${result} | ${figures} |`
}
