import { fold } from '../text/fold.ts'
import { CYRILLIC, GREEK, KATAKANA } from './alphabets.ts'
import { HAN_SOUNDS } from './han-sounds.ts'

/** Most consonants of a sound: what follows is often the ending that a language puts on a name. */
const LONGEST = 5
/** Fewer consonants say nothing: too many words have them. */
const SHORTEST = 3

/**
 * The part of a name's sound that survives when another alphabet writes it: its first consonants, in classes of those
 * that languages exchange (b p v, d t, g k, l r, m n, and all that hiss), without vowels, h, w and y.
 * Macron, Макрон, Μακρόν and マクロン are all `nkln`.
 *
 * @param word one word of Latin, Cyrillic or Greek letters, kana, or Han characters that write a foreign name
 * @returns none where there are fewer than three consonants; two where v may be heard as p or not at all
 */
export function soundsOf(word: string): readonly string[] {
  const consonants = consonantsOf(word)
  if (consonants === undefined) return []
  const heard = cut(consonants.replaceAll('v', 'p'))
  if (!consonants.includes('v')) return heard
  return [...new Set([...heard, ...cut(consonants.replaceAll('v', ''))])]
}

function cut(consonants: string): string[] {
  const single = consonants.replace(/(.)\1+/g, '$1')
  return single.length < SHORTEST ? [] : [single.slice(0, LONGEST)]
}

/** Classes p t k l n s f, and v for what languages do not agree on; `undefined` in other scripts. */
function consonantsOf(word: string): string | undefined {
  const first = word.codePointAt(0) ?? 0
  if (first >= 0x30a1 && first <= 0x30fc) return Array.from(word, (kana) => KATAKANA.get(kana) ?? '').join('')
  if (first >= 0x4e00 && first <= 0x9fff) {
    return Array.from(word, (character) => HAN_SOUNDS.get(character) ?? '').join('')
  }
  const folded = fold(word)
  if (first >= 0x400 && first <= 0x52f) return ofLatin(spell(folded.replace(RUSSIAN_CASES, ''), CYRILLIC))
  if (first >= 0x370 && first <= 0x3ff) {
    return ofLatin(
      spell(
        folded.replace(GREEK_PAIRS, (pair) => PAIRS.get(pair) ?? pair),
        GREEK,
      ),
    )
  }
  return /^[a-z]/.test(folded) ? ofLatin(folded) : undefined
}

function ofLatin(letters: string): string {
  let consonants = ''
  for (const [part, softC] of letters.matchAll(LATIN_PARTS)) {
    consonants += softC === undefined ? (LATIN.get(part) ?? '') : 's'
  }
  return consonants
}

function spell(word: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(word, (letter) => letters.get(letter) ?? '').join('')
}

/** Longer spellings first; a c, the one group, is soft before e, i and y. */
const LATIN_PARTS = /tsch|tch|sch|sh|ch|zh|ts|tz|ck|qu|ph|x|(c)(?=[eiy])|[a-z]/g
const LATIN: ReadonlyMap<string, string> = table({
  s: 'tsch tch sch sh ch zh ts tz s z',
  k: 'ck qu c k q g',
  ks: 'x',
  f: 'ph f',
  p: 'b p',
  v: 'v',
  t: 'd t',
  l: 'l r',
  n: 'm n',
})

/** Endings of names as Russian and Ukrainian decline them, those that hold a consonant. */
const RUSSIAN_CASES = /(?<=.{4})(?:ом|ем|ым|им|ами|ах|ого|ему|ов)$/

/** Two letters for one sound; the nasal of the first three is heard after a vowel only. */
const GREEK_PAIRS = /(?<![αεηιουω])(?:μπ|ντ|γκ)|γγ|τσ|τζ/g
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['μπ', 'b'],
  ['ντ', 'd'],
  ['γκ', 'g'],
  ['γγ', 'g'],
  ['τσ', 's'],
  ['τζ', 's'],
])

function table(classes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(classes).flatMap(([sound, spellings]) =>
      spellings.split(' ').map((spelling): [string, string] => [spelling, sound]),
    ),
  )
}
