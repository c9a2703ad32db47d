import type { Known } from './known.ts'
import type { QuestionClass } from './questions.ts'

const SEARCH = '/api/search?limit=20'
const USUAL = { part: 'search', connections: 1, count: 400 } as const

/** Queries grouped by what makes them expensive. `words.ts` says how common the words are among English items. */
export const SEARCH_CLASSES: readonly QuestionClass[] = [
  searches('common word', (known) => common(known)),
  searches('rare word', (known) => word(known, 20_000, 100_000)),
  searches('two words', (known) => `${common(known)} ${medium(known)}`),
  searches('two common words', (known) => `${common(known)} ${common(known)}`),
  searches('phrase', (known) => `"${word(known, 3, 20)} ${common(known)}"`),
  searches('sentence', (known) =>
    [common, medium, common, medium, medium, common].map((draw) => draw(known)).join(' '),
  ),
  searches('typo', (known) => mistyped(known, medium(known))),
  searches('prefix', (known) => `${medium(known).slice(0, 4)}*`),
  searches('Chinese', (known) => known.hanWords.word(known.hanWords.rank(known.random, 20))),
  searches(
    'common word, newest first',
    (known) => common(known),
    () => '&sort=newest',
  ),
  searches(
    'common word in a category and range of days',
    (known) => common(known),
    (known) => `&category=${known.category()}&${known.range()}`,
  ),
  {
    ...USUAL,
    name: 'suggestions',
    path: (known) => {
      const typed = medium(known).slice(0, 1 + Math.floor(known.random() * 5))
      return `/api/suggest?q=${encodeURIComponent(typed)}&limit=${8 + Math.floor(known.random() * 5)}`
    },
  },
]

function searches(
  name: string,
  text: (known: Known) => string,
  more: (known: Known) => string = () => '',
): QuestionClass {
  return {
    ...USUAL,
    name: `search: ${name}`,
    path: (known) => `${SEARCH}&q=${encodeURIComponent(text(known))}${more(known)}`,
  }
}

function common(known: Known): string {
  return word(known, 60, 600)
}

function medium(known: Known): string {
  return word(known, 600, 8_000)
}

/** A word of these ranks, all equally likely. */
function word({ words, random }: Known, from: number, to: number): string {
  return words.word(from + Math.floor(random() * (to - from)))
}

/** Swaps two letters or leaves one out. */
function mistyped({ random }: Known, right: string): string {
  const at = 1 + Math.floor(random() * (right.length - 2))
  if (random() < 0.5) return right.slice(0, at) + right.slice(at + 1)
  return right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2)
}
