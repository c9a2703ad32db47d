import type { eld as Eld } from 'eld/small'
import { isPlainly } from './common-words.ts'

/** Letters below which a text says nothing sure of its language. */
const MIN_LETTERS = 20
/** Chinese, Japanese and Korean say as much in fewer. */
const MIN_DENSE_LETTERS = 6

/** A stated language stays while its score is at least this part of the best. */
const NEARLY_AS_GOOD = 0.9

/** Text beyond this adds nothing, in UTF-16 units; of many titles one after the other more of it does. */
const MAX_CHARS = 200
const MAX_TITLES_CHARS = 1_000

const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
/** No Japanese of any length does without. */
const KANA = /[\u3041-\u30fa]/
/** The usual case, quickly. */
const PLAIN_LETTERS = /^(?:[^a-z]{0,9}[a-z]){20}/i
const LETTERS = /\p{L}/gu

let detector: typeof Eld | undefined

/**
 * Loads the detector: run from source some 40 MB and a tenth of a second, built 2 MB and some milliseconds, which only
 * processes that collect should pay. Before that, `languageOf` gives what is stated.
 */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/small')).eld
}

/**
 * Gives the language of a text. What is stated counts as long as the text does not clearly say otherwise:
 * feeds are made from templates, and many say `en-us` over German text.
 *
 * @param stated primary subtag that the entry, its source or its feed states
 * @returns ISO 639-1; `null` where too little is said and nothing is stated
 */
export function languageOf(text: string, stated: string | undefined): string | null {
  return languageOfSample(text.slice(0, MAX_CHARS), stated)
}

/**
 * Gives the language that most of a feed is in, which is what counts for those of its entries that say too little
 * themselves: "Merkel in Paris" is German in a feed of German titles.
 *
 * @param titles of some of its entries
 * @param stated primary subtag that the feed states
 */
export function languageOfTitles(titles: readonly string[], stated: string | undefined): string | undefined {
  return languageOfSample(titles.join('. ').slice(0, MAX_TITLES_CHARS), stated) ?? undefined
}

function languageOfSample(sample: string, stated: string | undefined): string | null {
  if (!detector || !saysEnough(sample)) return stated ?? null
  if (stated !== undefined && isPlainly(stated, sample)) return stated

  const result = detector.detect(sample)
  const best = result.language === 'ja' && !KANA.test(sample) ? 'zh' : result.language
  if (best === '' || best === stated) return stated ?? null
  if (stated === undefined) return ALONE_IN_SCRIPT.has(best) || result.isReliable() ? best : null
  const scores = result.getScores()
  const known = scores[stated]
  // A language that the detector does not know cannot be refuted by it but by another script
  if (known === undefined && !KNOWN.has(stated)) return stated
  return (known ?? 0) >= NEARLY_AS_GOOD * (scores[best] ?? 0) || !result.isReliable() ? stated : best
}

/** Languages that hardly any other shares its script with: one word of it leaves no doubt. */
const ALONE_IN_SCRIPT = new Set([
  'am',
  'el',
  'gu',
  'he',
  'hy',
  'ka',
  'kn',
  'ko',
  'ml',
  'or',
  'ta',
  'te',
  'th',
])

/** Languages that the detector knows, ISO 639-1. */
const KNOWN = new Set(
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'.split(
    ' ',
  ),
)

function saysEnough(text: string): boolean {
  if (text.length >= MIN_LETTERS && PLAIN_LETTERS.test(text)) return true
  if ((text.match(DENSE)?.length ?? 0) >= MIN_DENSE_LETTERS) return true
  return text.length >= MIN_LETTERS && (text.match(LETTERS)?.length ?? 0) >= MIN_LETTERS
}
