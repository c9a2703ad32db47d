import type { ItemDraft } from '../model/item.ts'
import { medianOf, SCORE_BOUNDS } from '../model/score.ts'

/** Added to both lengths, so that a few words in a teaser hardly matter. */
const DAMPING_WORDS = 40

/** A text of fewer words with a picture is its caption. */
const CAPTION_WORDS = 20

/** A version in a title. Release notes are short, whatever else the source publishes. */
const VERSION = /\bv?\d+(?:\.\d+)+\b/

export type Measured = Pick<ItemDraft, 'title' | 'wordCount' | 'enclosures' | 'imageUrl'>

/**
 * Makes a function that compares an item's text length with the median of its source. Media, captions, releases and
 * commented links are never too short. A link without a text of its source has the minimum depth.
 *
 * @param wordCounts of the source's items, including those to compare
 * @returns > 0; 1 for a text of usual length
 */
export function depthOf(wordCounts: readonly number[]): (item: Measured, isLink: boolean) => number {
  const usual = medianOf(wordCounts) + DAMPING_WORDS
  return (item, isLink) => {
    const { wordCount, enclosures, imageUrl, title } = item
    const isMedia = enclosures.length > 0 || (imageUrl !== null && wordCount < CAPTION_WORDS)
    if (isLink && wordCount === 0 && !isMedia) return SCORE_BOUNDS.depth.min
    const depth = (wordCount + DAMPING_WORDS) / usual
    return isMedia || isLink || VERSION.test(title) ? Math.max(1, depth) : depth
  }
}
