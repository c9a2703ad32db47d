import { endingsOf } from './light.ts'

/*
 * Light stems for Slavic languages that Snowball has no rules for: cases of nouns and adjectives, not of verbs. One
 * ending goes; then forms of a stem are made one: a consonant that changes before some endings, a vowel that comes and goes.
 *
 * What is made one need not be a word. Each step is done to every form, so that those without the change still meet.
 *
 * See Dolamic and Savoy, "Indexing and stemming approaches for the Czech language", 2009, and "Searching strategies for the
 * Bulgarian language", 2007: such stems find as much as those that take derivations apart.
 */

/** Letters of a word that stay. */
const MIN_STEM = 3
/** A stem of fewer letters is too short for its end to be made one with another. */
const MIN_CHANGED = 4

const takePolish = endingsOf(
  'a e i o u y ia ie ii iu io ego emu ej iego iemu iej ym im ych ich ymi imi em iem om iom owi iowi ami iami ach iach owie',
  MIN_STEM,
)

/** @param folded without marks: ł is l, ó is o */
export function polishStem(folded: string): string {
  // Before -ie and -e consonants change: premier, premierze; kobieta, kobiecie; matka, matce; rada, radzie; droga, drodze.
  const short = withoutSyllable(takePolish(folded), /ow$/).replace(/rz$/, 'r')
  const stem = withoutFleeting(short, /(?<=[^aeiouy])i?e(?=[^aeiouy]$)/)
  return stem.replace(/[dg]$/, 'dz').replace(/(?<=...)[kt]$/, 'c')
}

const takeSlovak = endingsOf(
  'a e i o u y ia ie iu ii ej ou iou om em am im ym ov och ach ich ych ami imi ymi iam iach iami ovi ovia eho ieho emu iemu',
  MIN_STEM,
)

export function slovakStem(folded: string): string {
  const stem = withoutFleeting(takeSlovak(folded), /(?<=[^aeiouy])(?:i?e|o)(?=[^aeiouy]$)/)
  // Slovák, Slováci.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/k$/, 'c')
}

const takeCzech = endingsOf(
  'a e i o u y em am om um im ym ech ach ich ych ami emi imi ymi ou ovi ove eho iho ho emu imu mu ata aty at ete',
  MIN_STEM,
)

/** @param folded without marks, `o` for ů: dům, domu */
export function czechStem(folded: string): string {
  const stem = withoutFleeting(takeCzech(folded), /(?<=[^aeiouy])e(?=[^aeiouy]$)/)
  // Before -e and -i consonants change: banka, bance; Praha, Praze; řeka, řece; voják, vojáci.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/k$/, 'c').replace(/(?<!c)h$/, 'z')
}

const takeSlovene = endingsOf(
  'a e i o u ov ev om em am ah ih ega emu im imi ami oma ema ima ju ja je ji jo jem jev jih jah jam jami',
  MIN_STEM,
)

/** @param folded without marks */
export function sloveneStem(folded: string): string {
  return withoutFleeting(takeSlovene(folded), /(?<=[^aeiou])e(?=[^aeiou]$)/)
}

const takeSerboCroatian = endingsOf('a e i o u om em oj og oga omu ome ih im ima ama', MIN_STEM)

/** Croatian, Serbian and Bosnian, in either alphabet. */
export function serboCroatianStem(folded: string): string {
  const latin = folded.replace(/[\u0400-\u04ff]/g, (letter) => LATIN.get(letter) ?? letter)
  const stem = withoutFleeting(
    withoutSyllable(takeSerboCroatian(latin), /[oe]v$/),
    /(?<=[^aeiou])a(?=[^aeiou]$)/,
  )
  if (stem.length < MIN_CHANGED) return stem
  // Before -i: predsednik, predsednici; knjiga, knjizi; uspeh, uspesi.
  return stem.replace(/k$/, 'c').replace(/g$/, 'z').replace(/h$/, 's')
}

/** Serbian letters as they are once Latin ones are folded. */
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

export function ukrainianStem(folded: string): string {
  const open = withoutSyllable(takeUkrainian(folded), /[іоеїє]в$/)
    .replace(/(?<=..)[іиьй]$/, '')
    .replace(/(.)\1$/, '$1')
    // The vowel of a closed syllable: вибір, вибору; Київ, Києва.
    .replace(/і(?=[^аеєиіїоуюя]$)/, 'о')
    .replace(/ї(?=[^аеєиіїоуюя]$)/, 'є')
  const stem = withoutFleeting(open, /(?<=[^аеєиіїоуюя])[ео](?=[^аеєиіїоуюя]$)/)
  // Before -і: політика, політиці; допомога, допомозі.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/к$/, 'ц').replace(/г$/, 'з')
}

/** The article, which stands behind its word: of feminine, neuter and plural words behind their vowel. */
const BULGARIAN_ARTICLE = /(?<=...)(?:ият|ът|ят|(?<=[ая]|ст|щ)та|(?<=[ео])то|(?<=[иае])те)$/u

export function bulgarianStem(folded: string): string {
  const bare = folded.replace(BULGARIAN_ARTICLE, '').replace(/(?<=...)[аяеои]$/u, '')
  const stem = withoutSyllable(bare.replace(/(?<=...)[ияй]$/u, ''), /[ое]в$/)
    // Министър, министри.
    .replace(/(?<=..)ъ(?=[^аеиоуъюя]$)/u, '')
  // Before -и: вестник, вестници; психолог, психолози.
  return stem.length < MIN_CHANGED ? stem : stem.replace(/к$/, 'ц').replace(/г$/, 'з')
}

/** Without the syllable of some plurals. */
function withoutSyllable(stem: string, syllable: RegExp): string {
  const rest = stem.replace(syllable, '')
  return rest.length >= MIN_STEM ? rest : stem
}

/** Without the vowel that stands only where no ending follows: minister, ministra. */
function withoutFleeting(stem: string, vowel: RegExp): string {
  return stem.length > MIN_CHANGED ? stem.replace(vowel, '') : stem
}
