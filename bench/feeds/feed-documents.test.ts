import { parseFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { benchFeed } from './feed-documents.ts'

const NOW = Date.parse('2026-08-05T00:00:00Z')
const SHAPE = { items: 30, now: NOW, added: 0 }

describe('feeds of the benchmarks', () => {
  it('are the same for the same arguments, and real feeds of the size asked for', () => {
    const feed = benchFeed(0, 1_000, SHAPE)

    expect(benchFeed(0, 1_000, SHAPE)).toBe(feed)
    expect(linksOf(feed)).toHaveLength(30)
    expect(new Set(linksOf(feed)).size).toBe(30)
    expect(Buffer.byteLength(feed)).toBeGreaterThan(40_000)
  })

  it('push out the oldest items when new ones come, and change no other', () => {
    const before = linksOf(benchFeed(4, 1_000, SHAPE))
    const after = linksOf(benchFeed(4, 1_000, { ...SHAPE, added: 3 }))

    expect(after.slice(3)).toEqual(before.slice(0, 27))
    expect(after.slice(0, 3).some((link) => before.includes(link))).toBe(false)
  })

  it('share events, in their own words', () => {
    const titles = Array.from({ length: 60 }, (_, index) => benchFeed(index * 30, 1_000, SHAPE)).map((feed) =>
      titlesOf(feed),
    )

    expect(new Set(titles.flat()).size).toBeGreaterThan(titles.flat().length * 0.8)
  })
})

function itemsOf(feed: string): { link: string | undefined; title: string | undefined }[] {
  const read = parseFeed(feed)
  return read.format === 'rss' ? (read.feed.items ?? []).map(({ link, title }) => ({ link, title })) : []
}

function linksOf(feed: string): (string | undefined)[] {
  return itemsOf(feed).map(({ link }) => link)
}

function titlesOf(feed: string): (string | undefined)[] {
  return itemsOf(feed).map(({ title }) => title)
}
