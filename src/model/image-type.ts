import type { IconType } from './picture.ts'

/** Maximum width and height, pixels. A larger file is not an icon, or a decompression bomb. */
const LARGEST_SIDE = 1_024

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Finds the type of a picture by its first bytes, ignoring the server's `Content-Type`.
 *
 * @returns `undefined` for other types (including SVG, which can contain scripts), for sides above 1,024 pixels, and
 *   for unknown sizes
 */
export function imageTypeOf(bytes: Buffer): IconType | undefined {
  const type = typeByMagic(bytes)
  if (type === undefined) return undefined
  const size = SIZES[type](bytes)
  if (size === undefined || size.width < 1 || size.height < 1) return undefined
  return size.width <= LARGEST_SIDE && size.height <= LARGEST_SIDE ? type : undefined
}

export function typeByMagic(bytes: Buffer): IconType | undefined {
  const text = bytes.toString('latin1', 0, 12)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp'
  if (text.startsWith('\0\0\x01\0')) return 'image/x-icon'
  return undefined
}

const SIZES: Readonly<Record<IconType, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': (bytes) =>
    bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
  'image/webp': webpSize,
  'image/x-icon': icoSize,
}

/** @see https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Reads the first frame header. Skips earlier segments by their length. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes 0xff may precede a marker. A segment's length includes its own 2 bytes.
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

/** @see RFC 9649, section 2 */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Size of the largest picture. The directory allows at most 256 pixels, but an embedded PNG may be larger. */
function icoSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 6) return undefined
  const pictures = bytes.readUInt16LE(4)
  let width = 0
  let height = 0
  for (let index = 0; index < pictures; index++) {
    const entry = 6 + 16 * index
    if (entry + 16 > bytes.length) return undefined
    const picture = bytes.subarray(bytes.readUInt32LE(entry + 12))
    const isPng = picture.toString('latin1', 0, 4) === '\x89PNG'
    const inner = isPng ? pngSize(picture) : undefined
    if (picture.length === 0 || (isPng && inner === undefined)) return undefined
    width = Math.max(width, inner?.width ?? (bytes[entry] || 256))
    height = Math.max(height, inner?.height ?? (bytes[entry + 1] || 256))
  }
  return { width, height }
}
