import { crc32, deflateSync } from 'node:zlib'
import { randomFor, type Random } from './random.ts'

const WIDTH = 320
const HEIGHT = 180
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Colour = readonly [number, number, number]

/**
 * A small landscape of two hills under a sky, as PNG (320 x 180): every key gives another one, always the same.
 * Pictures cost about 2 ms and 4 kB.
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
  for (let y = 0; y < HEIGHT; y += 1) {
    // Filter type of the row: none.
    rows[at] = 0
    at += 1
    for (let x = 0; x < WIDTH; x += 1) {
      let pixel = blend(sky[0], sky[1], y / HEIGHT)
      if (y > hills[0](x)) pixel = grounds[0]
      if (y > hills[1](x)) pixel = grounds[1]
      for (const part of pixel) {
        rows[at] = part
        at += 1
      }
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
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

/** Eight bits a channel, true colour, no interlace. */
function header(): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(WIDTH, 0)
  data.writeUInt32BE(HEIGHT, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return data
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
