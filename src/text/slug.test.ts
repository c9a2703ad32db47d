import { describe, expect, it } from 'vitest'
import { hostWithoutWww, slugOf } from './slug.ts'

describe('slugOf', () => {
  it.each([
    ['Hacker News', 'hacker-news'],
    ['  El País – Portada ', 'el-pais-portada'],
    ['Straße & Œuvre', 'strasse-and-oeuvre'],
    ['C++', 'c-plus-plus'],
    ["Today's News", 'todays-news'],
    ['ＡＢＣ １２３', 'abc-123'],
    ['新闻', ''],
    ['---', ''],
  ])('makes of %j %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('is never longer than 64 and never ends with a hyphen', () => {
    const slug = slugOf(`${'a'.repeat(63)} bcd`)

    expect(slug).toBe('a'.repeat(63))
  })
})

describe('hostWithoutWww', () => {
  it('leaves www. out, and is empty for what is no address', () => {
    expect(hostWithoutWww('https://www.example.org/feed')).toBe('example.org')
    expect(hostWithoutWww('nonsense')).toBe('')
  })
})
