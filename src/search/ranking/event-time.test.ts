import { describe, expect, it } from 'vitest'
import { aSearchDocument } from '../../../test/search/a-search-document.ts'
import type { QueryNode } from '../../model/search.ts'
import { DAY_MS } from '../../model/time.ts'
import { TUNING } from '../index/fields.ts'
import { SearchIndex } from '../index/search-index.ts'
import { byNamedMonth, byTime, timesOf, namedMonth } from './event-time.ts'

const JULY = Date.UTC(2018, 6, 20)

/** By id, in seconds, so many days after a day of July. */
function daysAfter(days: Readonly<Record<number, number>>) {
  return new Map(Object.entries(days).map(([id, day]) => [Number(id), (JULY + day * DAY_MS) / 1_000]))
}

function scoredDocs(...values: readonly number[]) {
  return values.map((value, i) => ({ id: i + 1, value }))
}

function order(docs: readonly { readonly id: number }[]): number[] {
  return docs.map(({ id }) => id)
}

describe('The time of an event', () => {
  it('is when most of the best answers came: one of another year falls behind them', () => {
    const times = daysAfter({ 1: -400, 2: 0, 3: 1 })

    const ordered = byTime(scoredDocs(10, 9.5, 9.4), times, TUNING)

    expect(order(ordered)).toEqual([2, 3, 1])
  })

  it('neither lifts nor sinks an answer whose time is unknown, however many of them there are', () => {
    const times = daysAfter({ 1: 0, 4: 1, 6: -400 })

    const ordered = byTime(scoredDocs(10, 9.9, 9.8, 9.7, 9.6, 9.6), times, TUNING)

    expect(order(ordered)).toEqual([1, 4, 2, 3, 5, 6])
  })

  it('changes nothing where no time is known', () => {
    const docs = scoredDocs(10, 9, 8)

    expect(byTime(docs, new Map(), TUNING)).toEqual(docs)
  })
})

describe('A month that a query names', () => {
  const word = (text: string): QueryNode => ({ kind: 'word', text, prefix: false, field: undefined })
  const query: QueryNode = { kind: 'and', children: ['July', '2018', 'jobs', 'report'].map(word) }

  it('brings its answers and those of the weeks after before others', () => {
    const times = daysAfter({ 1: -100, 2: 0, 3: 14, 4: 40 })

    const ordered = byNamedMonth(scoredDocs(10, 8, 7.9, 7.8), query, times, TUNING)

    expect(order(ordered)).toEqual([2, 3, 1, 4])
  })
})

it('When an item was published is known unless that is only when it was first seen', () => {
  const index = new SearchIndex()
  index.put([
    aSearchDocument(1, { title: 'storm', publishedAt: JULY }),
    aSearchDocument(2, { title: 'storm', publishedAt: JULY + 1_000 }),
    aSearchDocument(3, { title: 'storm', publishedAt: JULY, dated: false }),
  ])
  const docs = [1, 2, 3].map((id) => ({ id, value: 1 }))

  const first = timesOf(docs, index.segments)
  index.put([aSearchDocument(3, { title: 'storm', publishedAt: JULY })])
  const later = timesOf(docs, index.segments)

  expect([...first.keys()]).toEqual([1, 2])
  expect([...later.keys()]).toEqual([1, 2, 3])
})

/** From the first day on, until the middle of the month after it. */
function eventIn(year: number, month: number) {
  return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 15) }
}

describe('A month with its year', () => {
  it.each([
    ['July 2018 Jobs Report', eventIn(2018, 7)],
    ['what happened on 4 July 2018', eventIn(2018, 7)],
    ['attack of July 14, 2016 in Nice', eventIn(2016, 7)],
    ['Arbeitslose im März 2021', eventIn(2021, 3)],
    ['paro en julio de 2018', eventIn(2018, 7)],
    ['инфляция в декабре 2019', undefined],
    ['12 декабря 2019 года', eventIn(2019, 12)],
    ['ιανουαρίου 2020', eventIn(2020, 1)],
    ['December 1999', { from: Date.UTC(1999, 11, 1), to: Date.UTC(2000, 0, 15) }],
  ])('is found in %j', (text, span) => {
    expect(namedMonth(text)).toEqual(span)
  })

  it.each([
    ['a year alone', 'the 2020 election'],
    ['a month alone', 'jobs lost in April'],
    ['a year that stands before', '2018 was over in May'],
    ['what is October in one language and November in another', 'listopad 2020'],
    ['a rover', 'Mars 2020 lands'],
    ['another number', 'May 20 or 30 people'],
  ])('is not read from %s', (_, text) => {
    expect(namedMonth(text)).toBeUndefined()
  })
})
