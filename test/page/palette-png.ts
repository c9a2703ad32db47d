import { deflateSync, inflateSync } from 'node:zlib'
import { pngChunk } from '../../sample/images/png.ts'

/** Colours that a palette can have. */
const COLOURS = 256

const SIGNATURE_BYTES = 8

/**
 * The same picture with a palette of its most frequent colours, the others by the nearest of these: a third of
 * the bytes, since a page has few colours beside the shades of its letters. PNG specification (third edition),
 * 9.2 filters, 11.2 chunks.
 *
 * @param png 8 bits a channel, RGB, not interlaced, as browsers write screenshots
 */
export function palettePng(png: Buffer): Buffer {
  const chunks = chunksOf(png)
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header === undefined || header[8] !== 8 || header[9] !== 2 || header[12] !== 0) {
    throw new TypeError('not a screenshot: 8 bits a channel, RGB, not interlaced')
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = unfiltered(inflateSync(packed), width, height)
  const palette = frequentColours(pixels)
  const indexed = Buffer.alloc((width + 1) * height)
  const known = new Map(palette.map((colour, index) => [colour, index]))
  for (let at = 0; at < width * height; at += 1) {
    const colour = pixels.readUIntBE(at * 3, 3)
    const index = known.get(colour) ?? nearest(palette, colour)
    known.set(colour, index)
    // Each row begins with its filter: 0, none, packs best where bytes are no brightnesses.
    indexed[at + Math.floor(at / width) + 1] = index
  }
  const newHeader = Buffer.from(header)
  newHeader[9] = 3
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    pngChunk('IHDR', newHeader),
    pngChunk('PLTE', Buffer.from(palette.flatMap(channels))),
    pngChunk('IDAT', deflateSync(indexed, { level: 9, memLevel: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function chunksOf(png: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const chunks = []
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** Rows of RGB without the filters that they were packed with. */
function unfiltered(rows: Buffer, width: number, height: number): Buffer {
  const stride = width * 3
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < 3 ? 0 : (pixels[at - 3] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - stride] ?? 0)
      const corner = x < 3 || y === 0 ? 0 : (pixels[at - stride - 3] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      pixels[at] = ((rows[y * (stride + 1) + 1 + x] ?? 0) + guess) & 0xff
    }
  }
  return pixels
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(left + up - corner - one))
  if (byLeft === undefined || byUp === undefined || byCorner === undefined) return 0
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function frequentColours(pixels: Buffer): number[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  return sorted.slice(0, COLOURS).map(([colour]) => colour)
}

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channels(colour)
  let best = 0
  let least = Infinity
  for (const [index, candidate] of palette.entries()) {
    const [r, g, b] = channels(candidate)
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]
}
