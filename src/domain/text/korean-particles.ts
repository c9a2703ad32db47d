/** What Korean writes at the end of a noun to say what it does in its sentence, the longer ones first. */
const PARTICLES =
  /(?<=..)(?:에서는|에게서|으로는|에서|에게|으로|까지|부터|처럼|보다|하고|이나|은|는|이|가|을|를|에|의|와|과|로|도|만)$/u

/**
 * A Korean noun without its particle: `대통령` of `대통령이`. The end of a noun may look like one, as that of `어린이` does: to be
 * asked only where nothing is found with it.
 *
 * @returns `undefined` where the word ends in none, or too little would be left
 */
export function withoutParticle(word: string): string | undefined {
  if (!isHangul(word)) return undefined
  const bare = word.normalize('NFC').replace(PARTICLES, '')
  return bare === word.normalize('NFC') ? undefined : bare
}

export function isHangul(word: string): boolean {
  return /^\p{Script=Hangul}+$/u.test(word)
}
