import type { eld as Eld } from 'eld/small'
import { isPlainly, hasOwnWord } from './common-words.ts'

/** Minimum number of letters. The language of a shorter text is uncertain. */
const MIN_LETTERS = 20
/** The minimum for Chinese, Japanese and Korean, whose characters carry more information. */
const MIN_DENSE_LETTERS = 6

/** A stated language counts if its score is at least this ratio of the best score. */
const NEARLY_AS_GOOD = 0.9

/**
 * Length of the sample in UTF-16 units. More text of an article adds nothing, but more titles of a feed do.
 */
const MAX_CHARS = 200
const MAX_TITLES_CHARS = 1_000

/** Fewer Chinese characters may be a name in any language. */
const MIN_HAN = 3
const HAN = /\p{Script=Han}/gu
const OTHER_WORDS = /[^\P{L}\p{Script=Han}]+/gu
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
/** Longer Japanese texts always have kana; Korean is in Hangul. */
const KANA_OR_HANGUL = /[\u3041-\u30fa\uac00-\ud7af]/
/** With vowel signs, which make up much of Hindi and Thai. */
const LETTERS = /[\p{L}\p{M}]/gu
/** Two kana are Japanese. A single one, の, decorates Chinese names. */
const KANA = /[\u3041-\u30fa]{2}/
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u
const ACCENTED = /[^\P{L}a-z]/iu

/** A Latin text with fewer letters may be a headline of names. */
const MAX_HEADLINE_LETTERS = 40

let detector: typeof Eld | undefined

/**
 * Loads the detector, which takes 30 MB and 0.15 s. Only processes that collect should load it. Before that,
 * `languageOf` gives the stated language.
 */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/small')).eld
}

/**
 * Gives the language of a text. The stated language counts unless the text is clearly in another one. Many
 * feeds are made from templates and state `en-us` for German text.
 *
 * @param stated primary subtag that the entry, its source or its feed states
 * @returns ISO 639-1; `null` if the text is too short and no language is stated
 */
export function languageOf(text: string, stated: string | undefined): string | null {
  return languageOfSample(text.slice(0, MAX_CHARS), stated)
}

/**
 * Gives the main language of a feed. It counts for entries that are too short to decide: "Merkel in Paris" is
 * German in a feed of German titles.
 *
 * @param titles of some of its entries
 * @param stated primary subtag that the feed states
 */
export function languageOfTitles(titles: readonly string[], stated: string | undefined): string | undefined {
  return languageOfSample(titles.join('. ').slice(0, MAX_TITLES_CHARS), stated) ?? undefined
}

/** Frequent words of Malay that Indonesian does not have. */
const MALAY = /\b(?:bahawa|berkata|ialah|iaitu|kerana|manakala|ringgit)\b/i

/** The detector reports Indonesian as Malay; far more is written in Indonesian. */
function languageOfSample(sample: string, stated: string | undefined): string | null {
  const found = detectedLanguage(sample, stated === 'id' ? 'ms' : stated)
  if (found !== 'ms' || stated === 'ms') return found
  return stated !== 'id' && MALAY.test(sample) ? 'ms' : 'id'
}

function detectedLanguage(sample: string, stated: string | undefined): string | null {
  if (!detector) return stated ?? null
  if (isHan(sample)) return stated === 'ja' || stated === 'ko' ? stated : 'zh'
  if (!saysEnough(sample)) return KANA.test(sample) ? 'ja' : ofShort(sample, stated)
  if (stated !== undefined && isPlainly(stated, sample)) return stated

  const result = detector.detect(sample)
  const best = result.language
  if (best === '' || best === stated) return stated ?? null
  if (stated === undefined) return ALONE_IN_SCRIPT.has(best) || result.isReliable() ? best : null
  const scores = result.getScores()
  const known = scores[stated]
  // The detector can refute a language that it does not know only by the script.
  if (known === undefined && !Object.values(detector.info().Languages).includes(stated)) return stated
  const isNearlyAsGood = (known ?? 0) >= NEARLY_AS_GOOD * (scores[best] ?? 0)
  const isRefuted = hasForeignLetters(sample, stated) && !hasForeignLetters(sample, best)
  if ((isNearlyAsGood && !isRefuted) || !result.isReliable()) return stated
  const isLatin = !OTHER_SCRIPT.test(sample)
  const isHeadline = isLatin && (sample.match(LETTERS)?.length ?? 0) < MAX_HEADLINE_LETTERS
  return isHeadline ? languageOfHeadline(sample, best, stated) : best
}

/**
 * Names make the detector mistake a headline's language: "Nokia unveils slimmer Lumia" for German. Another language
 * needs a frequent word of its own, or a letter that English lacks.
 */
function languageOfHeadline(text: string, detected: string, stated: string): string {
  const usual = new Intl.Locale(stated).maximize().script === 'Latn' ? stated : 'en'
  const isShown = hasOwnWord(text, detected, usual) || (usual === 'en' && ACCENTED.test(text))
  return isShown ? detected : usual
}

/** Letters that a language lacks and others of its script have; the detector scores these languages nearly alike. */
const FOREIGN_LETTERS: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґўђјљњћџѓќѕ]/gi,
  uk: /[ыэёъўђјљњћџѓќѕ]/gi,
  be: /[ищъїєґђјљњћџѓќѕ]/gi,
  bg: /[ыэёіїєґўђјљњћџѓќѕ]/gi,
  sr: /[йщъыьэюяёіїєґўѓќѕ]/gi,
}
/** A single one may be in a name. */
const MIN_FOREIGN_LETTERS = 2

function hasForeignLetters(text: string, language: string): boolean {
  const foreign = FOREIGN_LETTERS[language]
  return foreign !== undefined && (text.match(foreign)?.length ?? 0) >= MIN_FOREIGN_LETTERS
}

/** Language of a text that is too short to detect except by its script: the stated one if it uses the script. */
function ofShort(text: string, stated: string | undefined): string | null {
  if (stated === undefined || !OTHER_SCRIPT.test(text)) return stated ?? null
  const best = detector?.detect(text).language ?? ''
  const script = (language: string) => new Intl.Locale(language).maximize().script
  return ALONE_IN_SCRIPT.has(best) && script(best) !== script(stated) ? best : stated
}

/** Languages with nearly a script of their own: a single word is enough. */
const ALONE_IN_SCRIPT = new Set('am el gu he hy ka kn ko ml or ta te th'.split(' '))

/** Whether a text is Chinese by its characters, even among Latin names: "OpenAI 正式发布 GPT-5". */
function isHan(text: string): boolean {
  const characters = text.match(HAN)?.length ?? 0
  if (characters < MIN_HAN || KANA_OR_HANGUL.test(text)) return false
  return characters > (text.match(OTHER_WORDS)?.length ?? 0)
}

function saysEnough(text: string): boolean {
  if ((text.match(DENSE)?.length ?? 0) >= MIN_DENSE_LETTERS) return true
  return text.length >= MIN_LETTERS && (text.match(LETTERS)?.length ?? 0) >= MIN_LETTERS
}
