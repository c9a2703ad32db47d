import { describe, expect, it } from 'vitest'
import { relativeDate } from './relative-date.ts'

const NOW = Date.UTC(2024, 2, 5, 12)

describe('times that a page tells by how long ago they were', () => {
  it.each([
    ['3 days ago', 72],
    ['an hour ago', 1],
    ['a week ago', 168],
    ['Posted 30 min. ago', 0.5],
    ['Ann · 4h ago', 4],
    ['just now', 0],
    ['Yesterday', 24],
    ['vor 3 Stunden', 3],
    ['vor einem Tag', 24],
    ['vorgestern', 48],
    ['il y a 2 jours', 48],
    ['hace una hora', 1],
    ['2 дня назад', 48],
    ['2時間前', 2],
    ['3시간 전', 3],
    ['3 小时前', 3],
    ['منذ 3 ساعات', 3],
    ['منذ ساعتين', 2],
    ['قبل ساعة', 1],
    ['לפני שעתיים', 2],
    ['πριν 2 ώρες', 2],
    ['2 ชั่วโมงที่แล้ว', 2],
    ['۳ ساعت پیش', 3],
    ['3시간전', 3],
    ['2 hours 5 min ago', 2],
    ['3 weeks, 2 days ago', 504],
    ['vor 2 Stunden 5 Minuten', 2],
  ])('%s', (written, hours) => {
    expect(relativeDate(written, NOW)).toBe(NOW - hours * 3_600_000)
  })

  it.each([
    ['heute, 10:30', '2024-03-05T10:30'],
    ['Heute, 09:30 Uhr', '2024-03-05T09:30'],
    ['gestern 9 Uhr', '2024-03-04T09:00'],
    ['Updated today at 3pm', '2024-03-05T15:00'],
    ['yesterday at 3:15 p.m.', '2024-03-04T15:15'],
    ['today at 10:05 a.m. EST', '2024-03-05T15:05'],
    ['hoy a las 14:30', '2024-03-05T14:30'],
    ['aujourd’hui à 14h30', '2024-03-05T14:30'],
    ['hier à 9h', '2024-03-04T09:00'],
    ['oggi alle 14.30', '2024-03-05T14:30'],
    ['ontem às 9:05', '2024-03-04T09:05'],
    ['gisteren om 9.05', '2024-03-04T09:05'],
    ['вчера, 23:50', '2024-03-04T23:50'],
    ['wczoraj o 9:05', '2024-03-04T09:05'],
    ['igår kl 14.05', '2024-03-04T14:05'],
    ['今天10:30', '2024-03-05T10:30'],
    ['昨日 15時30分', '2024-03-04T15:30'],
    ['어제 오후 3:15', '2024-03-04T06:15'],
    ['vorgestern, 18:00', '2024-03-03T18:00'],
  ])('%s, of the day at %s', (written, at) => {
    expect(relativeDate(written, NOW)).toBe(Date.parse(`${at}Z`))
  })

  it.each([
    ['Mar 4', '2024-03-04'],
    ['Monday, 4 March', '2024-03-04'],
    ['4. März, 00:00 Uhr', '2024-03-04'],
    ['4.3.', '2024-03-04'],
    ['3/4', '2024-03-04'],
    ['3月4日', '2024-03-04'],
    ['Dec 30', '2023-12-30'],
    ['Mar 20', '2024-03-20'],
  ])('%s is the nearest day of that name: %s', (written, day) => {
    expect(relativeDate(written, NOW)).toBe(Date.parse(day))
  })

  it('tells today by the zone that stands beside the time', () => {
    const evening = Date.parse('2024-03-06T02:00Z')

    expect(relativeDate('today at 8 pm EST', evening)).toBe(Date.parse('2024-03-06T01:00Z'))
  })

  it.each([
    '',
    'in 2 days',
    '3 days',
    'today at 5',
    'today at 25:00',
    'tomorrow, 9:00',
    'March',
    'May 5 comments',
    'v1.2',
    '1.2',
    '9:00',
    'ferry',
    'x'.repeat(1_000),
    '3 days ago the ferry sank',
  ])('are none in %j', (written) => {
    expect(relativeDate(written, NOW)).toBeUndefined()
  })
})
