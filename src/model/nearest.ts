/**
 * Finds the known word most similar to a mistyped one, for "did you mean". Ignores case, `-` and `_`.
 *
 * @returns `undefined` if more than 33 % of the letters differ from every known word; one letter may always differ. The
 *   only word that begins with the given letters, at least three, is near as well
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = plain(word)
  if (wanted === '' || wanted.length > 64) return undefined
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate))
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  if (best !== undefined || wanted.length < MIN_BEGINNING) return best
  const begun = known.filter((candidate) => plain(candidate).startsWith(wanted))
  return begun.length === 1 ? begun[0] : undefined
}

const MIN_BEGINNING = 3

/** Suffix of a message with the nearest known word: `; did you mean 'x'?`; '' if none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === undefined ? '' : `; did you mean '${meant}'?`
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '')
}

/** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
