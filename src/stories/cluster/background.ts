import { COMMON_WORDS } from '../../text/language/common-words.ts'
import { BACKGROUND_WORDS } from './background-words.ts'
import { termIn, termOf, termsOfText } from './terms.ts'

/** In how many texts of a language words stand, before a collection has items of its own. */
interface Background {
  readonly texts: number
  readonly terms: Int32Array
  readonly counts: Float32Array
}

/** A text of the background counts as this many items of the collection. */
const SHARE = 0.1

/** A language without a table: it counts as 200 texts, and 30 % of them hold each of its common words. */
const ASSUMED_TEXTS = 200
const COMMON_SHARE = 0.3

/** @param space number of the namespace of the terms */
export function backgroundOf(language: string | null, space: number): Background {
  const table = BACKGROUND_WORDS[language ?? '']
  if (table !== undefined) return unpack(Buffer.from(table.packed, 'base64'), table.texts, space)
  const terms = termsOfText(COMMON_WORDS[language ?? ''] ?? '', space).map(termIn)
  return {
    texts: terms.length > 0 ? ASSUMED_TEXTS : 0,
    terms,
    counts: new Float32Array(terms.length).fill(ASSUMED_TEXTS * COMMON_SHARE),
  }
}

/** Reads, for each word, the difference to the hash before it (7 bits a byte) and the count in eighths of a doubling. */
function unpack(bytes: Uint8Array, texts: number, space: number): Background {
  const terms: number[] = []
  const counts: number[] = []
  let hash = 0
  let gap = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    gap |= (byte & 0x7f) << shift
    shift += 7
    if (byte >= 0x80) continue
    hash += gap
    terms.push(termOf(hash, space))
    counts.push(2 ** ((bytes[++at] ?? 0) / 8) * SHARE)
    gap = 0
    shift = 0
  }
  return { texts: texts * SHARE, terms: Int32Array.from(terms), counts: Float32Array.from(counts) }
}
