import { expect, it } from 'vitest'
import { publisherOfItem } from './url.ts'

const FILE = 'https://media.example/one.mp3'

it.each([
  ['the domain of its page', 'https://www.weather.example/one', 'weather.example'],
  ['unknown where its address is its file', FILE, undefined],
])('the publisher of an item is %s', (_, url, expected) => {
  expect(publisherOfItem({ url, enclosures: [{ url: FILE }] })).toBe(expected)
})
