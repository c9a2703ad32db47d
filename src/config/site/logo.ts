import { resolve } from 'node:path'
import { imageTypeOf } from '../../model/image-type.ts'
import type { Logo, LogoType } from '../../model/site.ts'
import { readWholeFile, unreadableReason } from '../files/read-file.ts'
import { type SettingsError, describe, errorAt, fieldOf } from '../setting.ts'

/** Limited, since every view loads it. */
const MAX_BYTES = 100_000

type ReadLogo = Logo | { readonly error: string }

/** Reads a logo. Its error completes a sentence that begins with the setting's name. */
export function readLogo(file: string): ReadLogo {
  let bytes: Buffer
  try {
    bytes = readWholeFile(file)
  } catch (cause) {
    return { error: `names a file that cannot be read: ${describe(file)} (${unreadableReason(cause)})` }
  }
  if (bytes.byteLength > MAX_BYTES)
    return {
      error: `names a file of ${Math.ceil(bytes.byteLength / 1000)} kB: ${describe(file)}; a logo has at most ${MAX_BYTES / 1000} kB`,
    }
  const mimeType = logoType(bytes)
  return mimeType === undefined
    ? {
        error: `names no picture: ${describe(file)}; a logo is a PNG, SVG, JPEG, WebP or GIF of at most 1,024 pixels a side`,
      }
    : { mimeType, bytes }
}

/** Finds an unusable logo. @param folder of the settings file */
export function logoErrors(raw: unknown, folder: string | undefined): SettingsError[] {
  const file = fieldOf(fieldOf(raw, 'server'), 'logo')
  if (typeof file !== 'string' || folder === undefined) return []
  const read = readLogo(resolve(folder, file))
  return 'error' in read ? [errorAt(['server', 'logo'], 'value', read.error)] : []
}

function logoType(bytes: Buffer): LogoType | undefined {
  const type = imageTypeOf(bytes)
  if (type !== undefined) return type === 'image/x-icon' ? undefined : type
  const head = bytes.toString('utf8', 0, 1000).replace(/^\uFEFF?\s*(?:<[?!][^>]*>\s*)*/, '')
  return head.startsWith('<svg') ? 'image/svg+xml' : undefined
}
