import type { ItemDraft } from '../model/item.ts'
import { medianOf, SCORE_BOUNDS } from '../model/score.ts'

/** Added to both lengths. A few words more or less say nothing of a teaser. */
const DAMPING_WORDS = 40

/** With fewer words than this a text beside a picture is its caption. */
const CAPTION_WORDS = 20

/** A version in a title. Notes of a release are short, whatever else its source publishes. */
const VERSION = /\bv?\d+(?:\.\d+)+\b/

export type Measured = Pick<ItemDraft, 'title' | 'wordCount' | 'enclosures' | 'imageUrl'>

/**
 * Makes the function that compares the length of an item's text with the median of its source. Media, captions, releases
 * and commented links are never too short. A link without a word of its own source has the least depth.
 *
 * @param wordCounts of items of the source, those to be compared among them
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
