import { describe, expect, it } from 'vitest'
import { categoryNames, categorySlug } from '../text/slug.ts'

describe('categorySlug', () => {
  it.each([
    ['AI & Research', 'ai-and-research'],
    ['Technology', 'technology'],
    ['a--b-', 'a--b-'],
    ['Économie', 'economie'],
    ['日本語', 'xn--wgv71a119e'],
    ['Новости', 'xn--b1amnebsh'],
    ['أخبار', 'xn--igbicxr'],
    ['日本語 News', 'news'],
    ['🎉', ''],
  ])('makes of %j %j', (name, slug) => {
    expect(categorySlug(name)).toBe(slug)
  })

  it('tells long names in other letters apart, in at most 64 characters', () => {
    const long = 'テクノロジーとサイエンスの最新ニュース一覧'.repeat(3)
    const slugs = [
      categorySlug(`${long}一`),
      categorySlug(`${long}二`),
      categorySlug(`${long.slice(0, 21)}三`),
    ]

    expect(new Set(slugs).size).toBeGreaterThan(1)
    expect(slugs.filter((slug) => !/^[a-z0-9][a-z0-9-]{0,63}$/.test(slug))).toEqual([])
  })
})

describe('categoryNames', () => {
  it('keeps the first spelling of each category that is no slug already', () => {
    const names = categoryNames(['science', 'ai-and-research', 'AI & Research', 'AI and Research'])

    expect([...names]).toEqual([['ai-and-research', 'AI & Research']])
  })
})
