import { grown } from '../../model/grown.ts'

/** Number of uses at first. It doubles whenever they are full. */
const CAPACITY = 8_192

/**
 * Which of some texts have which words, in a hash table of typed arrays. A sentence compares the words of sixty texts, and a
 * `Map` of lists takes five times as long.
 */
export class WordUses {
  /** By place in the hash table: the number of a word, 0 for none. Words are numbered from 1. */
  #table = new Uint32Array(2 * CAPACITY)
  #words = 0
  #uses = 0
  /** By word: its hash, its latest use, and the number of texts that have it. */
  #hashes = new Uint32Array(CAPACITY + 1)
  #latest = new Uint32Array(CAPACITY + 1)
  #counts = new Uint32Array(CAPACITY + 1)
  /** By use, from 1: its text, its weight, and the word's use before it, 0 for none. */
  #texts = new Uint32Array(CAPACITY + 1)
  #weights = new Float64Array(CAPACITY + 1)
  #before = new Uint32Array(CAPACITY + 1)

  /**
   * Adds an occurrence of a word. Texts come one after the other.
   *
   * @param hash of the word, 32 bits, unsigned
   */
  add(hash: number, text: number, weight: number): void {
    const word = this.#wordOf(hash)
    const latest = this.#latest[word] ?? 0
    if (latest !== 0 && this.#texts[latest] === text) {
      this.#weights[latest] = (this.#weights[latest] ?? 0) + weight
      return
    }
    this.#uses += 1
    this.#texts[this.#uses] = text
    this.#weights[this.#uses] = weight
    this.#before[this.#uses] = latest
    this.#latest[word] = this.#uses
    this.#counts[word] = (this.#counts[word] ?? 0) + 1
    if (this.#uses === this.#weights.length - 1) this.#grow()
  }

  /**
   * For each pair of texts the sum, over the words of both, of the products of their weights.
   *
   * @param texts their number
   * @param weigh gives the weight of a word in a text from its occurrences there and the number of texts that have it
   * @returns `texts * texts` sums. Words of a single text do not count
   */
  products(texts: number, weigh: (occurrences: number, texts: number) => number): Float64Array {
    const products = new Float64Array(texts * texts)
    const at = new Uint32Array(texts)
    const weights = new Float64Array(texts)
    for (let word = 1; word <= this.#words; word += 1) {
      const count = this.#counts[word] ?? 0
      if (count < 2) continue
      let use = this.#latest[word] ?? 0
      for (let i = 0; i < count; i += 1) {
        at[i] = this.#texts[use] ?? 0
        weights[i] = weigh(this.#weights[use] ?? 0, count)
        use = this.#before[use] ?? 0
      }
      for (let i = 0; i < count; i += 1) {
        const row = (at[i] ?? 0) * texts
        const weight = weights[i] ?? 0
        for (let j = 0; j < count; j += 1) {
          const cell = row + (at[j] ?? 0)
          products[cell] = (products[cell] ?? 0) + weight * (weights[j] ?? 0)
        }
      }
    }
    return products
  }

  /** The number of a word, which it gets at its first use. */
  #wordOf(hash: number): number {
    const mask = this.#table.length - 1
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const word = this.#table[place] ?? 0
      if (word === 0) {
        this.#words += 1
        this.#table[place] = this.#words
        this.#hashes[this.#words] = hash
        return this.#words
      }
      if (this.#hashes[word] === hash) return word
    }
  }

  #grow(): void {
    const room = 2 * this.#weights.length - 1
    this.#hashes = grown(this.#hashes, room)
    this.#latest = grown(this.#latest, room)
    this.#counts = grown(this.#counts, room)
    this.#texts = grown(this.#texts, room)
    this.#before = grown(this.#before, room)
    this.#weights = grown(this.#weights, room)
    this.#table = new Uint32Array(2 * this.#table.length)
    const mask = this.#table.length - 1
    for (let word = 1; word <= this.#words; word += 1) {
      let place = (this.#hashes[word] ?? 0) & mask
      while (this.#table[place] !== 0) place = (place + 1) & mask
      this.#table[place] = word
    }
  }
}
