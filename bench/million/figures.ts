import type { Figure } from '../harness/benchmark.ts'
import { rounded } from '../harness/table.ts'
import type { Answered } from './ask.ts'
import type { ClassResult } from './measure-classes.ts'

const CPU = 'CPU an answer'
/** `trending, a day: p50, 1M`: the class of requests, the measured value, the size of the collection. */
const NAME = /^(?<asked>.+): (?<measured>[^:,]+), (?<size>\w+)$/

/** @param sizes of the collections, as the results have them */
export function classFigures(results: readonly ClassResult[], sizes: readonly string[]): Figure[] {
  return results.flatMap(({ name, answered, plain }) =>
    sizes.flatMap((size, at): Figure[] => {
      const [result, ceiling] = [answered[at], plain[at]]
      return result && ceiling
        ? figuresOf((measured) => `${name}: ${measured}, ${size}`, result, ceiling)
        : []
    }),
  )
}

function figuresOf(name: (measured: string) => string, result: Answered, plain: Answered): Figure[] {
  const beside = (value: number) => ({ name: 'plain node:http', value })
  return [
    { name: name(CPU), value: result.cpuMs * 1_000, unit: 'µs', reference: beside(plain.cpuMs * 1_000) },
    { name: name('p50'), value: result.p50Ms, unit: 'ms' },
    { name: name('p99'), value: result.p99Ms, unit: 'ms' },
    {
      name: name('throughput'),
      value: result.perSecond,
      unit: 'answers/s',
      reference: beside(plain.perSecond),
    },
    { name: name('bytes'), value: result.bytes, unit: 'B' },
  ]
}

/** One row per class: CPU at each size, the ratio of last to first size, and other figures of the last size. */
export function millionTable(figures: readonly Figure[]): string[][] {
  const named = figures.flatMap((figure) => {
    const { asked = '', measured = '', size = '' } = NAME.exec(figure.name)?.groups ?? {}
    return asked === '' ? [] : [{ asked, measured, size, figure }]
  })
  const sizes = [...new Set(named.map(({ size }) => size))]
  const find = (asked: string, measured: string, size = ''): Figure | undefined =>
    named.find((one) => one.asked === asked && one.measured === measured && one.size === size)?.figure
  const last = sizes.at(-1)
  const cell = (figure: Figure | undefined): string => (figure ? rounded(figure.value) : '')

  const asked = [...new Set(named.map((one) => one.asked))]
  const classes = asked
    .filter((name) => find(name, CPU, last))
    .map((name) => {
      const cpu = find(name, CPU, last)
      const ceiling = cpu?.reference?.value ?? Number.NaN
      return [
        name,
        ...acrossSizes(sizes.map((size) => find(name, CPU, size))),
        rounded((cpu?.value ?? 0) / ceiling),
        ...['p50', 'p99', 'throughput', 'bytes'].map((measured) => cell(find(name, measured, last))),
      ]
    })
  const others = [...new Set(named.map((one) => `${one.asked}: ${one.measured}`))]
    .filter((name) => !classes.some(([known]) => name.startsWith(`${known}: `)))
    .map((name) => {
      const same = named.filter((one) => `${one.asked}: ${one.measured}` === name)
      const unit = same[0]?.figure.unit ?? ''
      const values = sizes.map((size) => same.find((one) => one.size === size)?.figure)
      return [`${name}, ${unit}`, ...acrossSizes(values), '', '', '', '', '']
    })
  const header = [
    'CPU an answer, µs, where no unit stands',
    ...sizes,
    ...(sizes.length > 1 ? [`${last} : ${sizes[0]}`] : []),
    ': plain node:http',
    'p50, ms',
    'p99, ms',
    'answers/s',
    'bytes',
  ]
  return [header, ...classes, ...others]
}

/** The values, followed by the ratio of last to first if there are several. */
function acrossSizes(figures: readonly (Figure | undefined)[]): string[] {
  const values = figures.map((figure) => (figure ? rounded(figure.value) : ''))
  if (figures.length < 2) return values
  const [first, last] = [figures[0]?.value, figures.at(-1)?.value]
  return [...values, first && last !== undefined ? rounded(last / first) : '']
}
