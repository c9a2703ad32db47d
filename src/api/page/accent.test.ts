import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentStyle, BACKGROUNDS, contrast, MIN_CONTRAST, PAPERS } from './site.ts'

const COLOURS = readFileSync(new URL('../../../web/style/colours.css', import.meta.url), 'utf8')

/** The pair of a variable in a style sheet, by day and by night. */
function pairOf(name: string, style: string): [day: string, night: string] {
  const found = new RegExp(`--${name}: ?light-dark\\((#\\w{6}), ?(#\\w{6})\\)`).exec(style)
  return [found?.[1] ?? '', found?.[2] ?? '']
}

describe('the accent of the settings', () => {
  it('is read on the backgrounds that the page has', () => {
    expect([BACKGROUNDS.day, PAPERS.day]).toEqual([pairOf('sunken', COLOURS)[0], pairOf('paper', COLOURS)[0]])
    expect([BACKGROUNDS.night, PAPERS.night]).toEqual([
      pairOf('rule', COLOURS)[1],
      pairOf('paper', COLOURS)[1],
    ])
  })

  it.each(['#000000', '#ffffff', '#ffdd00', '#0000ff', '#7f7f7f', '#0a5c8a', '#ff0066'])(
    '%s can be read by day and by night, and what stands on it',
    (accent) => {
      const style = accentStyle(accent)

      const [day, night] = pairOf('accent', style)
      const [softDay, softNight] = pairOf('accent-soft', style)
      const [onDay, onNight] = pairOf('on-accent', style)
      for (const [a, b] of [
        [day, BACKGROUNDS.day],
        [night, BACKGROUNDS.night],
        [onDay, day],
        [onNight, night],
        ['#1b1a17', softDay],
        ['#e9e7e1', softNight],
      ] as const)
        expect(contrast(a, b)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    },
  )

  it('is taken as it is where it can be read', () => {
    expect(pairOf('accent', accentStyle('#0a5c8a'))[0]).toBe('#0a5c8a')
    expect(pairOf('accent', accentStyle('#ffdd00'))[1]).toBe('#ffdd00')
  })
})
