import { RecentValues } from '../recent-values.ts'
import { fold } from '../text/fold.ts'
import { forEachRun } from '../text/runs.ts'
import { HAN_SOUNDS } from './han-sounds.ts'
import { quantitiesOf } from './quantities.ts'
import { soundsOf } from './sound.ts'

/** A name or a number of a text, by which the same event is known in another language. */
export interface Name {
  /** As the text writes it. */
  readonly text: string
  /** What other texts find it under. */
  readonly keys: readonly string[]
  /** What it finds in other texts: words in Latin letters meet by spelling, all others by sound, numbers by value. */
  readonly seeks: readonly string[]
  /** 0..1: how much it says where it is rare; short numbers and short sounds meet by chance. */
  readonly worth: number
  /** Equal for words that stand side by side, as those of one name do. */
  readonly place: number
}

/** Most names that are taken from one text. */
const MOST_NAMES = 48
/** Only so many characters of a text are read. */
const MOST_CHARACTERS = 400

/**
 * Finds the names and numbers of a text, each once, numbers first. A name is a word with a capital, a word in
 * katakana, or a run of the characters that Chinese writes foreign names with. False ones, such as every German noun,
 * do no harm: they find nothing in other languages.
 */
export function namesOf(text: string): Name[] {
  const looked = text.slice(0, MOST_CHARACTERS)
  const found = new Map<string, Name>()
  const add = (spelled: Spelled, name: string, place: number): void => {
    const [first] = spelled.keys
    if (first !== undefined && found.size < MOST_NAMES && !found.has(first)) {
      found.set(first, { ...spelled, text: name, place })
    }
  }
  for (const { key, digits, start, end } of quantitiesOf(looked)) {
    const keys = [`#${key}`]
    add({ keys, seeks: keys, worth: NUMBER_WORTH[digits] ?? 1 }, looked.slice(start, end), -1 - start)
  }
  let place = 0
  let before = 0
  forEachRun(looked, (kind, start, end) => {
    if (kind === 'word') {
      const word = looked.slice(start, end)
      if (!hasCapital(word)) return
      if (!BESIDE.test(looked.slice(before, start))) place = start
      before = end
      add(spelledOf(word), word, place)
    } else if (kind === 'han') {
      for (const part of foreignParts(looked.slice(start, end)))
        add(spelledOf(part.text), part.text, start + part.at)
    }
  })
  return [...found.values()]
}

/** By the number's significant digits; 1 for more. */
const NUMBER_WORTH = [0, 0.75, 0.75, 0.9]

/** What stands between the words of one name. */
const BESIDE = /^[ \-\u2010\u00a0&]{1,3}$/

function hasCapital(word: string): boolean {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0)
  return word.length > 2 && first !== first.toLowerCase()
}

type Spelled = Pick<Name, 'keys' | 'seeks' | 'worth'>

/** Names come again and again, and sounding one out costs more than finding it here. */
const knownSpellings = new RecentValues<string, Spelled>(20_000)

function spelledOf(word: string): Spelled {
  return knownSpellings.get(word, spell)
}

function spell(word: string): Spelled {
  const sounds = soundsOf(word)
  if (!/^\p{Script=Latin}/u.test(word)) {
    const longest = Math.max(0, ...sounds.map(({ length }) => length))
    return {
      keys: sounds.map((sound) => `~${sound}`),
      seeks: sounds.flatMap((sound) => [`~${sound}`, `-${sound}`]),
      worth: longest > 4 ? 1 : longest > 3 ? 0.8 : 0.5,
    }
  }
  const folded = fold(word)
  if (folded.length < 4 && word !== word.toUpperCase()) return { keys: [], seeks: [], worth: 0 }
  return {
    keys: [`=${folded}`, ...sounds.map((sound) => `-${sound}`)],
    seeks: [`=${folded}`, ...sounds.map((sound) => `~${sound}`)],
    worth: folded.length > 4 ? 1 : 0.7,
  }
}

interface Part {
  readonly text: string
  readonly at: number
}

/** Katakana, and runs of three and more characters that Chinese writes foreign names with. */
function foreignParts(run: string): Part[] {
  const parts: Part[] = []
  for (const { 0: text, index } of run.matchAll(KATAKANA)) parts.push({ text, at: index })
  let start = 0
  for (let at = 0; at <= run.length; at++) {
    if (at < run.length && HAN_SOUNDS.has(run.charAt(at))) continue
    if (at - start >= 3) parts.push({ text: run.slice(start, at), at: start })
    start = at + 1
  }
  return parts
}

const KATAKANA = /[\u30a1-\u30fa\u30fc]{3,}/g
