import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { headBytes, readBytes, readHead, replaceFile, word } from '../side-file.ts'
import { Columns } from './columns.ts'
import { facetArrays, restoreFacets } from './facet-arrays.ts'

/** Raise it with each change of the arrays or of their meaning. Files of another format are ignored. */
const FORMAT = 1
const MAGIC = 'DIGESTCO'

/** The store that columns were read from, and its version. */
export interface ColumnsVersion {
  readonly storeId: string
  readonly schemaVersion: number
  /** Number of the store's latest change. */
  readonly seq: number
  /** That change as text. After a restore from a backup another change has this number. */
  readonly change: string
}

interface Head {
  readonly format: number
  readonly version: ColumnsVersion
  /** The words of facets. */
  readonly words: readonly (string | null)[]
  /** The number of bytes of each array. */
  readonly lengths: readonly number[]
}

/** Bytes written in one step, about a millisecond of the thread's time. Requests are answered between the steps. */
const STEP_BYTES = 2 ** 20

/**
 * Writes columns beside `file` and puts the new file in place. The columns are not copied. If they change before all
 * is written, the new file is dropped.
 *
 * @returns whether the file was written. Rejects with errors of the file system
 */
export async function writeColumnsFile(
  file: string,
  version: ColumnsVersion,
  columns: Columns,
): Promise<boolean> {
  const { stamp } = columns
  const { words, numbers } = await facetArrays(columns.facets)
  if (columns.stamp !== stamp) return false
  const a = columns.arrays()
  /** The file's arrays in their sequence, each in parts. */
  const arrays: (readonly ArrayBufferView[])[] = [
    [numbers],
    [a.idPages],
    [a.publishedAt],
    [a.firstSeenAt],
    [a.hot],
    [a.lift],
    [a.lifts],
    [a.score],
    [a.story],
    [a.facet],
    [a.representatives],
    [a.olderRankSlots],
    [a.olderRanks],
    ...columns.orders.map((order) => [...order.parts(0, order.length)]),
  ]
  const lengths = arrays.map((parts) => parts.reduce((bytes, part) => bytes + part.byteLength, 0))
  const head: Head = { format: FORMAT, version, words, lengths }
  try {
    await replaceFile(file, async (handle) => {
      await handle.writev([headBytes(MAGIC, head)])
      for (const parts of arrays) {
        let crc = 0
        for (const step of stepsOf(parts)) {
          for (const bytes of step) crc = crc32(bytes, crc)
          await handle.writev(step)
          if (columns.stamp !== stamp) throw new ColumnsChanged()
        }
        await handle.writev([word(crc)])
      }
    })
    return true
  } catch (cause) {
    if (cause instanceof ColumnsChanged) return false
    throw cause
  }
}

class ColumnsChanged extends Error {}

/** Cuts arrays into steps of at most `STEP_BYTES`. */
function* stepsOf(parts: readonly ArrayBufferView[]): Generator<Uint8Array[]> {
  let step: Uint8Array[] = []
  let size = 0
  for (const { buffer, byteOffset, byteLength } of parts) {
    for (let at = 0; at < byteLength; at += STEP_BYTES) {
      const bytes = new Uint8Array(buffer, byteOffset + at, Math.min(STEP_BYTES, byteLength - at))
      if (size + bytes.length > STEP_BYTES) {
        yield step
        step = []
        size = 0
      }
      step.push(bytes)
      size += bytes.length
    }
  }
  if (step.length > 0) yield step
}

/** @returns `undefined` where there is no file, or one that is damaged or of another store or format */
export async function readColumnsFile(
  file: string,
  { storeId, schemaVersion }: Pick<ColumnsVersion, 'storeId' | 'schemaVersion'>,
): Promise<{ readonly version: ColumnsVersion; readonly columns: Columns } | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    const head = (await readHead(handle, MAGIC)) as Head | undefined
    if (head?.format !== FORMAT) return undefined
    const { version } = head
    if (version.storeId !== storeId || version.schemaVersion !== schemaVersion) return undefined
    return { version, columns: await readColumns(handle, head) }
  } catch {
    // Any damage: the columns are built from the store.
    return undefined
  } finally {
    await handle.close()
  }
}

/** Reads the arrays in the sequence in which they are written. Throws where they are damaged. */
async function readColumns(handle: FileHandle, { version, words, lengths }: Head): Promise<Columns> {
  const left = lengths.values()
  const next = async (memory?: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await readBytes(handle, left.next().value ?? 0, memory)
    const crc = await readBytes(handle, 4)
    if (bytes === undefined || crc?.readUInt32LE(0) !== crc32(bytes)) throw new Error('the file is damaged')
    return bytes
  }
  const columns = new Columns(version.seq)
  const numbers = new Uint32Array((await next()).buffer)
  const arrays = {
    idPages: new Uint32Array((await next()).buffer),
    publishedAt: new Float64Array((await next()).buffer),
    firstSeenAt: new Float64Array((await next()).buffer),
    hot: new Float64Array((await next()).buffer),
    lift: new Uint16Array((await next()).buffer),
    lifts: new Float64Array((await next()).buffer),
    score: new Uint16Array((await next()).buffer),
    story: new Uint32Array((await next()).buffer),
    facet: new Uint32Array((await next()).buffer),
    representatives: new Uint32Array((await next()).buffer),
    olderRankSlots: new Uint32Array((await next()).buffer),
    olderRanks: new Float64Array((await next()).buffer),
  }
  restoreFacets(columns.facets, { words, numbers }, arrays.facet)
  columns.restore(arrays)
  // `fill` copies the slots. One buffer for all orders saves most of the garbage.
  const memory = new ArrayBuffer(Math.max(0, ...lengths))
  for (const order of columns.orders) order.fill(slotsOf(await next(memory)))
  columns.link()
  return columns
}

function slotsOf({ buffer, length }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, 0, length / Uint32Array.BYTES_PER_ELEMENT)
}
