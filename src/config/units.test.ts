import { describe, expect, it } from 'vitest'
import { formatDuration, formatSize, parseDuration, parseSize } from './units.ts'

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['20s', 20_000],
    ['30m', 1_800_000],
    ['1.5h', 5_400_000],
    ['12 H', 43_200_000],
    ['7d', 604_800_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', '30', 'm', '30 min', '-5m', '1h30m', '1e3s', '30m ago'])('does not read %j', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })
})

describe('parseSize', () => {
  it.each([
    ['10MB', 10_000_000],
    ['10MiB', 10_485_760],
    ['1.5kB', 1_500],
    ['512 b', 512],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it.each(['10', '10M', 'MB', '10 megabytes'])('does not read %j', (text) => {
    expect(parseSize(text)).toBeUndefined()
  })
})

describe('formatting', () => {
  it.each(['1d', '90m', '20s', '1500ms', '0s'])('gives a duration back as %s', (text) => {
    expect(formatDuration(parseDuration(text) ?? Number.NaN)).toBe(text)
  })

  it.each(['10MB', '1500B', '2kB', '3GB'])('gives a size back as %s', (text) => {
    expect(formatSize(parseSize(text) ?? Number.NaN)).toBe(text)
  })
})
