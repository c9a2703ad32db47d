import { describe, expect, it } from 'vitest'
import { namedMonth } from './named-month.ts'

/** From the first day on, until the middle of the month after it. */
function told(year: number, month: number) {
  return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 15) }
}

describe('A month with its year', () => {
  it.each([
    ['July 2018 Jobs Report', told(2018, 7)],
    ['what happened on 4 July 2018', told(2018, 7)],
    ['attack of July 14, 2016 in Nice', told(2016, 7)],
    ['Arbeitslose im März 2021', told(2021, 3)],
    ['paro en julio de 2018', told(2018, 7)],
    ['инфляция в декабре 2019', undefined],
    ['12 декабря 2019 года', told(2019, 12)],
    ['ιανουαρίου 2020', told(2020, 1)],
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
