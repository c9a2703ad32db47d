import { describe, expect, it } from 'vitest'
import { documentBase, publicUrl } from './public-url.ts'

const HEX = '0123456789abcdef'.repeat(3)

describe('publicUrl', () => {
  it.each([
    ['https://ann:s3cret@example.org/feed', 'https://example.org/feed'],
    ['https://example.org/feed?token=abc&page=2', 'https://example.org/feed?token=hidden&page=2'],
    ['https://example.org/feed?feed_token=abc', 'https://example.org/feed?feed_token=hidden'],
    [`https://example.org/feed?feed=${HEX}&user=ann`, 'https://example.org/feed?feed=hidden&user=ann'],
    [`https://example.org/feed?${HEX}`, 'https://example.org/feed?hidden'],
    ['https://example.org/private/a1b2c3d4e5f6/rss', 'https://example.org/private/hidden/rss'],
    [`https://example.org/${HEX}/rss`, 'https://example.org/hidden/rss'],
    ['https://example.org/feed?API-Key=1#frag', 'https://example.org/feed?API-Key=hidden'],
  ])('hides what opens %s', (address, shown) => {
    const url = publicUrl(address)

    expect(url).toBe(shown)
  })

  it.each([
    'https://example.org/feed.xml',
    'https://example.org/feed?format=rss&lang=pt-BR&q=a%20b',
    'https://www.youtube.com/feeds/videos.xml?channel_id=UC0123456789abcdefABCDEF',
    'https://example.org/c/3f2504e0-4f89-41d3-9a0c-0305e82c3301/feed',
    'https://example.org/atom/0123456789abcdef0123456789abcdef',
    'https://example.org/%E6%96%B0%E9%97%BB?x=%E6%96%B0',
  ])('leaves %s as it is', (address) => {
    const url = publicUrl(address)

    expect(url).toBe(address)
  })

  it('is empty for what is no address', () => {
    const url = publicUrl('not an address')

    expect(url).toBe('')
  })
})

describe('documentBase', () => {
  it.each([
    ['https://example.org/feed?token=abc&page=2', 'https://example.org/feed?token=hidden&page=2'],
    ['https://example.org/private/a1b2c3d4e5f6/rss', 'https://example.org/private/a1b2c3d4e5f6/rss'],
    ['https://example.org/feed?page=2', 'https://example.org/feed?page=2'],
  ])('hides tokens of the query alone: %s', (address, base) => {
    expect(documentBase(new URL(address))).toBe(base)
  })
})
