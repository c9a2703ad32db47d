import { words } from './words.ts'

/** One thing to look for in an index of `words()`. */
export interface LookupUnit {
  /** As typed: stemmed by the language of what is searched, which the query's own language need not be. */
  readonly text: string
  readonly folded: string
  readonly kind: 'word' | 'gram'
  /** Whether every indexed term that starts with `folded` counts. */
  readonly prefix: boolean
  /** Position after the first unit of the same phrase: found text must have the same distance. */
  readonly offset: number
}

/**
 * Turns the text of a query's word or phrase into what to look for, all of it at its distance.
 * A word of a script without spaces becomes its pairs of characters; a single such character, a prefix of pairs.
 *
 * @param prefix whether the last unit is the start of a word (`clim*`)
 * @returns empty where the text has neither letter nor digit nor picture
 */
export function lookup(text: string, prefix = false): LookupUnit[] {
  const tokens = words(text, null, false)
  const first = tokens[0]?.position ?? 0
  const units: LookupUnit[] = []

  tokens.forEach((token, i) => {
    const isSingle = token.kind === 'gram' && isEndOfRun(tokens[i + 1], token)
    // The pair before it holds the last character of a run already.
    if (isSingle && i > 0 && continuesRun(tokens[i - 1], token)) return
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

interface Placed {
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'gram'
}

/** A pair overlaps the next one by a character; the last of its run overlaps nothing after it. */
function isEndOfRun(next: Placed | undefined, token: Placed): boolean {
  return next === undefined || next.kind !== 'gram' || next.start >= token.end
}

function continuesRun(before: Placed | undefined, token: Placed): boolean {
  return before !== undefined && before.kind === 'gram' && before.end > token.start
}
