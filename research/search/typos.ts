import { randomOf } from '../../test/random.ts'

/**
 * Puts one typing error into a word of five letters or more: two letters swapped, a letter left out, doubled or
 * replaced by its neighbour on the keyboard. Query and seed decide which error and where, so that every run is the
 * same.
 */
export function withTypo(query: string, seed: number): string {
  const random = randomOf(seed)
  const candidates = [...query.matchAll(/\p{L}{5,}/gu)]
  const target = candidates[Math.floor(random() * candidates.length)]
  if (target === undefined) return query
  const word = target[0]
  // The first letter is seldom wrong.
  const at = 1 + Math.floor(random() * (word.length - 2))
  const typed = mistyped(word, at, random)
  return query.slice(0, target.index) + typed + query.slice(target.index + word.length)
}

function mistyped(word: string, at: number, random: () => number): string {
  const letter = word.charAt(at)
  const next = word.charAt(at + 1)
  switch (Math.floor(random() * 4)) {
    case 0:
      return letter === next
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + next + letter + word.slice(at + 2)
    case 1:
      return word.slice(0, at) + word.slice(at + 1)
    case 2:
      return word.slice(0, at) + letter + word.slice(at)
    default:
      return word.slice(0, at) + beside(letter, random) + word.slice(at + 1)
  }
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function beside(letter: string, random: () => number): string {
  const lower = letter.toLowerCase()
  for (const row of ROWS) {
    const at = row.indexOf(lower)
    if (at >= 0)
      return row.charAt(at === 0 ? 1 : at === row.length - 1 ? at - 1 : at + (random() < 0.5 ? -1 : 1))
  }
  return 'e'
}
