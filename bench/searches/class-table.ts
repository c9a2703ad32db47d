import type { Figure } from '../harness/benchmark.ts'
import { rounded } from '../harness/table.ts'

/** One row for each class of `class: measure`, and one for each other figure. */
export function classTable(figures: readonly Figure[]): string[][] {
  const named = figures.map((figure) => {
    const [asked = '', measure = ''] = figure.name.split(': ')
    return { asked, measure, figure }
  })
  const measures = [...new Set(named.map(({ measure }) => measure))].filter((measure) => measure !== '')
  const rows = [...new Set(named.map(({ asked }) => asked))].map((asked) => {
    const its = named.filter((one) => one.asked === asked)
    const [first] = its
    if (first?.measure === '') return [`${asked}, ${first.figure.unit}`, rounded(first.figure.value)]
    return [
      asked,
      ...measures.map((measure) => {
        const figure = its.find((one) => one.measure === measure)?.figure
        return figure === undefined ? '' : rounded(figure.value)
      }),
    ]
  })
  return [['ms, where no unit stands', ...measures], ...rows]
}
