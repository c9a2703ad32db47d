import { createRequire } from 'node:module'
import type { Stemmer } from 'snowball-stemmers'
import { fold } from '../fold.ts'
import { singularInAr, irregularSingular, AFTER_RULES } from './exceptions.ts'
import {
  latvianStem,
  lithuanianStem,
  estonianStem,
  finnishStem,
  greekStem,
  hindiStem,
  indonesianStem,
  persianStem,
  arabicStem,
  hebrewStem,
} from './light.ts'
import {
  bulgarianStem,
  czechStem,
  polishStem,
  serboCroatianStem,
  slovakStem,
  sloveneStem,
  ukrainianStem,
} from './slavic.ts'

/**
 * Gives the form in which a word's forms meet: `running`, `runs` and `run` all give `run`, `children` gives `child`.
 *
 * @param typed one word, in any case; accents help, since they distinguish some suffixes
 * @param language primary subtag of BCP 47 or a whole tag; `null` or a language without rules gives the folded word
 * @returns folded
 */
export function stem(typed: string, language: string | null): string {
  const word = withoutPunctuation(typed)
  const folded = fold(word)
  if (word.length > MAX_STEMMED || /\p{N}/u.test(folded)) return folded
  const primary = primaryLanguage(language)
  const ready = PREPARE[primary]
  const light = LIGHT[primary]
  if (light !== undefined) return light(ready === undefined ? folded : fold(ready(lower(word))))
  if (primary === 'es' || primary === 'pt') {
    const singular = singularInAr(folded)
    if (singular !== undefined) return singular
  }
  const stemmer = stemmerOf(primary)
  if (stemmer === undefined) return folded
  const regular = (text: string): string => fold(stemmer.stem(ready?.(lower(text)) ?? lower(text)))
  const afterRules = AFTER_RULES[primary]
  if (afterRules !== undefined) return afterRules(regular(word), regular) || folded
  if (primary !== 'en') return regular(word) || folded

  const bare = regular(irregularSingular(folded) ?? word) || folded
  // `womens` gives `women`, which has a singular of its own.
  const singular = irregularSingular(bare)
  return singular === undefined ? bare : regular(singular)
}

function lower(word: string): string {
  return word.normalize('NFKC').toLowerCase()
}

/** `US` of `U.S.`, `dont` of `don't`. */
export function withoutPunctuation(word: string): string {
  return word.length > 1 && /[.'\u2019\u02bc\uff07]/.test(word)
    ? word.replace(/[.'\u2019\u02bc\uff07]/g, '')
    : word
}

/** Lower-case primary subtag of a language tag: `pt-BR` gives `pt`; Norwegian's two written forms share one. */
export function primaryLanguage(language: string | null): string {
  if (language === null) return ''
  const primary = (/^[a-z]{2,3}/i.exec(language)?.[0] ?? '').toLowerCase()
  return primary === 'nb' || primary === 'nn' ? 'no' : primary
}

/** Longer ones are addresses or codes, and stemming costs time by length. */
const MAX_STEMMED = 40

const LIGHT: Readonly<Record<string, (folded: string) => string>> = {
  ar: arabicStem,
  bg: bulgarianStem,
  bs: serboCroatianStem,
  cs: czechStem,
  el: greekStem,
  et: estonianStem,
  fa: persianStem,
  fi: finnishStem,
  he: hebrewStem,
  hi: hindiStem,
  hr: serboCroatianStem,
  id: indonesianStem,
  lt: lithuanianStem,
  lv: latvianStem,
  ms: indonesianStem,
  pl: polishStem,
  sk: slovakStem,
  sl: sloveneStem,
  sr: serboCroatianStem,
  uk: ukrainianStem,
}

/** What the rules of a language expect of a word, or leave out; in lower case. */
const PREPARE: Readonly<Record<string, (lower: string) => string>> = {
  // The vowel of a closed syllable: `dům`, `domu`.
  cs: (lower) => lower.replaceAll('ů', 'o'),
  // `Gobiernos` has no pronoun at its end; `luces` are more than one `luz`.
  es: (lower) => lower.replace(/rnos$/, 'rno').replace(/(?<=..)ces$/, 'z'),
  // Plurals of their own: `kinderen` is more than one `kind`.
  nl: (lower) => lower.replace(/(kind|lied|rund|volk)eren$/, '$1'),
  // More than one ends as if of another word: `eleições` (or `eleicoes`), `jornais`, `papéis`, `espanhóis`, `jovens`.
  pt: (lower) =>
    lower
      .replace(/(?<=...)[oõ]es$/, 'ão')
      .replace(/(?<=..)ães$/, 'ão')
      .replace(/(?<=..)ais$/, 'al')
      .replace(/(?<=..)[eé]is$/, 'el')
      .replace(/(?<=..)[oó]is$/, 'ol')
      .replace(/(?<=..)ns$/, 'm'),
  // No vowel to the rules, which then cut nothing.
  ru: (lower) => lower.replaceAll('ё', 'е'),
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
}

/** The languages with rules of their own, by primary subtag. */
export const STEM_LANGUAGES: readonly string[] = [...Object.keys(LIGHT), ...Object.keys(ALGORITHMS)]

/** Loaded by the first word that is stemmed: its tables take a tenth of a second, which most commands never need. */
function loadRules(): typeof import('snowball-stemmers').default {
  return createRequire(import.meta.url)('snowball-stemmers')
}

const stemmers = new Map<string, Stemmer | undefined>()

function stemmerOf(primary: string): Stemmer | undefined {
  if (stemmers.has(primary)) return stemmers.get(primary)
  const algorithm = Object.hasOwn(ALGORITHMS, primary) ? ALGORITHMS[primary] : undefined
  const stemmer = algorithm === undefined ? undefined : loadRules().newStemmer(algorithm)
  stemmers.set(primary, stemmer)
  return stemmer
}
