import { describe, expect, it } from 'vitest'
import { measure } from './word-count.ts'

describe('the length of a text', () => {
  it.each([
    ['', 0, 0],
    ['... — 👍', 0, 0],
    ['One', 1, 1],
    ['The storm, they said, isn’t over; it’s well-known.', 8, 1],
    ['Größe naïve Ελλάδα Москва עברית', 5, 1],
    ['R2D2 in 2026', 3, 1],
    ['今日は雨です', 6, 1],
    ['𠮷野家', 3, 1],
    ['서울 날씨가 맑다', 3, 1],
    ['ข่าวด่วนวันนี้', 3, 1],
  ])('of %j is %i words, %i minutes', (text, words, readingMinutes) => {
    expect(measure(text)).toEqual({ words, readingMinutes })
  })

  it('is 3 minutes for 640 words, and for 1,400 characters of Chinese', () => {
    expect(measure('word '.repeat(640))).toEqual({ words: 640, readingMinutes: 3 })
    expect(measure('新闻'.repeat(700)).readingMinutes).toBe(3)
  })
})
