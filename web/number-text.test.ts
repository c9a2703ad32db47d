import { describe, expect, it } from 'vitest'
import { bytesText, countText, shareText, shortCount, spanText } from './number-text.ts'
import { wordsOf } from './words/languages.ts'

const [en, de] = [wordsOf('en'), wordsOf('de')]

/** Replaces no-break spaces by plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('numbers', () => {
  it('are written as the language does', () => {
    expect([countText(12_345, en), countText(12_345, de)]).toEqual(['12,345', '12.345'])
    expect([shareText(0.4234, en), shareText(0.4234, de)].map(plain)).toEqual(['42.3%', '42,3 %'])
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1249, '1.2k'],
    [9949, '9.9k'],
    [9960, '10k'],
    [34_400, '34k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [5_600_000, '5.6M'],
    [1_200_000_000, '1200M'],
  ])('of %d are short in tight places: %s', (count, text) => {
    expect(shortCount(count, en)).toBe(text)
  })

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [12_340_000, '12.3 MB'],
    [2e15, '2,000 TB'],
  ])('of %d bytes are %s', (bytes, text) => {
    expect(bytesText(bytes, en)).toBe(text)
  })

  it.each([
    [20, '20 seconds'],
    [1800, '30 minutes'],
    [5400, '1.5 hours'],
    [86_400, '24 hours'],
    [259_200, '3 days'],
  ])('of %d seconds are %s', (seconds, text) => {
    expect(spanText(seconds, en)).toBe(text)
  })
})
