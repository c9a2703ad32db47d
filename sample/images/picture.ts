import { randomFor, type Random } from '../random.ts'
import { encodePng } from './png.ts'

const WIDTH = 320
const HEIGHT = 180

type Colour = readonly [number, number, number]

/**
 * A small landscape of two hills under a sky, as PNG (320 x 180). The same key always gives the same picture; different
 * keys give different ones. A picture takes about 2 ms and 4 kB.
 */
export function drawPicture(key: string): Buffer {
  const random = randomFor('picture', key)
  const colour = (low: number, high: number): Colour => [
    random.int(low, high),
    random.int(low, high),
    random.int(low, high),
  ]
  const sky = [colour(120, 255), colour(180, 255)] as const
  const hills = [hill(random, 0.45), hill(random, 0.62)] as const
  const grounds = [colour(50, 150), colour(20, 90)] as const

  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1))
  let at = 0
  const ridges = hills.map((height) => Array.from({ length: WIDTH }, (_, x) => height(x)))
  const [far = [], near = []] = ridges
  for (let y = 0; y < HEIGHT; y += 1) {
    const air = blend(sky[0], sky[1], y / HEIGHT)
    // Filter type of the row: none.
    rows[at] = 0
    at += 1
    for (let x = 0; x < WIDTH; x += 1) {
      let pixel = air
      if (y > (far[x] ?? 0)) pixel = grounds[0]
      if (y > (near[x] ?? 0)) pixel = grounds[1]
      rows[at] = pixel[0]
      rows[at + 1] = pixel[1]
      rows[at + 2] = pixel[2]
      at += 3
    }
  }
  return encodePng(WIDTH, HEIGHT, rows)
}

/** Height of a ridge, in pixels from the top, at each x. */
function hill(random: Random, level: number): (x: number) => number {
  const phase = random.next() * Math.PI * 2
  const waves = 1 + random.next() * 2
  const swing = HEIGHT * (0.06 + random.next() * 0.12)
  return (x) => HEIGHT * level + swing * Math.sin(phase + (x / WIDTH) * Math.PI * 2 * waves)
}

function blend(from: Colour, to: Colour, share: number): Colour {
  const mix = (a: number, b: number): number => Math.round(a + (b - a) * share)
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}
