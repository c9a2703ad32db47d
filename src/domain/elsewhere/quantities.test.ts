import { describe, expect, it } from 'vitest'
import { quantitiesOf } from './quantities.ts'

const keysOf = (text: string): string[] => quantitiesOf(text).map(({ key }) => key)

describe('the numbers of a text', () => {
  it.each([
    [
      '487000000',
      ['$487 million', '487 Millionen Dollar', '487 millones', '4.87亿美元', '4.87億ドル', '487 млн'],
    ],
    [
      '12000000000',
      ['$12 billion', '12 Milliarden', '12.000 millones', '12 mil millones', '120亿', '12 млрд'],
    ],
    ['14800', ['14,800 years', '14.800 Jahre', '14\u00a0800 ans', '1.48万年', '1万4800年', '14’800']],
    ['5.7', ['5.7 percent', '5,7 Prozent', '5,7 %', '员工的5.7%']],
    ['4:1', ['beat them 4-1', 'siegt 4:1', '以4比1战胜', '4–1']],
  ])('%s is one, however it is written', (key, texts) => {
    for (const text of texts) expect(keysOf(text)).toEqual([key])
  })

  it('are told as they stand in the text', () => {
    const text = '价格1万9000人，'

    const [quantity] = quantitiesOf(text)

    expect(text.slice(quantity?.start, quantity?.end)).toBe('1万9000')
  })

  it('leave out years, single digits, hours, and what is part of a word', () => {
    const none = ['in 2026', '3 men', 'at 14:05', 'COVID19', '7', 'a 2024–25 season', '']

    expect(none.map((text) => keysOf(text))).toEqual(none.map(() => []))
  })

  it('end on any text, in time that grows with its length', () => {
    const hostile = ['9,'.repeat(50_000), '1.234'.repeat(20_000), '万'.repeat(50_000), '1-'.repeat(50_000)]

    for (const text of hostile) expect(Array.isArray(keysOf(text))).toBe(true)
  })
})
