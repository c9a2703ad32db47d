import { describe, expect, it } from 'vitest'
import { imageTypeOf } from './image-type.ts'

/** Minimal pictures of a given size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0;', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from('ffd8ffe000040000ffc0001108000000000301110002110103110100', 'hex')
  bytes.writeUInt16BE(height, 13)
  bytes.writeUInt16BE(width, 15)
  return bytes
}

function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1')
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

function ico(picture: Buffer, side: number): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  return Buffer.concat([head, picture])
}

describe('what a picture is', () => {
  it.each([
    ['image/png', png(32, 32)],
    ['image/gif', gif(16, 16)],
    ['image/jpeg', jpeg(180, 180)],
    ['image/webp', webp(64, 64)],
    ['image/x-icon', ico(Buffer.alloc(40), 16)],
    ['image/x-icon', ico(png(256, 256), 0)],
  ])('%s is known by its first bytes', (type, bytes) => {
    expect(imageTypeOf(bytes)).toBe(type)
  })

  it.each([
    ['a PNG', png(20_000, 16)],
    ['a GIF', gif(16, 60_000)],
    ['a JPEG', jpeg(1_025, 10)],
    ['a WebP', webp(9_000, 9_000)],
    ['an ICO with a PNG', ico(png(16_000, 16_000), 16)],
  ])('is not told of %s that is too large', (_, bytes) => {
    expect(imageTypeOf(bytes)).toBeUndefined()
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG of nothing', png(0, 0)],
    ['a PNG that stops', png(32, 32).subarray(0, 20)],
    ['a JPEG without a frame', Buffer.from('ffd8ffe000040000ffd9', 'hex')],
    ['a WebP that stops', webp(10, 10).subarray(0, 20)],
    ['an ICO without pictures', ico(Buffer.alloc(0), 16)],
    ['an ICO that points beyond its end', ico(Buffer.alloc(0), 16).fill(0xff, 18)],
  ])('is not told of %s', (_, bytes) => {
    expect(imageTypeOf(bytes)).toBeUndefined()
  })

  it('is told of any bytes without failing', () => {
    const heads = [png(1, 1), gif(1, 1), jpeg(1, 1), webp(1, 1), ico(png(1, 1), 1)]

    for (const head of heads) {
      for (let length = 0; length <= head.length; length++) {
        for (const filler of [0x00, 0xff]) {
          const bytes = Buffer.concat([head.subarray(0, length), Buffer.alloc(40, filler)])
          expect([undefined, expect.stringMatching(/^image\//)]).toContainEqual(imageTypeOf(bytes))
        }
      }
    }
  })
})
