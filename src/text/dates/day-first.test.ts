import { describe, expect, it } from 'vitest'
import { withDayFirst } from './day-first.ts'

describe('dates with slashes', () => {
  it.each([
    ['another one tells', undefined, ['05/11/2026 14:30', '25/11/2026'], ['2026-11-05 14:30', '2026-11-25']],
    [
      'the language tells',
      'es',
      ['Thu, 05/11/2026 - 14:30', undefined],
      ['Thu, 2026-11-05 - 14:30', undefined],
    ],
    ['the country tells', 'en-GB', ['5/11/2026'], ['2026-11-5']],
  ])('have the day first where %s', (_, language, texts, written) => {
    expect(withDayFirst(texts, language)).toEqual(written)
  })

  it.each([
    ['another one tells', 'fr', ['11/05/2026', '11/25/2026']],
    ['two contradict each other', 'fr', ['25/11/2026', '11/25/2026']],
    ['the language is not known', undefined, ['05/11/2026']],
    ['it is that of America', 'en-US', ['05/11/2026']],
    ['a program of America wrote them', 'vi', ['5/11/2026 2:30:00 PM']],
  ])('stay where %s', (_, language, texts) => {
    expect(withDayFirst(texts, language)).toBe(texts)
  })
})
