import { safeHttpUrl } from '../../url/url.ts'
import { isTrackingImage } from './rules.ts'

/**
 * Attributes with an image's address, the best first. With lazy loading, `src` has a placeholder until a script
 * replaces it. The last ones are WordPress's original files, which are large.
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

/** An address, not a number or word for a script. */
const ADDRESS = /^[^\s./]*[./]\S*$/

/** File names of placeholder images. */
const PLACEHOLDER =
  /\/(?=[^/?]*\.(?:gif|jpe?g|png|svg|webp)(?:\?|$))[^/?]*(?:placeholder|spacer|blank|transparent|lqip|lazy-?load|1x1)/i

/** Wider images are larger than any place for them, px. */
const MAX_WIDTH = 1_600
/** Higher densities are rarely worth the bytes. */
const MAX_DENSITY = 2
/** Longer sets are cut. */
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

export function isPlaceholder(address: string): boolean {
  return PLACEHOLDER.test(address)
}

/** Small forms of pictures in addresses whose hosts have them in any size: Blogger, YouTube, WordPress.com. */
const SMALL_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /^(https?:\/\/(?:\d\.bp\.blogspot|bp\d\.blogger|(?:blogger|lh\d)\.googleusercontent|lh\d\.ggpht)\.com\/[^?#]*\/)s72(?:-[\w-]+)?(?=\/[^/]*$)/i,
    '$1s640',
  ],
  [
    /^(https?:\/\/(?:img\.youtube|i\d?\.ytimg)\.com\/vi\/[\w-]{11}\/)(?:default|[123])\.jpg$/i,
    '$1hqdefault.jpg',
  ],
  [/^(https?:\/\/[^/]+\.files\.wordpress\.com\/[^?#]+\?w=)[12]?\d\d$/i, '$1640'],
]

/** Gives the address of a larger form of a picture, where it is known; else the address itself. */
export function largerForm(address: string): string {
  for (const [small, large] of SMALL_FORMS) {
    const larger = address.replace(small, large)
    if (larger !== address) return larger
  }
  return address
}

/** Whether an element is invisible by its size or style. */
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
    // Size relative to what is useful: 1 is ideal, and smaller is better than larger.
    const share = Number(number) / (unit === 'w' ? MAX_WIDTH : MAX_DENSITY)
    const size = share <= 1 ? share : 1 / (1_000 * share)
    if (size > bestSize && !/^data:/i.test(address)) [best, bestSize] = [address, size]
  }
  return best
}
