import { endingsOf } from './endings.ts'

/*
 * Light stems for languages that Snowball has no rules for. Each is a small table of the endings that the grammar gives nouns
 * and adjectives; what makes another word of a word stays.
 */

const takeGreek = endingsOf(
  'α ασ ο οσ ου ουσ οι ων η ησ ε εσ ι ια ιασ ιεσ ιου ιων ιο εισ εωσ εων ατα ατοσ ατων αι',
  2,
)

/** @param folded without accents, σ at the end of words too */
export function greekStem(folded: string): string {
  return takeGreek(folded)
}

const PERSIAN_ENDINGS: readonly RegExp[] = [
  /(?<=..)ها(?:ی(?:ی|ش|م|ت|شان|مان|تان)?)?$/u,
  /(?<=...)تر(?:ین)?$/u,
  /(?<=...)ی$/u,
  /(?<=...)ات$|(?<=....)[گی]?ان$/u,
  /(?<=....)ه$/u,
]

/**
 * Plurals, comparatives and the joining vowel.
 *
 * @param folded without the joiner that stands before a plural's ending
 * @see Dolamic and Savoy, "Persian language, is stemming efficient?", 2009
 */
export function persianStem(folded: string): string {
  // Typed on an Arabic keyboard.
  const own = folded.replaceAll('ي', 'ی').replaceAll('ك', 'ک')
  return PERSIAN_ENDINGS.reduce((word, ending) => word.replace(ending, ''), own)
}

const takeHindi = endingsOf('ा ि ी ु ू े ै ो ौ ां ाँ ें ों ीं ियां ियाँ ियों ाओं ाएं ाएँ ुओं ुएं ओं एं एँ', 2)

/** @see Ramanathan and Rao, "A lightweight stemmer for Hindi", 2003 */
export function hindiStem(folded: string): string {
  return takeHindi(folded)
}

/**
 * Indonesian and Malay: particles, possessives, and the marks of active and passive verbs. The mark of the active takes
 * the first letter of some verbs with it.
 *
 * @see Tala, "A study of stemming effects on information retrieval in Bahasa Indonesia", 2003
 */
export function indonesianStem(folded: string): string {
  const bare = withoutEnding(withoutEnding(folded, /(?:lah|kah|pun)$/), /(?:nya|ku|mu)$/)
  for (const [mark, first] of INDONESIAN_MARKS) {
    const rest = mark.test(bare) ? bare.replace(mark, first) : ''
    if (syllables(rest) >= 2) return withoutEnding(rest, /(?:kan|(?<![aeiou])i)$/)
  }
  return withoutEnding(bare, /kan$/)
}

/** Marks before a verb, with the letter that they took. */
const INDONESIAN_MARKS: readonly (readonly [mark: RegExp, first: string])[] = [
  [/^di(?=...)/, ''],
  [/^meny(?=[aeiou])/, 's'],
  [/^meng(?=[eo])/, 'k'],
  [/^meng(?=..)/, ''],
  [/^mem(?=[aeiou])/, 'p'],
  [/^mem(?=[bfpv])/, ''],
  [/^men(?=[aeiou])/, 't'],
  [/^men(?=[cdjtz])/, ''],
  [/^me(?=[lrwy])/, ''],
]

/** Two syllables stay. */
function withoutEnding(word: string, ending: RegExp): string {
  return word.replace(ending, (found, at: number) => (syllables(word.slice(0, at)) >= 2 ? '' : found))
}

function syllables(word: string): number {
  return word.match(/[aeiou]/g)?.length ?? 0
}
