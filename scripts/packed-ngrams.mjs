/*
 * The table by which languages are told, as the detector's package writes it: 81,000 pieces of words, each an
 * object of what it says for which language. As objects that is 40 MB and a tenth of a second of a start; as
 * numbers side by side, 2 MB and a few milliseconds.
 */

/** A piece of a word has two to six characters of one byte each: as a number it is exact. */
const MOST_CHARACTERS = 6
/** A power of two, half as many again as there are pieces. */
const SLOTS = 1 << 17
/** No piece has the number 0. */
const EMPTY = 0

/**
 * @param {Record<string, Record<string, number>>} ngrams by piece of a word, what it says by number of a
 * language, 0..255 each
 * @returns {Uint8Array} keys by slot; where what each slot says begins, and where the last one ends;
 * languages; what is said for them
 */
export function packNgrams(ngrams) {
  const pieces = Object.keys(ngrams)
  if (pieces.length > SLOTS * 0.75) throw new Error(`${pieces.length} pieces need more slots`)
  const keys = new Float64Array(SLOTS)
  const pieceOf = []
  for (const piece of pieces) {
    const key = keyOf(piece)
    if (key === EMPTY) throw new Error(`'${piece}' cannot be packed`)
    let slot = slotOf(key)
    while (keys[slot] !== EMPTY) slot = (slot + 1) % SLOTS
    keys[slot] = key
    pieceOf[slot] = piece
  }
  const starts = new Uint32Array(SLOTS + 1)
  const languages = []
  const says = []
  for (let slot = 0; slot < SLOTS; slot++) {
    starts[slot] = languages.length
    for (const [language, said] of Object.entries(ngrams[pieceOf[slot]] ?? {})) {
      if (!(Number(language) < 256 && said >= 0 && said < 256 && Number.isInteger(said)))
        throw new Error(`${said} of '${pieceOf[slot]}' cannot be packed`)
      languages.push(Number(language))
      says.push(said)
    }
  }
  starts[SLOTS] = languages.length
  const parts = [keys, starts, Uint8Array.from(languages), Uint8Array.from(says)]
  return Buffer.concat(parts.map(({ buffer }) => new Uint8Array(buffer)))
}

/**
 * @param {Uint8Array} bytes as `packNgrams` gives them
 * @returns {{ addTo(scores: number[], piece: string, base: number): void }} adds to the scores of languages
 * what the piece says for each, and `base`
 */
export function unpackNgrams(bytes) {
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  const keys = new Float64Array(buffer, byteOffset, SLOTS)
  const starts = new Uint32Array(buffer, byteOffset + 8 * SLOTS, SLOTS + 1)
  const pairs = starts[SLOTS]
  const from = byteOffset + 8 * SLOTS + 4 * (SLOTS + 1)
  const languages = new Uint8Array(buffer, from, pairs)
  const says = new Uint8Array(buffer, from + pairs, pairs)

  return {
    addTo(scores, piece, base) {
      const key = keyOf(piece)
      if (key === EMPTY) return
      let slot = slotOf(key)
      while (keys[slot] !== key) {
        if (keys[slot] === EMPTY) return
        slot = (slot + 1) % SLOTS
      }
      const end = starts[slot + 1]
      for (let at = starts[slot]; at < end; at++) scores[languages[at]] += says[at] + base
    },
  }
}

/** 0 where the piece is none that a table could hold. */
function keyOf(piece) {
  const { length } = piece
  if (length > MOST_CHARACTERS) return EMPTY
  let high = 0
  let low = 0
  for (let k = 0; k < length; k++) {
    const code = piece.charCodeAt(k)
    if (code > 255) return EMPTY
    if (k < 3) high = (high << 8) | code
    else low = (low << 8) | code
  }
  // Shorter pieces have no characters of their own here: none holds the character 0.
  return high * 2 ** 24 + low
}

function slotOf(key) {
  const high = Math.floor(key / 2 ** 24)
  const low = key % 2 ** 24
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1)
}
