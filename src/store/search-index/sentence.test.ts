import { expect, it } from 'vitest'
import { parseQuery } from '../../domain/query/parse.ts'
import { isSentence } from './sentence.ts'

it.each([
  ['four words', 'storm leaves homes dark', true],
  ['words joined by a hyphen', 'senate passes two-year plan', true],
  ['a word of two spellings', 'lawyer reads email aloud', true],
  ['three words', 'storm over rome', false],
  ['a phrase in quotes', 'senate passes "two year" plan', false],
  ['a beginning of a word', 'storm leaves homes dark*', false],
  ['a word in one field', 'title:storm leaves homes dark', false],
  ['a word left out', 'storm leaves homes dark -rome', false],
])('%s', (_, text, expected) => {
  const { node } = parseQuery(text)

  expect(node !== undefined && isSentence(node)).toBe(expected)
})
