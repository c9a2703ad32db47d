import { MAX_THUMBNAIL_BYTES, THUMBNAIL_SIZE } from '../../model/picture.ts'

/** Makes a thumbnail of a picture; `undefined` where the picture is damaged, too large, or of a kind that is not read. Never rejects. */
export type Shrink = (picture: Buffer) => Promise<Buffer | undefined>

/** Width times height; what claims more is refused by its header, before memory is taken for it. */
const MAX_PIXELS = 40_000_000

/** Pixels each way; what has less is no picture of anything but a spacer, a counter of readers or a smiley. */
const MIN_SIDE = 48

/** For one picture, from its bytes to the thumbnail's. */
const MAX_SECONDS = 5

/**
 * Tried in turn until the thumbnail is small enough: width in pixels, and quality of WebP, 1 to 100. What has much detail looks
 * better with fewer pixels than with worse ones.
 */
const FORMS = [
  { width: THUMBNAIL_SIZE.width, quality: 60 },
  { width: THUMBNAIL_SIZE.width, quality: 30 },
  { width: 96, quality: 50 },
  { width: 96, quality: 25 },
  { width: 96, quality: 5 },
  { width: 48, quality: 5 },
] as const

/** The only loaders that are let in, each of them reading from memory. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/**
 * Loads the library that decodes pictures, with all but `LOADERS` switched off for the whole process.
 *
 * @returns `undefined` where this platform has no build of it
 */
export async function loadShrinker(): Promise<Shrink | undefined> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => undefined,
  )
  if (sharp === undefined) return undefined
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  // Nothing is asked for twice, and no answer waits for a processor.
  sharp.cache(false)
  sharp.concurrency(1)

  return async (picture) => {
    try {
      // The first frame alone.
      const input = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      const { width: wide, height: high } = await input.metadata()
      if (Math.min(wide, high) < MIN_SIDE) return undefined
      // Turned as its EXIF says; that and all other metadata stay behind.
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
