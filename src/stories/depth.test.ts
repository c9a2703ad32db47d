import { describe, expect, it } from 'vitest'
import { SCORE_BOUNDS } from '../model/score.ts'
import { depthOf, type Measured } from './depth.ts'

const MEDIA = { url: 'https://a.example/1.mp3', mimeType: 'audio/mpeg', bytes: null }

function anItem(wordCount: number, item: Partial<Measured> = {}): Measured {
  return { title: 'On harbours', wordCount, enclosures: [], imageUrl: null, ...item }
}

/** Relative to items of about 300 words. */
const depth = (item: Measured, isLink = false) => depthOf([300, 300, 250, 310, 320])(item, isLink)

describe('the depth of an item', () => {
  it('is 1 for a text of usual length, more for a longer one, less for a shorter one', () => {
    expect(depth(anItem(300))).toBe(1)
    expect(depth(anItem(1_000))).toBeGreaterThan(3)
    expect(depth(anItem(40))).toBeLessThan(0.3)
  })

  it.each<[string, number[], Measured]>([
    ['titles alone', [0, 0, 0], anItem(0)],
    ['teasers', [25, 30, 35], anItem(30)],
    ['a source with one item', [700], anItem(700)],
    ['comics', [0, 0, 4], anItem(0, { imageUrl: 'https://a.example/1.png' })],
  ])('is 1 where all are like it: %s', (_, counts, item) => {
    expect(depthOf(counts)(item, false)).toBe(1)
  })

  it.each<[string, Measured, isLink: boolean]>([
    ['a podcast', anItem(12, { enclosures: [MEDIA] }), false],
    ['a video', anItem(0, { enclosures: [{ ...MEDIA, mimeType: 'video/mp4' }] }), false],
    ['a comic', anItem(0, { imageUrl: 'https://a.example/1.png' }), false],
    ['a release', anItem(20, { title: 'Harbour 2.4.1 released' }), false],
    ['a link with a comment', anItem(15), true],
    ['a video of another site', anItem(0, { enclosures: [MEDIA] }), true],
  ])('is not less for %s among long texts', (_, item, isLink) => {
    expect(depth(item, isLink)).toBe(1)
  })

  it('is least for a link without a word of its own source', () => {
    expect(depth(anItem(0), true)).toBe(SCORE_BOUNDS.depth.min)
    expect(depthOf([0, 0, 0])(anItem(0), true)).toBe(SCORE_BOUNDS.depth.min)
  })

  it('hardly differs between teasers', () => {
    const teaser = depthOf([25, 30, 35])

    expect(teaser(anItem(20), false)).toBeGreaterThan(0.8)
    expect(teaser(anItem(45), false)).toBeLessThan(1.25)
  })
})
