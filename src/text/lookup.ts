import { words } from './words.ts'

/** One thing to look for in an index of `words()`. */
export interface LookupUnit {
  /** As typed. It is stemmed later, by the language of the text that is searched. */
  readonly text: string
  readonly folded: string
  readonly kind: 'word' | 'gram'
  /** Whether every indexed term that starts with `folded` counts. */
  readonly prefix: boolean
  /** Distance from the first unit of the phrase, in positions. A match has the same distance. */
  readonly offset: number
}

/**
 * Turns a word or phrase of a query into the units to look for. In a script without spaces, a word becomes
 * pairs of characters, and a single character becomes a prefix of pairs.
 *
 * @param prefix whether the last unit is the start of a word (`clim*`)
 * @returns empty if the text has no letter, digit or pictograph
 */
export function lookup(text: string, prefix = false): LookupUnit[] {
  const tokens = words(text, null, { byDictionary: false })
  const first = tokens[0]?.position ?? 0
  const units: LookupUnit[] = []

  tokens.forEach((token, i) => {
    const [before, next] = [tokens[i - 1], tokens[i + 1]]
    // Each pair overlaps the next one by a character. The last gram of a run overlaps nothing after it.
    const isSingle = token.kind === 'gram' && (next?.kind !== 'gram' || next.start >= token.end)
    // The pair before it already contains the last character of a run.
    if (isSingle && before?.kind === 'gram' && before.end > token.start) return
    units.push({
      text: token.text,
      folded: token.folded,
      kind: token.kind,
      prefix: isSingle || (prefix && i === tokens.length - 1),
      offset: token.position - first,
    })
  })
  return units
}
