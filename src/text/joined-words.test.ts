import { describe, expect, it } from 'vitest'
import { leastCpuMs } from '../../test/processor-time.ts'
import { forEachGroupedNumber, forEachHyphenated } from './joined-words.ts'

function numbersIn(text: string, language: string | null | undefined): string[] {
  const found: string[] = []
  forEachGroupedNumber(text, language, (start, end, joined) => {
    expect(text.slice(start, end).replace(/\D/g, '')).toBe(joined)
    found.push(joined)
  })
  return found
}

describe('grouped numbers', () => {
  it.each([
    ['5,000 people, 1,234,567 trees', 'en', ['5000', '1234567']],
    ['$5,000.', 'en', ['5000']],
    ['1,234.56 and 12,345.6%', 'en', ['1234', '12345']],
    ['1,00,000 and 12,34,567', 'hi', ['100000', '1234567']],
    ['5.000 Menschen, 1.234.567,89 Euro', 'de', ['5000', '1234567']],
    ['5 000 personnes, 1\u202f234\u202f567', 'fr', ['5000', '1234567']],
    ['12 345 человек', 'ru', ['12345']],
    ["5'000 und 1’234’567", 'de', ['5000', '1234567']],
    ['5\u00a0000', 'en', ['5000']],
    ['东京5,000人', 'zh', ['5000']],
    ['5,000', null, ['5000']],
    ['5,000', 'xx', ['5000']],
  ])('of %s (%s) are %j', (text, language, numbers) => {
    expect(numbersIn(text, language)).toEqual(numbers)
  })

  it.each([
    ['a decimal point', '3.141', 'en'],
    ['a decimal comma', '3,141', 'de'],
    ['a list', '1,2,3', undefined],
    ['a list of years', '2024,2025', undefined],
    ['a decimal', '3.14', undefined],
    ['a version', '1.2.10', undefined],
    ['a day', '2026.01.31 and 31.01.2026', undefined],
    ['a time', '12:30', undefined],
    ['an IP address', '192.168.1.10 and 127.000.000.1', 'en'],
    ['groups of other lengths', '1,2345 12345,678 1,23', undefined],
    ['two numbers', 'in 2020 100 people', 'fr'],
    ['two numbers of a language without such spaces', 'the 12 100 people', 'en'],
    ['a word', 'x5,000', undefined],
  ])('are not %s', (_, text, language) => {
    expect(numbersIn(text, language)).toEqual([])
  })

  it('are found in linear time', () => {
    for (const piece of ['1,', '111,', '1,11', '111,111', ' 1', '1 000 '])
      expect(leastCpuMs(() => numbersIn(piece.repeat(20_000), 'en'), 200)).toBeLessThan(200)
  })
})

it.each([
  ['An e-mail, free\u2011floating', ['email', 'freefloating']],
  ['COVID-19 (self-driving) re-elected.', ['COVID19', 'selfdriving', 'reelected']],
  ['the e-mail’s end', ['email']],
  ['кое-что і будь-хто', ['коечто', 'будьхто']],
  ['state-of-the-art', []],
  ['24-hour 2020-21', []],
  ['U.S.-China and -x- a - b x- -y', []],
  ["o'clock-like snake_case-name", []],
  ['東京-大阪', []],
])('%s', (text, joined) => {
  const visited: string[] = []

  forEachHyphenated(text, (start, end, word) => {
    visited.push(word)
    expect(text.slice(start, end).replace(/[-\u2010\u2011]/, '')).toBe(word)
  })

  expect(visited).toEqual(joined)
})
