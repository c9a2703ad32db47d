import type { HttpClient } from '../../fetch/client.ts'
import { unlessFailed } from '../../fetch/failure.ts'
import type { Robots } from '../../fetch/robots.ts'
import { typeByMagic } from '../../model/image-type.ts'

/** Largest image file. A camera's image of 20 megapixels fits. */
const MAX_PICTURE_BYTES = 5_000_000

/** Longest address, characters: it is untrusted and must not fill the log or the memory. */
const MAX_ADDRESS_CHARS = 4_000

/**
 * Fetches the picture of an item, if the site's robots.txt allows it.
 *
 * @returns `undefined` if it is forbidden, failed, too large, or not of a decodable type
 * @throws only the signal's reason, when it is aborted
 */
export async function fetchPicture(
  url: string,
  { http, robots }: { readonly http: HttpClient; readonly robots: Robots },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  if (url.length > MAX_ADDRESS_CHARS || !(await robots.allows(url, signal))) return undefined
  const headers = { accept: 'image/webp, image/avif, image/jpeg, image/png, image/*;q=0.8' }
  const body = (await unlessFailed(http.get({ url, headers, maxBytes: MAX_PICTURE_BYTES }, signal)))?.body
  return body !== undefined && isPicture(body) ? body : undefined
}

/**
 * Whether the bytes are a JPEG, PNG, GIF, WebP or AVIF, whatever the `Content-Type`. No other type reaches the decoder:
 * SVG and PDF can contain scripts.
 */
export function isPicture(bytes: Buffer): boolean {
  const type = typeByMagic(bytes)
  return (type !== undefined && type !== 'image/x-icon') || isAvif(bytes)
}

/** The first box is `ftyp`, and `avif` or `avis` is among its brands (AVIF 1.1, section 6; ISO 14496-12, section 4.3). */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), 256, bytes.length)
  for (let at = 8; at + 4 <= end; at += 4) {
    // The second word is the version of the first brand.
    if (at !== 12 && /^avi[fs]$/.test(bytes.toString('latin1', at, at + 4))) return true
  }
  return false
}
