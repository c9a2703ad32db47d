import { expect, it } from 'vitest'
import { printQuery, readSpellings } from './node.ts'
import { parseQuery } from './parse.ts'

it.each([
  ['E-Mails', 'EMails OR E-Mails'],
  ['title:co-operate', 'title:cooperate OR title:co-operate'],
  ['x -covid-19', 'x -(covid19 OR covid-19)'],
  ['self\u2010driving cars', '(selfdriving OR self-driving) cars'],
  ['"e-mail"', '"e-mail"'],
  ['email', 'email'],
  ['5,000', '5000 OR 5,000'],
  ['5.000', '5000 OR 5.000'],
  ["5'000", "5000 OR 5'000"],
  ['5 000', '5000 OR 5\u00a0000'],
  ['1,00,000', '100000 OR 1,00,000'],
  ['1,234.56', '1,234.56'],
  ['state-of-the-art', 'state-of-the-art'],
  ['24-hour', '24-hour'],
  ['and/or', 'and/or'],
  ['source:hacker-news', 'source:hacker-news'],
  ['e-mai*', 'e mai*'],
])('%s is looked for as %s', (text, sought) => {
  const { node } = parseQuery(text)

  expect(node === undefined ? undefined : printQuery(node)).toBe(sought)
})

it('Two spellings are told from alternatives that somebody typed', () => {
  const [spelled, typed] = ['co-operate', 'cooperate OR "co operate"'].map((text) => parseQuery(text).node)

  expect(spelled && readSpellings(spelled)?.word.text).toBe('cooperate')
  expect(typed && readSpellings(typed)).toBeUndefined()
})
