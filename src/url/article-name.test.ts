import { expect, it } from 'vitest'
import { articleName } from './article-name.ts'

it.each([
  ['https://paper.example/news/storm-hits-coast-4711234.html', '4711234'],
  ['https://paper.example/en/storm-hits-coast/a-71234567?maca=en-rss', '71234567'],
  ['https://paper.example/weather/article253123456/storm-hits-coast.html', '253123456'],
  ['https://paper.example/story/3000000123456/storm-hits-coast', '3000000123456'],
  ['https://paper.example/storm_6543210_3210.html', '6543210'],
  ['https://paper.example/storm-1.6543210', '6543210'],
  ['https://paper.example/storm-12345/', '12345'],
  [
    'https://paper.example/storm-a-0a1b2c3d-1111-2222-3333-444455556666',
    '0a1b2c3d-1111-2222-3333-444455556666',
  ],
  ['https://paper.example/storm-hits-coast', undefined],
  ['https://paper.example/storm-1234.html', undefined],
  ['https://paper.example/storm-4711234-2.html', undefined],
  // Dates, sections and hosts name no article.
  ['https://paper.example/storm-20261127.html', undefined],
  ['https://paper.example/20261127/storm', undefined],
  ['https://paper.example/storm-20261127103000-ntc.html', undefined],
  ['https://paper.example/12345/storm', undefined],
  ['https://12345678.example/storm', undefined],
  ['https://paper.example/storm?id=4711234', undefined],
])('the name of %s is %s', (url, name) => {
  expect(articleName(url)).toBe(name)
})

it('reads a path of digits', () => {
  expect(articleName(`https://paper.example/${'1234567-'.repeat(1_000)}`)).toBe('1234567')
  expect(articleName(`https://paper.example/${'20261127'.repeat(1_000)}`)).toBeUndefined()
})
