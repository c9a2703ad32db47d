import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { headBytes, readBytes, readHead, replaceFile } from '../../store/side-file.ts'
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
const MAGIC = 'DIGESTIX'

/** Takes about 2 ms. */
const CRC_STEP_BYTES = 2 * 1024 * 1024

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
  const crcs: number[] = []
  for (const body of bodies) crcs.push(await crcInSteps(body))
  const head: Head = {
    version,
    segments: parts.map((part, i) => ({
      live: part.live,
      terms: part.terms,
      stems: part.stems,
      languages: part.languages,
      bytes: part.bytes.map((array) => array.length),
      numbers: part.numbers.map((array) => array.length),
      crc: crcs[i] ?? 0,
    })),
  }
  await replaceFile(file, async (handle) => {
    await handle.writev([headBytes(MAGIC, head)])
    for (const body of bodies) await handle.writev(body)
  })
}

/** @returns `undefined` if there is no file, or if it is damaged or of another version */
export async function readSnapshot(
  file: string,
  made: string,
): Promise<{ readonly version: SnapshotVersion; readonly segments: readonly Segment[] } | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const head = (await readHead(handle, MAGIC)) as Head | undefined
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

/** Requests are answered between the steps. */
async function crcInSteps(body: readonly Uint8Array[]): Promise<number> {
  let crc = 0
  for (const bytes of body) {
    for (let at = 0; at < bytes.length; at += CRC_STEP_BYTES) {
      crc = crc32(bytes.subarray(at, at + CRC_STEP_BYTES), crc)
      await new Promise(setImmediate)
    }
  }
  return crc
}

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
