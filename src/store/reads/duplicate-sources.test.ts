import { describe, expect, it } from 'vitest'
import { INITIAL_LOCATION } from '../../model/source.ts'
import { duplicateSources, type ReadSource } from './reports.ts'

const at = (id: string, url: string, over: Partial<ReadSource> = {}): ReadSource => ({
  id,
  url,
  documentHash: null,
  ...over,
})
const moved = (movedTo: string) => ({ location: { ...INITIAL_LOCATION, movedTo } })

describe('sources that became one feed', () => {
  it('are those that are read at one address', () => {
    const groups = duplicateSources([
      at('a', 'https://paper.example/feed'),
      at('b', 'https://other.example/feed'),
      at('c', 'https://old.example/rss', moved('http://www.paper.example/feed/')),
    ])

    expect(groups).toEqual([['a', 'c']])
  })

  it('are those whose last documents are the same', () => {
    const groups = duplicateSources([
      at('a', 'https://paper.example/feed', { documentHash: 'same' }),
      at('b', 'https://feeds.example/paper', { documentHash: 'same' }),
      at('c', 'https://feeds.example/courier', { documentHash: 'other' }),
    ])

    expect(groups).toEqual([['a', 'b']])
  })

  it('are none where nothing was read, and lists of Hacker News with other points', () => {
    const list = 'https://hacker-news.firebaseio.com/v0/topstories.json'

    expect(
      duplicateSources([
        at('a', 'https://a.example', { documentHash: '' }),
        at('b', 'https://b.example', { documentHash: '' }),
        at('c', list),
        at('d', `${list}#points=100`),
      ]),
    ).toEqual([])
  })
})
