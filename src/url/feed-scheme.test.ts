import { expect, it } from 'vitest'
import { withoutFeedScheme } from './feed-scheme.ts'

it.each([
  ['feed://paper.example/f.xml', 'http://paper.example/f.xml'],
  ['feed:https://paper.example/f.xml', 'https://paper.example/f.xml'],
  ['feed://https://paper.example/f.xml', 'https://paper.example/f.xml'],
  ['Feed:paper.example/f.xml', 'http://paper.example/f.xml'],
  ['web+feed:https://paper.example/f.xml', 'https://paper.example/f.xml'],
  ['itpc://paper.example/show.xml', 'http://paper.example/show.xml'],
  ['https://paper.example/feed:x', 'https://paper.example/feed:x'],
  ['/feed', '/feed'],
  ['feed:', 'feed:'],
])('an address for feed readers stands for another: %s', (written, address) => {
  expect(withoutFeedScheme(written)).toBe(address)
})
