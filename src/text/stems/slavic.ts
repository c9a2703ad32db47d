import { endingsOf } from './light.ts'

/*
 * Light stems for Slavic languages without a Snowball stemmer: cases of nouns and adjectives, no forms of
 * verbs. First an ending is removed. Then the variants of a stem are unified: consonants that change before
 * some endings, and vowels that appear only in some forms.
 *
 * A unified stem need not be a word. Each step is applied to all forms, so forms without the change get the
 * same stem.
 *
 * See Dolamic and Savoy, "Indexing and stemming approaches for the Czech language", 2009, and "Searching
 * strategies for the Bulgarian language", 2007: such stems find as much as those that also remove
 * derivations.
 */

const MIN_STEM = 3
/** Minimum length of a stem whose variants are unified, in letters. */
const MIN_CHANGED = 4

const takePolish = endingsOf(
  'a e i o u y ia ie ii iu io ego emu ej iego iemu iej ym im ych ich ymi imi em iem om iom owi iowi ami iami ach iach owie',
  MIN_STEM,
)

/** @param folded without marks: ł is l, ó is o */
function polishStem(folded: string): string {
  // Consonants change before -ie and -e: premier, premierze; kobieta, kobiecie; matka, matce; droga, drodze.
  const short = withoutSyllable(takePolish(folded), /ow$/).replace(/rz$/, 'r')
  const stem = withoutFleeting(short, /(?<=[^aeiouy])i?e(?=[^aeiouy]$)/)
  return stem.replace(/[dg]$/, 'dz').replace(/(?<=...)[kt]$/, 'c')
}

const takeSlovak = endingsOf(
  'a e i o u y ia ie iu ii ej ou iou om em am im ym ov och ach ich ych ami imi ymi iam iach iami ovi ovia eho ieho emu iemu',
  MIN_STEM,
)

function slovakStem(folded: string): string {
  const stem = withoutFleeting(takeSlovak(folded), /(?<=[^aeiouy])(?:i?e|o)(?=[^aeiouy]$)/)
  // Slovák, Slováci.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/k$/, 'c')
}

const takeCzech = endingsOf(
  'a e i o u y em am om um im ym ech ach ich ych ami emi imi ymi ou ovi ove eho iho ho emu imu mu ata aty at ete',
  MIN_STEM,
)

/** @param folded without marks, `o` for ů: dům, domu */
function czechStem(folded: string): string {
  const stem = withoutFleeting(takeCzech(folded), /(?<=[^aeiouy])e(?=[^aeiouy]$)/)
  // Consonants change before -e and -i: banka, bance; Praha, Praze; řeka, řece; voják, vojáci.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/k$/, 'c').replace(/(?<!c)h$/, 'z')
}

const takeSlovene = endingsOf(
  'a e i o u ov ev om em am ah ih ega emu im imi ami oma ema ima ju ja je ji jo jem jev jih jah jam jami',
  MIN_STEM,
)

/** @param folded without marks */
function sloveneStem(folded: string): string {
  return withoutFleeting(takeSlovene(folded), /(?<=[^aeiou])e(?=[^aeiou]$)/)
}

const takeSerboCroatian = endingsOf('a e i o u om em oj og oga omu ome ih im ima ama', MIN_STEM)

/** Takes Croatian, Serbian and Bosnian, in Latin or Cyrillic. */
function serboCroatianStem(folded: string): string {
  const latin = folded.replace(/[\u0400-\u04ff]/g, (letter) => LATIN.get(letter) ?? letter)
  const stem = withoutFleeting(
    withoutSyllable(takeSerboCroatian(latin), /[oe]v$/),
    /(?<=[^aeiou])a(?=[^aeiou]$)/,
  )
  if (stem.length < MIN_CHANGED) return stem
  // Consonants change before -i: predsednik, predsednici; knjiga, knjizi; uspeh, uspesi.
  return stem.replace(/k$/, 'c').replace(/g$/, 'z').replace(/h$/, 's')
}

/** Serbian letters and their folded Latin equivalents. */
const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ђ: 'd', е: 'e', ж: 'z', з: 'z', и: 'i', ј: 'j', к: 'k', л: 'l', љ: 'lj', м: 'm',
    н: 'n', њ: 'nj', о: 'o', п: 'p', р: 'r', с: 's', т: 't', ћ: 'c', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'c', џ: 'dz', ш: 's',
  }), // prettier-ignore
)

const takeUkrainian = endingsOf(
  'а я о е є и і ї у ю ь й ам ям ом ем єм ах ях ами ями ою ею єю ей ий ій ої ого ому им их ими',
  MIN_STEM,
)

function ukrainianStem(folded: string): string {
  const open = withoutSyllable(takeUkrainian(folded), /[іоеїє]в$/)
    .replace(/(?<=..)[іиьй]$/, '')
    .replace(/(.)\1$/, '$1')
    // The vowel changes in a closed syllable: вибір, вибору; Київ, Києва.
    .replace(/і(?=[^аеєиіїоуюя]$)/, 'о')
    .replace(/ї(?=[^аеєиіїоуюя]$)/, 'є')
  const stem = withoutFleeting(open, /(?<=[^аеєиіїоуюя])[ео](?=[^аеєиіїоуюя]$)/)
  // Consonants change before -і: політика, політиці; допомога, допомозі.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/к$/, 'ц').replace(/г$/, 'з')
}

/** The article, which follows its word. In feminine, neuter and plural words it follows their final vowel. */
const BULGARIAN_ARTICLE = /(?<=...)(?:ият|ът|ят|(?<=[ая]|ст|щ)та|(?<=[ео])то|(?<=[иае])те)$/u

function bulgarianStem(folded: string): string {
  const bare = folded.replace(BULGARIAN_ARTICLE, '').replace(/(?<=...)[аяеои]$/u, '')
  const stem = withoutSyllable(bare.replace(/(?<=...)[ияй]$/u, ''), /[ое]в$/)
    // Министър, министри.
    .replace(/(?<=..)ъ(?=[^аеиоуъюя]$)/u, '')
  // Consonants change before -и: вестник, вестници; психолог, психолози.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/к$/, 'ц').replace(/г$/, 'з')
}

/** Removes the syllable that some plurals add. */
function withoutSyllable(stem: string, syllable: RegExp): string {
  const rest = stem.replace(syllable, '')
  return rest.length >= MIN_STEM ? rest : stem
}

/** Removes the vowel that appears only in forms without an ending: minister, ministra. */
function withoutFleeting(stem: string, vowel: RegExp): string {
  return stem.length > MIN_CHANGED ? stem.replace(vowel, '') : stem
}

/** The stems of folded words, by language. */
export const SLAVIC_STEMS = {
  bg: bulgarianStem,
  bs: serboCroatianStem,
  cs: czechStem,
  hr: serboCroatianStem,
  pl: polishStem,
  sk: slovakStem,
  sl: sloveneStem,
  sr: serboCroatianStem,
  uk: ukrainianStem,
} as const
