import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../model/errors.ts'
import { pack, type PackedFormat, type Reading, readingPacked } from '../model/packed.ts'
import { HOUR_MS } from '../model/time.ts'

/** Permissions of new files: they have what only readers with a key may see, such as feeds behind a password. */
export const PRIVATE_MODE = 0o600

/**
 * Writes a file under another name and puts it in place: a crash leaves the old one or the new one. It keeps the
 * permissions of the old one. Rejects with the error of `write` or of the file system; the old file then stays. What killed
 * processes had begun to write is deleted.
 */
async function replaceFile(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  // The first process of each container has the same number.
  const draft = `${file}.new-${randomUUID()}`
  await removeAbandoned(file).catch(() => undefined)
  try {
    const before = await stat(file).catch(() => undefined)
    const handle = await open(draft, 'w', PRIVATE_MODE)
    try {
      if (before !== undefined) await handle.chmod(before.mode)
      await write(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw cause
  }
}

/** A draft of this age is no longer written: that takes seconds. */
const ABANDONED_MS = HOUR_MS

/** Deletes what killed processes had begun to write of a file: an index has hundreds of MB, a backup more. */
export async function removeAbandoned(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.new-`)) continue
    const draft = join(dirname(file), name)
    if (Date.now() - (await stat(draft)).mtimeMs > ABANDONED_MS) await rm(draft, { force: true })
  }
}

/** Writes a cache. Never rejects: without the file the next start is slower, and nothing else fails. */
export async function writeSideFile(file: string, parts: readonly Uint8Array[]): Promise<void> {
  await replaceFile(file, (handle) => writeFile(handle, parts)).catch(() => undefined)
}

/** @returns `undefined` if there is no file or it cannot be read */
export async function readSideFile(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch(() => undefined)
}

/**
 * Gives a finished draft its name, unless there is a file of that name.
 *
 * @throws the error `EEXIST` if there is; the draft then stays
 */
export async function placeFile(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw cause
    // The file system may have no hard links.
    await copyFile(draft, file, constants.COPYFILE_EXCL)
  }
  await rm(draft, { force: true })
}

/**
 * Packs a value into a file, in steps between which requests are answered. It is not copied.
 *
 * @param isCurrent whether the value is as it was at the beginning. If not, the file stays as it is
 * @returns whether the file was written. Rejects with errors of the file system
 */
export async function writePacked(
  file: string,
  format: PackedFormat,
  value: unknown,
  isCurrent: () => boolean,
): Promise<boolean> {
  try {
    await replaceFile(file, async (handle) => {
      for (const step of pack(format, value)) {
        await handle.writev(step)
        if (!isCurrent()) throw new ValueChanged()
      }
    })
    return true
  } catch (cause) {
    if (cause instanceof ValueChanged) return false
    throw cause
  }
}

class ValueChanged extends Error {}

/**
 * @param reading of the whole value or of its head
 * @returns `undefined` where there is no file, or one that is damaged or of another format
 */
export async function readPacked(
  file: string,
  format: PackedFormat,
  reading = readingPacked,
): Promise<unknown> {
  const handle = await open(file, 'r').catch(() => undefined)
  try {
    return handle && (await readFrom(handle, reading(format, (await handle.stat()).size)))
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

async function readFrom(handle: FileHandle, reading: Reading): Promise<unknown> {
  for (let step = reading.next(); ;) {
    if (step.done === true) return step.value
    step = reading.next(await fill(handle, step.value))
  }
}

/** @returns whether the file has so many bytes more */
async function fill(handle: FileHandle, into: Uint8Array): Promise<boolean> {
  for (let read = 0; read < into.length;) {
    const { bytesRead } = await handle.read(into, read)
    if (bytesRead === 0) return false
    read += bytesRead
  }
  return true
}
