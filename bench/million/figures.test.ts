import { expect, it } from 'vitest'
import type { Answered } from './ask.ts'
import { classFigures, millionTable } from './figures.ts'

const answered = (cpuMs: number): Answered => ({
  answers: 10,
  perSecond: 100,
  p50Ms: 2,
  p99Ms: 3,
  cpuMs,
  bytes: 500,
})

it('sets the last size beside the first, and beside plain node:http', () => {
  const results = [
    {
      name: 'search: rare word',
      answered: [answered(1), answered(3)],
      plain: [answered(0.5), answered(0.5)],
    },
  ]

  const table = millionTable([
    ...classFigures(results, ['100k', '1M']),
    { name: 'start: until the first list, 100k', value: 2, unit: 's' },
    { name: 'start: until the first list, 1M', value: 8, unit: 's' },
  ])

  expect(table.slice(1)).toEqual([
    ['search: rare word', '1,000', '3,000', '3', '6', '2', '3', '100', '500'],
    ['start: until the first list, s', '2', '8', '4', '', '', '', '', ''],
  ])
})
