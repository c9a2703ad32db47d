/*
 * Packs the n-gram table of the language detector: 81,000 n-grams, each with a score per language. As objects, which
 * the package has, it takes 40 MB of memory and 100 ms of a start. As packed numbers it takes 2 MB and a few
 * milliseconds.
 */

/** An n-gram has two to six characters of one byte each, so a number holds it exactly. */
const MOST_CHARACTERS = 6
/** Slots of the hash table: a power of two, at least 1.33 times the number of n-grams. */
const SLOTS = 1 << 17
/** The key of an empty slot; no n-gram has it. */
const EMPTY = 0

/**
 * @param {Record<string, Record<string, number>>} ngrams scores by n-gram and by number of a language, 0..255 each
 * @returns {Uint8Array} four parts: keys by slot; for each slot the start of its scores, and the end of the last;
 * languages; their scores
 */
export function packNgrams(ngrams) {
  const pieces = Object.keys(ngrams)
  if (pieces.length > SLOTS * 0.75) throw new Error(`${pieces.length} n-grams need more slots: raise SLOTS`)
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
 * @returns {{ addTo(scores: number[], piece: string, base: number): void }} for each language of the n-gram `piece`,
 * `addTo` adds its score and `base` to `scores`
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

/** @returns `EMPTY` for a text that the table cannot hold */
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
  // Shorter n-grams cannot collide with longer ones, since none has the character 0.
  return high * 2 ** 24 + low
}

function slotOf(key) {
  const high = Math.floor(key / 2 ** 24)
  const low = key % 2 ** 24
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1)
}
