import type { Rule } from '../domain/rule.ts'
import type { RulesReport } from '../jobs/apply-rules.ts'
import { printable } from './tell.ts'

/** What rules do, or would do, to what is stored, in the order in which they are tried; ends with a newline. */
export function rulesReport(rules: readonly Rule[], report: RulesReport, isDone: boolean): string {
  const lines = rules.flatMap(({ label, action }) => {
    const { items, samples } = report.byRule.get(label) ?? { items: 0, samples: [] }
    const drops = action.verdict === 'drop'
    const what = drops ? (isDone ? 'deleted' : 'to be deleted') : 'held for'
    return [`${label}: ${drops ? '' : `${what} `}${counted(items)}${drops ? ` ${what}` : ''}`].concat(
      samples.map((title) => `    · ${title}`),
    )
  })
  const { looked, deleted, changed } = report
  lines.push(
    isDone
      ? `${counted(looked)} looked at: ${deleted} deleted, ${changed} changed`
      : `${counted(looked)} looked at: ${deleted} to be deleted, ${changed} to be changed`,
  )
  return `${lines.map(printable).join('\n')}\n`
}

function counted(items: number): string {
  return `${items} ${items === 1 ? 'item' : 'items'}`
}
