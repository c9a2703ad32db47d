import { describe, expect, it } from 'vitest'
import { sourceIds } from './sources.ts'

const of = (url: string, name = '', id = '') => ({ id, name, url })

describe('ids of sources', () => {
  it('come from what is configured, from the name, or from the host', () => {
    const ids = sourceIds([
      of('https://a.example/feed', 'Any Name', 'Mine'),
      of('https://b.example/feed', 'Tide & Times'),
      of('https://www.c.example/feed'),
    ])

    expect(ids).toEqual(['mine', 'tide-and-times', 'c-example'])
  })

  it('tell sources of one host apart by their paths, without what feeds have in common', () => {
    const ids = sourceIds([
      of('https://news.example/rss.xml'),
      of('https://news.example/sport/rss.xml'),
      of('https://news.example/feeds/science.atom'),
      of('https://news.example/feed/'),
      of('https://news.example/rss?section=arts'),
    ])

    expect(ids).toEqual([
      'news-example',
      'news-example-sport',
      'news-example-science',
      'news-example-feed',
      'news-example-rss-section-arts',
    ])
  })

  it('stay as they were when another source of the host comes after them', () => {
    const before = [of('https://news.example/a.xml'), of('https://news.example/b.xml')]

    const after = sourceIds([...before, of('https://news.example/c.xml')])

    expect(after.slice(0, 2)).toEqual(sourceIds(before))
    expect(new Set(after).size).toBe(3)
  })

  it('never take one that is configured further down, and are numbered where nothing tells them apart', () => {
    const ids = sourceIds([
      of('https://news.example/feed'),
      of('https://news.example/'),
      of('http://news.example/'),
      of('https://other.example/', '', 'news-example'),
    ])

    expect(ids).toEqual(['news-example-feed', 'news-example-2', 'news-example-3', 'news-example'])
  })

  it('show nothing secret of an address', () => {
    const ids = sourceIds([
      of('https://user:geheim@news.example/a'),
      of('https://news.example/feed?token=geheim0123456789'),
      of('https://news.example/feed/?apikey=geheim0123456789'),
    ])

    expect(ids.join(' ')).not.toContain('geheim')
    expect(new Set(ids).size).toBe(3)
  })
})
