import { describe, expect, it } from 'vitest'
import { aSource } from '../../test/a-source.ts'
import type { Source } from '../model/source.ts'
import { atMovedUrl } from './credentials.ts'

const HEADERS = { authorization: 'Bearer abc' }

describe('the address that a source is visited at', () => {
  it('is the configured one where none was kept', () => {
    const source = opened('https://u:p@paper.example/feed')

    expect(atMovedUrl(source, null)).toBe(source)
    expect(atMovedUrl(source, 'no address')).toBe(source)
  })

  it.each([
    ['https://u:p@paper.example/feed', 'https://paper.example/new', 'https://u:p@paper.example/new'],
    ['http://u:p@paper.example/feed', 'https://paper.example/feed', 'https://u:p@paper.example/feed'],
  ])('takes what opens %s along to %s', (configured, retained, visited) => {
    expect(atMovedUrl(opened(configured), retained)).toEqual(opened(visited))
  })

  it.each([
    ['https://u:p@paper.example/feed', 'https://stranger.example/feed'],
    ['https://u:p@paper.example/feed', 'http://paper.example/feed'],
    ['https://u:p@paper.example/feed', 'https://paper.example:8443/feed'],
    ['https://u:p@paper.example/feed', 'https://www.paper.example/feed'],
  ])('tells nothing that opens %s to %s', (configured, retained) => {
    const visited = atMovedUrl(opened(configured), retained)

    expect(visited.url).toBe(retained)
    expect(visited.headers).toBeUndefined()
  })
})

function opened(url: string): Source {
  return aSource('paper', { url, headers: HEADERS })
}
