import { expect, it } from 'vitest'
import { forEachHyphenated } from './hyphens.ts'

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
