/** Numbers of one table. */
const CHUNK = 1 << 18
/** Blocks of freed items serve others up to so many numbers larger or smaller. */
const STEP = 64

/** A stretch of a large table of numbers. */
export interface Block {
  readonly cells: Float32Array
  readonly at: number
}

/** Lends stretches of large tables: a list of its own for each item costs more to make, to find and to let go of. */
export interface Cells {
  /** What stands in the block is left over from before. */
  take(size: number): Block
  free(block: Block, size: number): void
}

export function createCells(): Cells {
  let chunk = new Float32Array(0)
  let used = 0
  const freed = new Map<number, Block[]>()

  return {
    take(size) {
      const rounded = Math.ceil(size / STEP)
      const again = freed.get(rounded)?.pop()
      if (again !== undefined) return again
      if (used + rounded * STEP > chunk.length) {
        chunk = new Float32Array(CHUNK)
        used = 0
      }
      const block = { cells: chunk, at: used }
      used += rounded * STEP
      return block
    },
    free(block, size) {
      const rounded = Math.ceil(size / STEP)
      const others = freed.get(rounded)
      if (others === undefined) freed.set(rounded, [block])
      else others.push(block)
    },
  }
}
