/** Documents of a segment that match a part of a query, ascending, with their scores for it. */
export interface DocIdSet {
  count: number
  docs: Uint32Array
  scores: Float32Array
  /** `TITLE_BIT` if the title has every word so far. */
  titles: Uint8Array
}

/** A pool of lists for reuse, to avoid allocation. */
export class DocIdSetPool {
  readonly #free: DocIdSet[] = []

  /** Returns a list with room for `capacity` documents; its content is undefined. */
  acquire(capacity: number): DocIdSet {
    const found = this.#free.pop() ?? { count: 0, docs: NO_DOCS, scores: NO_SCORES, titles: NO_TITLES }
    if (found.docs.length < capacity) {
      // Spare room, so that lists rarely grow.
      const room = Math.ceil(capacity * 1.25) + 1_024
      found.docs = new Uint32Array(room)
      found.scores = new Float32Array(room)
      found.titles = new Uint8Array(room)
    }
    found.count = 0
    return found
  }

  release(found: DocIdSet): void {
    this.#free.push(found)
  }
}

const NO_DOCS = new Uint32Array(0)
const NO_SCORES = new Float32Array(0)
const NO_TITLES = new Uint8Array(0)

export function keep(found: DocIdSet, passes: (doc: number) => boolean): void {
  const { docs, scores, titles } = found
  let count = 0
  for (let i = 0; i < found.count; i += 1) {
    const doc = docs[i] ?? 0
    if (!passes(doc)) continue
    docs[count] = doc
    scores[count] = scores[i] ?? 0
    titles[count] = titles[i] ?? 0
    count += 1
  }
  found.count = count
}

/** Intersects with `other` and adds the scores. */
export function intersect(found: DocIdSet, other: DocIdSet): void {
  const { docs, scores, titles } = found
  let count = 0
  let at = 0
  for (let i = 0; i < found.count && at < other.count; i += 1) {
    const doc = docs[i] ?? 0
    while (at < other.count && (other.docs[at] ?? 0) < doc) at += 1
    if (at === other.count || other.docs[at] !== doc) continue
    docs[count] = doc
    scores[count] = (scores[i] ?? 0) + (other.scores[at] ?? 0)
    titles[count] = (titles[i] ?? 0) & (other.titles[at] ?? 0)
    count += 1
  }
  found.count = count
}
