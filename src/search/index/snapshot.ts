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

/** A segment with the lengths of its arrays. */
interface SegmentHead extends Pick<SegmentParts, 'live' | 'terms' | 'stems' | 'languages'> {
  readonly numbers: Readonly<Record<keyof SegmentParts['numbers'], number>>
  readonly bytes: Readonly<Record<keyof SegmentParts['bytes'], number>>
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
  const bodies = parts.map(bodyOf)
  const heads: SegmentHead[] = []
  for (const [i, part] of parts.entries()) {
    heads.push({
      ...part,
      numbers: byName(NUMBER_ARRAYS, (name) => part.numbers[name].length),
      bytes: byName(BYTE_ARRAYS, (name) => part.bytes[name].length),
      crc: await crcInSteps(bodies[i] ?? []),
    })
  }
  await replaceFile(file, async (handle) => {
    await handle.writev([headBytes(MAGIC, { version, segments: heads })])
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
    if (head?.version.made !== made) return undefined
    const segments: Segment[] = []
    for (const segment of head.segments) segments.push(await readSegment(handle, segment))
    return { version: head.version, segments }
  } catch {
    // After any damage the index is rebuilt from the store.
    return undefined
  } finally {
    await handle.close()
  }
}

/** Throws if the file is damaged. */
async function readSegment(handle: FileHandle, head: SegmentHead): Promise<Segment> {
  const words = NUMBER_ARRAYS.reduce((sum, name) => sum + head.numbers[name], 0)
  const size = BYTE_ARRAYS.reduce((sum, name) => sum + padded(head.bytes[name]), words * 4)
  const body = await readBytes(handle, size)
  if (body === undefined || crc32(body) !== head.crc) throw new RangeError('the file is damaged')
  let at = body.byteOffset
  const numbers = byName(NUMBER_ARRAYS, (name) => {
    const array = new Uint32Array(body.buffer, at, head.numbers[name])
    at += array.byteLength
    return array
  })
  const bytes = byName(BYTE_ARRAYS, (name) => {
    const array = new Uint8Array(body.buffer, at, head.bytes[name])
    at += padded(array.length)
    return array
  })
  return segmentOf({ ...head, numbers, bytes })
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
  const coverage = parts.bytes.coverage.slice()
  return {
    ...parts,
    live: coverage.reduce((live, code) => (code === 0 ? live : live + 1), 0),
    numbers: { ...parts.numbers, publishedAt: parts.numbers.publishedAt.slice() },
    bytes: { ...parts.bytes, coverage },
  }
}

function bodyOf({ numbers, bytes }: SegmentParts): Uint8Array[] {
  return [
    ...NUMBER_ARRAYS.map((name) => bytesOf(numbers[name])),
    ...BYTE_ARRAYS.flatMap((name) => [
      bytes[name],
      new Uint8Array(padded(bytes[name].length) - bytes[name].length),
    ]),
  ].filter((array) => array.length > 0)
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function byName<Name extends string, T>(names: readonly Name[], valueOf: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>
}

function padded(length: number): number {
  return (length + 3) & ~3
}
