import { countWhile } from '../../model/count-while.ts'

/** Scores of n-grams for languages: by n-gram, then by the language's number. */
export type NgramScores = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Longest n-gram. Each character is a byte other than 0. */
const KEY_BYTES = 6

/**
 * Packs scores into a text: for each n-gram its bytes, the number of its languages, and each language with its score.
 */
export function packNgrams(scores: NgramScores): string {
  const bytes = Object.entries(scores)
    .map(([key, byLanguage]) => ({ key, byLanguage, number: numberOf(key) ?? 0 }))
    .sort((a, b) => a.number - b.number)
    .flatMap(({ key, byLanguage }) => {
      const pairs = Object.entries(byLanguage)
      const padded = Buffer.alloc(KEY_BYTES)
      padded.write(key, 'latin1')
      return [...padded, pairs.length, ...pairs.flatMap(([language, score]) => [Number(language), score])]
    })
  return Buffer.from(bytes).toString('base64')
}

/** Unpacks scores. As objects, 80,000 n-grams take 30 MB, so each object is made on access. */
export function unpackNgrams(packed: string): NgramScores {
  const bytes = Buffer.from(packed, 'base64')
  const numbers: number[] = []
  const places: number[] = []
  for (let at = 0; at < bytes.length; at += KEY_BYTES + 1 + 2 * (bytes[at + KEY_BYTES] ?? 0)) {
    numbers.push(bytes.readUIntBE(at, KEY_BYTES))
    places.push(at + KEY_BYTES)
  }
  const [keys, placeOf] = [Float64Array.from(numbers), Uint32Array.from(places)]

  function scoresOf(key: string | symbol): Record<string, number> | undefined {
    const number = typeof key === 'string' ? numberOf(key) : undefined
    if (number === undefined) return undefined
    const found = countWhile(keys.length, (at) => (keys[at] ?? 0) < number)
    if (keys[found] !== number) return undefined
    const place = placeOf[found] ?? 0
    const scores: Record<string, number> = {}
    const end = place + 2 * (bytes[place] ?? 0)
    for (let at = place + 1; at < end; at += 2) scores[bytes[at] ?? 0] = bytes[at + 1] ?? 0
    return scores
  }

  return new Proxy({}, { get: (_, key) => scoresOf(key) })
}

/** The characters as digits of one number; `undefined` if the text cannot be an n-gram. */
function numberOf(key: string): number | undefined {
  if (key === '' || key.length > KEY_BYTES) return undefined
  let number = 0
  for (let at = 0; at < KEY_BYTES; at += 1) {
    const code = at < key.length ? key.charCodeAt(at) : 0
    if (code > 0xff) return undefined
    number = number * 256 + code
  }
  return number
}
