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

/** Permissions of new files. They may hold private content, such as feeds behind a password. */
export const PRIVATE_MODE = 0o600

/** Name of a draft. It has no process number: the first process of every container has the same. */
export function draftOf(file: string): string {
  return `${file}.new-${randomUUID()}`
}

/**
 * Writes a draft and renames it: a crash leaves the old file or the new one. Keeps the old file's permissions, and
 * deletes drafts of killed processes. Rejects with the error of `write` or of the file system; the old file then stays.
 */
async function replaceFile(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const draft = draftOf(file)
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

/** A draft of this age is abandoned: writing one takes seconds. */
const ABANDONED_MS = HOUR_MS

/** Deletes drafts of a file that killed processes left: an index has hundreds of MB, a backup more. */
export async function removeAbandoned(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.new-`)) continue
    const draft = join(dirname(file), name)
    if (Date.now() - (await stat(draft)).mtimeMs > ABANDONED_MS) await rm(draft, { force: true })
  }
}

/** Writes a cache. Never rejects: without the file only the next start is slower. */
export async function writeSideFile(file: string, parts: readonly Uint8Array[]): Promise<void> {
  await replaceFile(file, (handle) => writeFile(handle, parts)).catch(() => undefined)
}

/** @returns `undefined` if there is no readable file */
export async function readSideFile(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch(() => undefined)
}

/**
 * Renames a finished draft, unless there is a file of that name.
 *
 * @throws the error `EEXIST` if there is; the draft then stays
 */
export async function placeFile(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw cause
    // The file system may lack hard links.
    await copyFile(draft, file, constants.COPYFILE_EXCL)
  }
  await rm(draft, { force: true })
}

/**
 * Packs a value into a file without copying it. Requests are answered between the steps.
 *
 * @param isCurrent whether the value is unchanged. If not, the old file stays
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
 * @param reading reads the whole value or its head
 * @returns `undefined` if the file is missing, damaged or of another format
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

/** @returns whether the file had enough bytes to fill `into` */
async function fill(handle: FileHandle, into: Uint8Array): Promise<boolean> {
  for (let read = 0; read < into.length;) {
    const { bytesRead } = await handle.read(into, read)
    if (bytesRead === 0) return false
    read += bytesRead
  }
  return true
}
