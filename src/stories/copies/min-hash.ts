import { FNV_START, withUnit } from '../../text/fnv.ts'

/** Minimum length of a text in UTF-16 units. Shorter texts (notices, teasers, footers) agree by chance. */
const MIN_TEXT = 400

/** Number of UTF-16 units read of a text, enough to identify its author. */
const MAX_TEXT = 8_000

/** Words per shingle. */
const SHINGLE = 5

/** Hashes per text. The standard error of a similarity of 0.8 is then 0.035. */
const SIGNATURE_SIZE = 128

/**
 * The smallest distinct hashes of a text's shingles, ascending. Texts that share most shingles share most of these
 * hashes. A text with fewer than 128 shingles keeps all.
 *
 * @see A. Broder, On the resemblance and containment of documents, 1997
 */
export type Signature = Uint32Array

/** `undefined` if the text is too short to identify its author. */
export function minHashSignature(text: string): Signature | undefined {
  if (text.length < MIN_TEXT) return undefined
  const hashes = shingleHashes(wordHashes(text.slice(0, MAX_TEXT).toLowerCase()))
  if (hashes.length === 0) return undefined
  hashes.sort()
  let size = 0
  for (const hash of hashes) {
    if (size > 0 && hashes[size - 1] === hash) continue
    hashes[size] = hash
    size += 1
    if (size === SIGNATURE_SIZE) break
  }
  return hashes.slice(0, size)
}

/**
 * Jaccard similarity of two texts: the number of common shingles, divided by the number of all their shingles.
 *
 * @returns 0..1, an estimate; exact for texts with fewer than 128 shingles together
 */
export function jaccardSimilarity(a: Signature, b: Signature): number {
  let [inA, inB, seen, shared] = [0, 0, 0, 0]
  while (seen < SIGNATURE_SIZE && (inA < a.length || inB < b.length)) {
    const left = a[inA] ?? Infinity
    const right = b[inB] ?? Infinity
    if (left === right) shared += 1
    if (left <= right) inA += 1
    if (right <= left) inB += 1
    seen += 1
  }
  return seen === 0 ? 0 : shared / seen
}

/** Buffers for the current text. No signature refers to them. */
const wordBuffer = new Uint32Array(MAX_TEXT)
const shingleBuffer = new Uint32Array(MAX_TEXT)

/** Returns a hash for each word, valid until the next call. In scripts without spaces each character is a word. */
function wordHashes(text: string): Uint32Array {
  // Some letters become two in lower case.
  const hashes = text.length > wordBuffer.length ? new Uint32Array(text.length) : wordBuffer
  let count = 0
  let word = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // A shortcut: most characters are lower-case ASCII letters.
    if (code >= 0x61 && code <= 0x7a) {
      word = withUnit(word === 0 ? FNV_START : word, code)
      continue
    }
    const alone = standsAlone(code)
    if (word !== 0 && (alone || !isLetter(code))) {
      hashes[count++] = word
      word = 0
    }
    if (alone) hashes[count++] = withUnit(FNV_START, code)
    else if (isLetter(code)) word = withUnit(word === 0 ? FNV_START : word, code)
  }
  if (word !== 0) hashes[count++] = word
  return hashes.subarray(0, count)
}

/** Returns the hashes of the shingles, valid until the next call. */
function shingleHashes(words: Uint32Array): Uint32Array {
  const count = Math.max(0, words.length - SHINGLE + 1)
  const hashes = (count > shingleBuffer.length ? new Uint32Array(count) : shingleBuffer).subarray(0, count)
  for (let at = 0; at < count; at += 1) {
    let hash = FNV_START
    for (let next = at; next < at + SHINGLE; next += 1) hash = Math.imul(hash, FACTOR) + (words[next] ?? 0)
    hashes[at] = mixed(hash | 0)
  }
  return hashes
}

/** Odd, with well-spread bits, so that the order of words changes the hash. */
const FACTOR = 0x9e3779b1

/** The final mix of MurmurHash3, which makes the order of hashes independent of the words. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Whether a UTF-16 unit is a letter or digit. Beyond ASCII, all units outside the blocks of punctuation count. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
  if (code < 0xc0) return false
  return !(
    code === 0xd7 ||
    code === 0xf7 ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x3004) ||
    (code >= 0x3008 && code <= 0x3020) ||
    (code >= 0xff00 && code <= 0xff0f)
  )
}

/** Whether a UTF-16 unit is a word of its own: Thai, kana, ideographs. */
function standsAlone(code: number): boolean {
  return (code >= 0xe00 && code <= 0xe7f) || (code >= 0x3040 && code <= 0x9fff)
}
