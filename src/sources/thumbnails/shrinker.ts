import { MAX_THUMBNAIL_BYTES, THUMBNAIL_SIZE } from '../../model/picture.ts'

/** Makes a thumbnail; `undefined` if the picture is damaged, too large, or of an unsupported type. Never rejects. */
export type Shrink = (picture: Buffer) => Promise<Buffer | undefined>

/** Maximum width times height. The header is checked before memory is allocated. */
const MAX_PIXELS = 40_000_000

/** Smallest side, pixels. Smaller images are spacers, tracking pixels or smileys. */
const MIN_SIDE = 48

const MAX_SECONDS = 5

/**
 * Width in pixels and WebP quality (1 to 100), tried in order until the thumbnail is small enough. A detailed picture
 * looks better with fewer pixels than with lower quality.
 */
const FORMS = [
  { width: THUMBNAIL_SIZE.width, quality: 60 },
  { width: THUMBNAIL_SIZE.width, quality: 30 },
  { width: 96, quality: 50 },
  { width: 96, quality: 25 },
  { width: 96, quality: 5 },
  { width: 48, quality: 5 },
] as const

/** The only allowed loaders; they read from memory only. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/**
 * Loads the image library. Loaders other than `LOADERS` are disabled for the whole process.
 *
 * @returns `undefined` if this platform has no build of it
 */
export async function loadShrinker(): Promise<Shrink | undefined> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => undefined,
  )
  if (sharp === undefined) return undefined
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  // No cache: no picture is read twice. One thread: the others serve HTTP.
  sharp.cache(false)
  sharp.concurrency(1)

  return async (picture) => {
    try {
      // Only the first frame of an animation.
      const input = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      const { width: wide, height: high } = await input.metadata()
      if (Math.min(wide, high) < MIN_SIDE) return undefined
      // Rotated by its EXIF orientation. The thumbnail keeps no metadata.
      const pixels = await input
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
        .resize({ ...THUMBNAIL_SIZE, fit: 'cover', position: 'attention' })
        .toColourspace('srgb')
        .flatten({ background: 'white' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { width, height, channels } = pixels.info
      const raw = { width, height, channels }
      for (const form of FORMS) {
        const { quality } = form
        const bytes = await sharp(pixels.data, { raw })
          .resize({ width: form.width })
          .webp({ quality, effort: 5 })
          .toBuffer()
        if (bytes.length <= MAX_THUMBNAIL_BYTES) return bytes
      }
      return undefined
    } catch {
      return undefined
    }
  }
}
