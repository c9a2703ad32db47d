import { DigestError } from '../../model/errors.ts'

/** Reads a value of a row that is kept as JSON. Throws `storeFailed` if the disk has changed its bytes. */
export function storedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    const message = 'the store failed: a row is damaged; run doctor --deep, or restore a backup'
    throw new DigestError('storeFailed', message, { cause })
  }
}
