/** Takes one ending off a word: the longest one that leaves enough of it. */
export type TakeEnding = (word: string) => string

/**
 * @param endings separated by spaces, in any order
 * @param least letters of a word that stay, > 0
 */
export function endingsOf(endings: string, least: number): TakeEnding {
  const known = new Set(endings.split(' '))
  const longest = Math.max(...Array.from(known, (ending) => ending.length))
  return (word) => {
    for (let length = Math.min(longest, word.length - least); length > 0; length -= 1) {
      if (known.has(word.slice(-length))) return word.slice(0, -length)
    }
    return word
  }
}
