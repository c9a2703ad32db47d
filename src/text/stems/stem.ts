import { createRequire } from 'node:module'
import { fold } from '../fold.ts'
import { LIGHT_STEMS } from './light.ts'
import { SLAVIC_STEMS } from './slavic.ts'

/**
 * Gives the stem that the inflections of a word share: `running`, `runs` and `run` give `run`, `children`
 * gives `child`.
 *
 * @param typed one word, in any case and best with its accents, since they distinguish some suffixes
 * @param language BCP 47 tag; for `null` and languages without rules the stem is the folded word
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
    const [, singular] = WORDS_IN_AR.exec(folded) ?? []
    if (singular !== undefined) return singular
  }
  const stemmer = stemmerOf(primary)
  if (stemmer === undefined) return folded
  const regular = (text: string): string => fold(stemmer(ready?.(lower(text)) ?? lower(text)))
  const afterRules = AFTER_RULES[primary]
  if (afterRules !== undefined) return afterRules(regular(word), regular) || folded
  if (primary !== 'en') return regular(word) || folded

  const bare = regular(irregularSingular(folded) ?? word) || folded
  // `womens` gives `women`, and `women` has an irregular singular.
  const singular = irregularSingular(bare)
  return singular === undefined ? bare : regular(singular)
}

function lower(word: string): string {
  return word.normalize('NFKC').toLowerCase()
}

/** Removes full stops and apostrophes: `U.S.` gives `US`, `don't` gives `dont`. */
export function withoutPunctuation(word: string): string {
  return word.length > 1 && /[.'\u2019\u02bc\uff07]/.test(word)
    ? word.replace(/[.'\u2019\u02bc\uff07]/g, '')
    : word
}

/**
 * Gives the primary subtag in lower case: `pt-BR` gives `pt`. Both forms of written Norwegian give the same.
 */
export function primaryLanguage(language: string | null): string {
  if (language === null) return ''
  const primary = (/^[a-z]{2,3}/i.exec(language)?.[0] ?? '').toLowerCase()
  return primary === 'nb' || primary === 'nn' ? 'no' : primary
}

/**
 * Maximum length of a word that is stemmed. Longer ones are URLs or codes, and stemming them would cost time.
 */
const MAX_STEMMED = 40

const LIGHT: Readonly<Record<string, (folded: string) => string>> = { ...LIGHT_STEMS, ...SLAVIC_STEMS }

/** Changes to a word in lower case before the rules of its language, which lack them. */
const PREPARE: Readonly<Record<string, (lower: string) => string>> = {
  // The vowel changes in a closed syllable: `dům`, `domu`.
  cs: (lower) => lower.replaceAll('ů', 'o'),
  // `gobiernos` does not end in a pronoun (`-nos`); `luces` is the plural of `luz`.
  es: (lower) => lower.replace(/rnos$/, 'rno').replace(/(?<=..)ces$/, 'z'),
  id: withFirstLetter,
  ms: withFirstLetter,
  // Irregular plurals: `kinderen` is the plural of `kind`.
  nl: (lower) => lower.replace(/(kind|lied|rund|volk)eren$/, '$1'),
  // Plurals whose ending differs from the singular: `eleições` (or `eleicoes`), `jornais`, `papéis`,
  // `jovens`.
  pt: (lower) =>
    lower
      .replace(/(?<=...)[oõ]es$/, 'ão')
      .replace(/(?<=..)ães$/, 'ão')
      .replace(/(?<=..)ais$/, 'al')
      .replace(/(?<=..)[eé]is$/, 'el')
      .replace(/(?<=..)[oó]is$/, 'ol')
      .replace(/(?<=..)ns$/, 'm'),
  // The rules do not know ё as a vowel and would not shorten such words.
  ru: (lower) => lower.replaceAll('ё', 'е'),
}

/** In Indonesian and Malay the prefix of active verbs takes away a first `t`: `menulis` is a form of `tulis`. */
function withFirstLetter(lower: string): string {
  return lower.replace(/^men(?=[aeiou])/, 'ment')
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
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ms: 'indonesian',
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

/** The rules of Irish, Indonesian and Malay change or remove the beginning of a word. */
const CHANGE_BEGINNINGS: readonly string[] = ['ga', 'id', 'ms']
/** These rules for endings change even the shortest words: Dutch `v` gives `f`, Polish `g` gives `dz`. */
const CHANGE_SHORT_WORDS: readonly string[] = ['et', 'nl', 'pl', 'ro']
const SHORT_WORD = 2
const ASCII_UNITS = 0x80

/**
 * Makes a test by the first UTF-16 unit of a word: can its folded form or stem begin like one of `wanted`?
 * With it, most words of a text need no stemming. Words that do not begin with an ASCII letter or digit
 * always pass.
 *
 * @param wanted folded forms and stems
 * @param language BCP 47 tag of the words
 */
export function mayBeginLike(
  wanted: readonly string[],
  language: string | null,
): (firstUnit: number) => boolean {
  const primary = primaryLanguage(language)
  const hasShort = wanted.some((word) => word.length <= SHORT_WORD)
  if (CHANGE_BEGINNINGS.includes(primary) || (hasShort && CHANGE_SHORT_WORDS.includes(primary)))
    return () => true
  const may = new Uint8Array(ASCII_UNITS)
  for (const word of wanted)
    for (const letter of [word.charAt(0), word.charAt(0).toUpperCase()]) may[letter.charCodeAt(0)] = 1
  return (firstUnit) => may[firstUnit] !== 0
}

type Stemmer = (word: string) => string

const stemmers = new Map<string, Stemmer | undefined>()

function stemmerOf(primary: string): Stemmer | undefined {
  if (stemmers.has(primary)) return stemmers.get(primary)
  const algorithm = Object.hasOwn(ALGORITHMS, primary) ? ALGORITHMS[primary] : undefined
  const stemmer = algorithm === undefined ? undefined : loadStemmer(primary, algorithm)
  stemmers.set(primary, stemmer)
  return stemmer
}

/**
 * Loads Snowball's rules of one language, lazily, since most commands never stem. Three packages are used:
 * snowball-stemmers has all languages, but takes 4 to 18 times as long, and the English of @orama/stemmers is the older
 * Porter algorithm.
 */
function loadStemmer(primary: string, algorithm: string): Stemmer {
  const load = createRequire(import.meta.url)
  if (primary === 'en') return (load('porter2') as typeof import('porter2')).stem
  if (primary === 'ca' || primary === 'eu') {
    const stemmer = (load('snowball-stemmers') as Snowball).newStemmer(algorithm)
    return (word) => stemmer.stem(word)
  }
  return (load(`@orama/stemmers/${algorithm}`) as typeof import('@orama/stemmers/french')).stemmer
}

interface Snowball {
  newStemmer(algorithm: string): { stem(word: string): string }
}

/**
 * Corrections after the rules of a language, by primary subtag. They remove endings that the rules forget, or
 * that the rules remove only in a second pass (`ciudades` gives `ciudad`, and `ciudad` gives `ciud`).
 */
const AFTER_RULES: Readonly<Record<string, (stem: string, rules: Stemmer) => string>> = {
  de: (stem) =>
    stem
      .replace(/inn$/, 'in')
      .replace(/eum$/, 'e')
      .replace(/eln$/, 'el')
      // Autos, Videos, Babys.
      .replace(/(?<=[^aeiou][aoiy]|eo)s$/, ''),
  es: (stem, rules) => rules(stem),
  // Lois, emplois. But mois is not a form of moi.
  fr: (stem) => stem.replace(/(?<=(?:^[lr]|..)oi)s$/, ''),
  hu: (stem, rules) => rules(stem).replace(/(?<=...)[ae]$/, ''),
  // Huizen, brieven, mannen.
  nl: (stem) => withoutDoubling(stem).replace(/z$/, 's').replace(/v$/, 'f'),
  ro: romanianStem,
  sv: swedishStem,
  tr: (stem, rules) => rules(stem),
}

/**
 * Removes endings that contain an article, and unifies vowels and consonants that change before an ending:
 * seară, seri; școală, școli; stradă, străzi.
 */
function romanianStem(stem: string): string {
  return stem
    .replace(/(?<=...)(?:ul|el|ur|iu|i|u|e)$/, '')
    .replace(/(?<=..[^aeiou])[ae]$/, '')
    .replaceAll('oa', 'o')
    .replaceAll('ea', 'e')
    .replaceAll('ia', 'ie')
    .replace(/z$/, 'd')
}

/**
 * Removes endings that contain an article (huset, flickan, museet) and the r that the rules leave in plurals.
 */
function swedishStem(stem: string, rules: Stemmer): string {
  const bare = rules(stem).replace(/(?<=..)(?:et)+$|(?<=...)an$|(?<=[dst])r$/, '')
  return withoutDoubling(bare.replace(/eum$/, 'e'))
}

function withoutDoubling(stem: string): string {
  return stem.replace(/([^aeiou])\1$/, '$1')
}

/**
 * Irregular English plurals and their singulars. Plurals that are as often another word (`leaves`, `lives`,
 * `bases`, `media`, `data`) are left out.
 */
const SINGULARS: ReadonlyMap<string, string> = new Map(
  Array.from(
    (
      'children:child grandchildren:grandchild schoolchildren:schoolchild feet:foot teeth:tooth geese:goose ' +
      'mice:mouse lice:louse oxen:ox wolves:wolf wives:wife housewives:housewife midwives:midwife knives:knife ' +
      'halves:half calves:calf loaves:loaf shelves:shelf bookshelves:bookshelf thieves:thief scarves:scarf ' +
      'hooves:hoof wharves:wharf elves:elf selves:self ourselves:ourself crises:crisis analyses:analysis ' +
      'diagnoses:diagnosis theses:thesis hypotheses:hypothesis syntheses:synthesis prognoses:prognosis ' +
      'neuroses:neurosis oases:oasis metamorphoses:metamorphosis criteria:criterion phenomena:phenomenon ' +
      'bacteria:bacterium referenda:referendum memoranda:memorandum nuclei:nucleus fungi:fungus cacti:cactus ' +
      'alumni:alumnus stimuli:stimulus indices:index matrices:matrix vertices:vertex vortices:vortex ' +
      'appendices:appendix larvae:larva vertebrae:vertebra formulae:formula'
    ).matchAll(/(\w+):(\w+)/g),
    ([, plural = '', singular = '']) => [plural, singular] as const,
  ),
)

/** Words in `men` that are not plurals. */
const NO_MEN = new Set(
  (
    'abdomen acumen albumen amen bitumen cyclamen dolmen foramen hymen lumen omen ramen regimen rumen semen ' +
    'specimen stamen turkmen yemen'
  ).split(' '),
)

/** Gives the singular of an irregular English plural; `undefined` for all other words. */
function irregularSingular(folded: string): string | undefined {
  if (folded.endsWith('men')) return NO_MEN.has(folded) ? undefined : `${folded.slice(0, -2)}an`
  return SINGULARS.get(folded)
}

/**
 * Spanish and Portuguese nouns and adjectives in -ar, folded. The rules of both languages read -ar as the
 * ending of a verb and would make `solar` a form of *solo*, `lunar` of *lunes* and `polar` of *polo*. Words
 * that are also verbs are left out. The group is the singular.
 */
const WORDS_IN_AR =
  /^(altar|angular|azucar|cardiovascular|celular|collar|dolar|ejemplar|escolar|espectacular|espetacular|familiar|hogar|insular|irregular|lugar|lunar|militar|molecular|muscular|nuclear|ocular|particular|peninsular|pilar|polar|popular|radar|rectangular|regular|secular|similar|singular|solar|vascular)(?:es)?$/
