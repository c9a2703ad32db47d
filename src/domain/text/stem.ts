import { createRequire } from 'node:module'
import type { Stemmer } from 'snowball-stemmers'
import { fold } from './fold.ts'
import { irregularSingular } from './irregular-plurals.ts'
import { greekStem, hindiStem, indonesianStem, persianStem } from './light-stems.ts'
import { arabicStem, hebrewStem } from './semitic-stems.ts'
import { bulgarianStem, polishStem, serboCroatianStem, slovakStem, ukrainianStem } from './slavic-stems.ts'

/**
 * Gives the form in which a word's forms meet: `running`, `runs` and `run` all give `run`, `children` gives `child`.
 *
 * @param typed one word, in any case; accents help, since some suffixes are told by them
 * @param language primary subtag of BCP 47 or a whole tag; `null` or a language without rules gives the folded word
 * @returns folded
 */
export function stem(typed: string, language: string | null): string {
  const word = withoutSigns(typed)
  const folded = fold(word)
  if (word.length > LONGEST_STEMMED || /\p{N}/u.test(folded)) return folded
  const light = LIGHT[primaryLanguage(language)]
  if (light !== undefined) return light(folded)
  const stemmer = stemmerOf(language)
  if (stemmer === undefined) return folded
  const primary = primaryLanguage(language)
  const readied = READIED[primary] ?? ((text: string): string => text)
  const regular = (text: string): string => stemmer.stem(readied(text.normalize('NFKC').toLowerCase()))
  if (primary !== 'en') return fold(regular(word)) || folded

  const bare = fold(regular(irregularSingular(folded) ?? word)) || folded
  // `womens` gives `women`, which has a singular of its own.
  const singular = irregularSingular(bare)
  return singular === undefined ? bare : fold(regular(singular))
}

/** `US` of `U.S.`, `dont` of `don't`. */
export function withoutSigns(word: string): string {
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
const LONGEST_STEMMED = 40

const LIGHT: Readonly<Record<string, (folded: string) => string>> = {
  ar: arabicStem,
  bg: bulgarianStem,
  bs: serboCroatianStem,
  el: greekStem,
  fa: persianStem,
  he: hebrewStem,
  hi: hindiStem,
  hr: serboCroatianStem,
  id: indonesianStem,
  ms: indonesianStem,
  pl: polishStem,
  sk: slovakStem,
  sr: serboCroatianStem,
  uk: ukrainianStem,
}

/** What the rules of a language expect of a word, or leave out; in lower case. */
const READIED: Readonly<Record<string, (lower: string) => string>> = {
  // Plurals of their own: `kinderen` is more than one `kind`.
  nl: (lower) => lower.replace(/(kind|lied|rund|volk)eren$/, '$1'),
  // `eleições`, or `eleicoes` without accents, are more than one `eleição`.
  pt: (lower) => lower.replace(/(?<=...)[oõ]es$/, 'ão').replace(/(?<=..)ães$/, 'ão'),
  // No vowel to the rules, which then cut nothing.
  ru: (lower) => lower.replaceAll('ё', 'е'),
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
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
  sl: 'slovene',
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

function stemmerOf(language: string | null): Stemmer | undefined {
  const primary = primaryLanguage(language)
  if (stemmers.has(primary)) return stemmers.get(primary)
  const algorithm = Object.hasOwn(ALGORITHMS, primary) ? ALGORITHMS[primary] : undefined
  const stemmer = algorithm === undefined ? undefined : loadRules().newStemmer(algorithm)
  stemmers.set(primary, stemmer)
  return stemmer
}
