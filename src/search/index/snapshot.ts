import { statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Segment, BYTE_ARRAYS, NUMBER_ARRAYS, partsOf, type SegmentParts, segmentOf } from './segment.ts'

/** The version of the store and of the index format that an index belongs to. */
export interface SnapshotVersion {
  readonly seq: number
  /** When `seq` was saved, epoch ms. It distinguishes a store from one that was restored from a backup. */
  readonly at: number
  readonly made: string
}

/*
 * Format of the file: `DIGESTIX`, length of the head (4 bytes), head (JSON), its CRC-32, then each segment: numbers and
 * bytes, padded to a multiple of 4 bytes. The head has the CRC-32 of each segment. All numbers are little-endian, like
 * typed arrays on every machine that Node runs on.
 */
const MAGIC = Buffer.from('DIGESTIX')

interface Head {
  readonly version: SnapshotVersion
  readonly segments: readonly SegmentHead[]
}

interface SegmentHead {
  readonly live: number
  readonly terms: number
  readonly stems: number
  readonly languages: readonly string[]
  readonly bytes: readonly number[]
  readonly numbers: readonly number[]
  readonly crc: number
}

/** Writes an index to a draft beside `file` and renames it. After a crash, `file` is the old index or the new one. */
export async function writeSnapshot(
  file: string,
  version: SnapshotVersion,
  segments: readonly Segment[],
): Promise<void> {
  // The columns are copied first, since they may change during writing. The rest of a segment never changes.
  const parts = segments.map(partsOf).map(withOwnColumns)
  const bodies = parts.map((part) => arraysOf(part))
  const head: Head = {
    version,
    segments: parts.map((part, i) => ({
      live: part.live,
      terms: part.terms,
      stems: part.stems,
      languages: part.languages,
      bytes: part.bytes.map((array) => array.length),
      numbers: part.numbers.map((array) => array.length),
      crc: (bodies[i] ?? []).reduce((crc, bytes) => crc32(bytes, crc), 0),
    })),
  }
  const headBytes = Buffer.from(JSON.stringify(head))
  const draft = `${file}.new-${process.pid}`
  try {
    const handle = await open(draft, 'w')
    try {
      await handle.writev([MAGIC, word(headBytes.length), headBytes, word(crc32(headBytes))])
      for (const body of bodies) await handle.writev(body)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** @returns `undefined` if there is no file, or if it is damaged or of another version */
export async function readSnapshot(
  file: string,
  made: string,
): Promise<{ readonly version: SnapshotVersion; readonly segments: readonly Segment[] } | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const head = await readHead(handle)
    if (head === undefined || head.version.made !== made) return undefined
    const segments: Segment[] = []
    for (const segment of head.segments) {
      const read = await readSegment(handle, segment)
      if (read === undefined) return undefined
      segments.push(read)
    }
    return { version: head.version, segments }
  } catch {
    // After any damage the index is rebuilt from the store.
    return undefined
  } finally {
    await handle.close()
  }
}

/** Differs when another file has taken the place; the same wherever there is none. */
export function snapshotState(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'none'
  }
}

async function readHead(handle: FileHandle): Promise<Head | undefined> {
  const start = await readBytes(handle, MAGIC.length + 4)
  if (start === undefined || !start.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const bytes = await readBytes(handle, start.readUInt32LE(MAGIC.length))
  const crc = await readBytes(handle, 4)
  if (bytes === undefined || crc?.readUInt32LE(0) !== crc32(bytes)) return undefined
  return JSON.parse(bytes.toString()) as Head
}

async function readSegment(handle: FileHandle, head: SegmentHead): Promise<Segment | undefined> {
  if (head.bytes.length !== BYTE_ARRAYS || head.numbers.length !== NUMBER_ARRAYS) return undefined
  const numberBytes = head.numbers.reduce((sum, length) => sum + length * 4, 0)
  const size = head.bytes.reduce((sum, length) => sum + padded(length), numberBytes)
  const body = await readBytes(handle, size)
  if (body === undefined || crc32(body) !== head.crc) return undefined
  let at = body.byteOffset
  const numbers = head.numbers.map((length) => {
    const array = new Uint32Array(body.buffer, at, length)
    at += length * 4
    return array
  })
  const bytes = head.bytes.map((length) => {
    const array = new Uint8Array(body.buffer, at, length)
    at += padded(length)
    return array
  })
  return segmentOf({ ...head, bytes, numbers })
}

/** Reads bytes into a new buffer, so that its arrays are aligned. @returns `undefined` if the file is shorter */
async function readBytes(handle: FileHandle, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, Math.min(length - read, CHUNK))
    if (bytesRead === 0) return undefined
    read += bytesRead
  }
  return bytes
}

/** Number of bytes of one read. Node reads less than 2 GiB at once. */
const CHUNK = 2 ** 26

function withOwnColumns(parts: SegmentParts): SegmentParts {
  const [coverage] = parts.bytes.slice(-1)
  const [ids, publishedAt, textHash] = parts.numbers.slice(-3)
  if (coverage === undefined || ids === undefined || publishedAt === undefined || textHash === undefined)
    return parts
  const copied = coverage.slice()
  return {
    ...parts,
    live: copied.reduce((live, code) => (code === 0 ? live : live + 1), 0),
    bytes: [...parts.bytes.slice(0, -1), copied],
    numbers: [...parts.numbers.slice(0, -3), ids, publishedAt.slice(), textHash],
  }
}

function arraysOf({ bytes, numbers }: SegmentParts): Uint8Array[] {
  return [
    ...numbers.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
    ...bytes.flatMap((array) => [array, new Uint8Array(padded(array.length) - array.length)]),
  ].filter((array) => array.length > 0)
}

function padded(length: number): number {
  return (length + 3) & ~3
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
