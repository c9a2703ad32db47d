import { describe, expect, it } from 'vitest'
import { categoryNames, categorySlug } from './sources/slug.ts'

describe('categorySlug', () => {
  it.each([
    ['AI & Research', 'ai-and-research'],
    ['Technology', 'technology'],
    ['a--b-', 'a--b-'],
    ['Économie', 'economie'],
    ['新闻', ''],
  ])('makes of %j %j', (name, slug) => {
    expect(categorySlug(name)).toBe(slug)
  })
})

describe('categoryNames', () => {
  it('keeps the first spelling of each category that is no slug already', () => {
    const names = categoryNames(['science', 'ai-and-research', 'AI & Research', 'AI and Research'])

    expect([...names]).toEqual([['ai-and-research', 'AI & Research']])
  })
})
