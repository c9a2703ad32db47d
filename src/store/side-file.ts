import {
  constants,
  copyFile,
  type FileHandle,
  link,
  open,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { codeOf } from '../model/errors.ts'

/** Number of bytes of one read. Node reads less than 2 GiB at once. */
const READ_BYTES = 2 ** 26

/** Permissions of new files: they have what only readers with a key may see, such as feeds behind a password. */
export const PRIVATE_MODE = 0o600

/**
 * Writes a file under another name and puts it in place: a crash leaves the old one or the new one. It keeps the
 * permissions of the old one. Rejects with the error of `write` or of the file system; the old file then stays.
 */
export async function replaceFile(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const draft = `${file}.new-${process.pid}`
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

/** Writes a cache. Never rejects: without the file the next start is slower, and nothing else fails. */
export async function writeSideFile(file: string, bytes: Uint8Array): Promise<void> {
  await replaceFile(file, (handle) => handle.writeFile(bytes)).catch(() => undefined)
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

/** The beginning of a file: `magic`, length of the head (4 bytes), head (JSON), its CRC-32. */
export function headBytes(magic: string, head: object): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  return Buffer.concat([Buffer.from(magic), word(json.length), json, word(crc32(json))])
}

/** @returns what `headBytes` wrote; `undefined` where the file begins otherwise */
export async function readHead(handle: FileHandle, magic: string): Promise<unknown> {
  const start = await readBytes(handle, magic.length + 4)
  if (start?.toString('latin1', 0, magic.length) !== magic) return undefined
  const length = start.readUInt32LE(magic.length)
  // A damaged length must not make a buffer of gigabytes.
  if (length > (await handle.stat()).size) return undefined
  const json = await readBytes(handle, length)
  const crc = await readBytes(handle, 4)
  if (json === undefined || crc?.readUInt32LE(0) !== crc32(json)) return undefined
  return JSON.parse(json.toString()) as unknown
}

/**
 * @param memory what to read into. Without it, a buffer of its own, so that its arrays are aligned
 * @returns `undefined` where the file ends before
 */
export async function readBytes(
  handle: FileHandle,
  length: number,
  memory = new ArrayBuffer(length),
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = Buffer.from(memory, 0, length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, Math.min(length - read, READ_BYTES))
    if (bytesRead === 0) return undefined
    read += bytesRead
  }
  return bytes
}

/** A number of 32 bits, little-endian. */
export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
