import { safeHttpUrl } from '../../url/url.ts'
import { isTrackingImage } from './rules.ts'

/**
 * Attributes that hold the address of an image, the best first. Pages keep it elsewhere until a script copies it to `src`,
 * which has a placeholder so far. WordPress states the file of the camera in the last ones, which is large.
 */
const SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-actualsrc',
  'data-srcset',
  'data-lazy-srcset',
  'src',
  'srcset',
  'data-orig-file',
  'data-full-src',
]

/** An address, and not a number or a word that a script needs. */
const ADDRESS = /^\S*[./]\S*$/

/** File names of images that stand for others. */
const PLACEHOLDER =
  /\/[^/?]*(?:placeholder|spacer|blank|transparent|lqip|lazy-?load|1x1)[^/?]*\.(?:gif|jpe?g|png|svg|webp)(?:\?|$)/i

/** A wider image is larger than any place for it, px. */
const MAX_WIDTH = 1_600
/** Displays with more pixels are seldom worth the bytes. */
const MAX_DENSITY = 2
/** Later candidates are ignored. */
const MAX_SRCSET_CHARS = 20_000

/**
 * Gives the URL of an image; `undefined` for hidden images, tracking pixels and images without a URL.
 *
 * @param read gives the decoded value of an attribute, or ''
 */
export function imageAddress(
  read: (attribute: string) => string,
  base: string | undefined,
): string | undefined {
  if (isHidden(read)) return undefined
  let placeholder: string | undefined
  for (const attribute of SOURCES) {
    const value = read(attribute)
    const written = attribute.endsWith('srcset') ? bestOfSrcset(value) : value
    if (written === '' || (attribute.startsWith('data-') && !ADDRESS.test(written))) continue
    const address = safeHttpUrl(written, base)
    if (address === undefined) continue
    if (isTrackingImage(address)) return undefined
    if (!isPlaceholder(address)) return address
    placeholder ??= address
  }
  return placeholder
}

/** Whether an image stands for another. */
export function isPlaceholder(address: string): boolean {
  return PLACEHOLDER.test(address)
}

/** Whether nobody sees an element, by its size or style. */
export function isHidden(read: (attribute: string) => string): boolean {
  return (
    [read('width'), read('height')].some((size) => /^[01](?:px)?$/.test(size)) ||
    /(?:^|[\s;])(?:width|height)\s*:\s*[01]px|display\s*:\s*none/i.test(read('style'))
  )
}

/**
 * Gives the address of the largest image of a `srcset` that is not needlessly large; '' if there is none.
 *
 * @see https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
export function bestOfSrcset(srcset: string): string {
  let best = ''
  let bestSize = 0
  const candidates = srcset
    .slice(0, MAX_SRCSET_CHARS)
    .matchAll(/[\s,]*(\S+?)(?:,(?=\s|$)|\s+(?:([\d.]+)([wx]))?[^,]*(?:,|$)|$)/g)
  for (const [, address = '', number = '1', unit = 'x'] of candidates) {
    // A share of what is useful: 1 is just right, and less is better than more.
    const share = Number(number) / (unit === 'w' ? MAX_WIDTH : MAX_DENSITY)
    const size = share <= 1 ? share : 1 / (1_000 * share)
    if (size > bestSize && !/^data:/i.test(address)) [best, bestSize] = [address, size]
  }
  return best
}
