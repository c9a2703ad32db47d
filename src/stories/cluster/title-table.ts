import type { EpochMs } from '../../model/time.ts'

/** A power of two; at least twice as many slots as rows. */
const FIRST_SLOTS = 2048
const EMPTY = -1

/** The known titles of sources, one for each row, as `titleNumber` gives them. */
export interface TitlesState {
  readonly titles: Float64Array
  /** Earliest and latest time of the items with the title. */
  readonly first: Float64Array
  readonly last: Float64Array
  /** 1 where the title is that of a column. */
  readonly columns: Uint8Array
}

/** Titles by number, in typed arrays: objects for 100,000 titles or more would take too much time and memory. */
export interface TitleTable {
  /** The columns. They are longer than `size`, and `add` and `forget` may replace them. */
  readonly rows: TitlesState
  readonly size: number
  /** @returns the title's row, -1 where it is not known */
  find(title: number): number
  add(title: number, at: EpochMs): void
  /** Forgets titles last seen before this time. */
  forget(before: EpochMs): void
}

/** @param known rows to begin with */
export function createTitleTable(known: TitlesState = NO_TITLES): TitleTable {
  let rows = known
  let size = known.titles.length
  let slots = new Int32Array(0)
  fill()

  function fill(): void {
    let length = FIRST_SLOTS
    while (length < 2 * size) length *= 2
    slots = new Int32Array(length).fill(EMPTY)
    for (let row = 0; row < size; row++) slots[slotOf(rows.titles[row] as number)] = row
  }

  /** The slot of a title, or the slot to insert it at. */
  function slotOf(title: number): number {
    const lastSlot = slots.length - 1
    let slot = Math.floor(title / 2 ** 21) & lastSlot
    for (;;) {
      const row = slots[slot] as number
      if (row === EMPTY || rows.titles[row] === title) return slot
      slot = (slot + 1) & lastSlot
    }
  }

  return {
    get rows() {
      return rows
    },
    get size() {
      return size
    },
    find: (title) => slots[slotOf(title)] as number,
    add(title, at) {
      if (size === rows.titles.length) rows = resized(rows, size, Math.max(1024, 2 * size))
      rows.titles[size] = title
      rows.first[size] = rows.last[size] = at
      rows.columns[size] = 0
      size++
      if (2 * size > slots.length) fill()
      else slots[slotOf(title)] = size - 1
    },
    forget(before) {
      if (!rows.last.subarray(0, size).some((last) => last < before)) return
      // Copies, since `known` belongs to the caller.
      const { titles, first, last, columns } = (rows = resized(rows, size, size))
      let kept = 0
      for (let row = 0; row < size; row++) {
        if ((last[row] as number) < before) continue
        titles[kept] = titles[row] as number
        first[kept] = first[row] as number
        last[kept] = last[row] as number
        columns[kept] = columns[row] as number
        kept++
      }
      size = kept
      fill()
    },
  }
}

/** The first `size` rows in lists of another length. */
export function resized(
  { titles, first, last, columns }: TitlesState,
  size: number,
  length: number,
): TitlesState {
  const longer = {
    titles: new Float64Array(length),
    first: new Float64Array(length),
    last: new Float64Array(length),
    columns: new Uint8Array(length),
  }
  longer.titles.set(titles.subarray(0, size))
  longer.first.set(first.subarray(0, size))
  longer.last.set(last.subarray(0, size))
  longer.columns.set(columns.subarray(0, size))
  return longer
}

const NO_TITLES: TitlesState = {
  titles: new Float64Array(),
  first: new Float64Array(),
  last: new Float64Array(),
  columns: new Uint8Array(),
}
