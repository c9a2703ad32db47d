import { randomFor } from '../random.ts'
import { encodePng } from './png.ts'

const SIDE = 64
/** Width and height of the pattern in cells. A margin of one cell surrounds it. */
const CELLS = 5
const CELL = SIDE / (CELLS + 3)
const EDGE = CELL * 1.5

/**
 * An outlet's icon, as PNG (64 x 64): a light symmetric pattern on the outlet's own colour. The same key always gives
 * the same icon; different keys give different ones.
 */
export function drawIcon(key: string): Buffer {
  const random = randomFor('icon', key)
  const ground = [random.int(20, 150), random.int(20, 150), random.int(60, 190)]
  const light = [random.int(225, 255), random.int(225, 255), random.int(225, 255)]
  const filled = Array.from({ length: CELLS }, () =>
    Array.from({ length: Math.ceil(CELLS / 2) }, () => random.chance(0.55)),
  )
  const isLight = (x: number, y: number): boolean => {
    const column = Math.floor((x - EDGE) / CELL)
    const row = Math.floor((y - EDGE) / CELL)
    return filled[row]?.[Math.min(column, CELLS - 1 - column)] === true
  }

  const rows = Buffer.alloc(SIDE * (SIDE * 3 + 1))
  for (let y = 0; y < SIDE; y++) {
    // The first byte of a row is its filter: none.
    for (let x = 0; x < SIDE; x++) rows.set(isLight(x, y) ? light : ground, y * (SIDE * 3 + 1) + 1 + x * 3)
  }
  return encodePng(SIDE, SIDE, rows)
}
