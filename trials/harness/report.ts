import type { Outcome, Trial } from './trial.ts'

export interface Result extends Outcome {
  readonly trial: Trial
  readonly seconds: number
}

const BEGIN = '<!-- results: written by `npm run trials -- --keep` -->'
const END = '<!-- end of results -->'

/** The results as Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(
    ({ trial, tried, broken, notes = [], skipped, seconds }) =>
      `| \`${trial.name}\` | ${trial.what} | ${trial.promise} | ${skipped === undefined ? `${tried} tried, ${broken.length} broken` : `skipped: ${skipped}`} | ${[...notes, `${seconds.toFixed(0)} s`].join('; ')} |`,
  )
  return [
    '| trial | what is tried | what must hold | result | figures |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The document with these results in place of the last ones. @throws Error if it has no place for them */
export function writtenInto(document: string, table: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('docs/trust.md has no place for results')
  return `${document.slice(0, begin)}${BEGIN}\n\n${table}\n\n${document.slice(end)}`
}
