import { statfs } from 'node:fs/promises'
import { DigestError } from '../../model/errors.ts'

/** Left free for the service, which keeps writing. */
const RESERVE_BYTES = 200e6

/** Times the store's size: a copy, and the backup, which is compressed to half or less. */
const NEEDED_SHARE = 1.5

/** @throws DigestError('storeFailed') if a backup of `storeBytes` may fill the disk of a folder, which exists */
export async function requireRoom(folder: string, storeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = storeBytes * NEEDED_SHARE + RESERVE_BYTES
  const free = bavail * bsize
  if (free >= needed) return
  const message = `no backup was made: ${folder} has ${megabytes(free)} MB free, and a backup needs ${megabytes(needed)} MB`
  throw new DigestError('storeFailed', message)
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}
