import { expect, it } from 'vitest'
import type { MetricData } from './metric-data.ts'
import { MetricTotals } from './metrics-endpoint.ts'

it('adds up what the parts count', async () => {
  const totals = new MetricTotals()

  const text = await totals.add(
    new Map([
      ['one', [requests(3), processes()]],
      ['other', [requests(4), processes()]],
    ]),
  )

  expect(samples(text)).toEqual(['requests_total{route="/"} 7', 'processes 2'])
})

it('keeps what ended parts counted, so that a total never falls; what they were is gone', async () => {
  const totals = new MetricTotals()
  await totals.add(new Map([['one', [requests(3), processes()]]]))
  await totals.add(new Map([['two', [requests(1), processes()]]]))

  const text = await totals.add(new Map([['three', [requests(1), processes()]]]))

  expect(samples(text)).toEqual(['requests_total{route="/"} 5', 'processes 1'])
})

it('takes the last values of a part that is too busy to answer, once', async () => {
  const totals = new MetricTotals()
  await totals.add(new Map([['one', [requests(3)]]]))
  await totals.add(new Map([['one', undefined]]))

  const text = await totals.add(new Map([['one', [requests(4)]]]))

  expect(samples(text)).toEqual(['requests_total{route="/"} 4'])
})

function requests(value: number): MetricData {
  const values = [{ labels: { route: '/' }, value }]
  return { name: 'requests_total', help: 'Requests.', type: 'counter', aggregator: 'sum', values }
}

function processes(): MetricData {
  const values = [{ labels: {}, value: 1 }]
  return { name: 'processes', help: 'Processes.', type: 'gauge', aggregator: 'sum', values }
}

/** The lines that are no comments. */
function samples(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
