import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * Container of the files that speed up a start: the columns, the search index, the live stories.
 *
 * It has a line with kind and version, the length of the head (4 bytes), the head (JSON), its CRC-32, and then each
 * array with its CRC-32. Numbers are little-endian, like typed arrays on every machine that Node runs on.
 */

/** Typed arrays allowed in a packed value, by their names in the head. */
const ARRAYS = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const

type ArrayName = keyof typeof ARRAYS
type PackedArray = InstanceType<(typeof ARRAYS)[ArrayName]>

/** Parts that are written and read as one array. */
export class ArrayParts {
  readonly array: ArrayName
  readonly parts: readonly ArrayBufferView[]

  constructor(array: ArrayName, parts: readonly ArrayBufferView[]) {
    this.array = array
    this.parts = parts
  }
}

/** Placeholder of an array in the head. */
interface ArrayPlace {
  readonly array: ArrayName
  readonly length: number
}

/** Identifies the content. Bytes of another kind or version are not read. */
export interface PackedFormat {
  readonly kind: string
  /** From `versionOf`. */
  readonly version: string
}

/** Bytes per step, which takes a few milliseconds. Requests are answered between the steps. */
const STEP_BYTES = 2 ** 22

/** Version of a format: a hash of a packed sample. It changes with the layout and with the content. */
export function versionOf(sample: unknown): string {
  const hash = createHash('sha256')
  for (const step of pack({ kind: '', version: '' }, sample)) for (const bytes of step) hash.update(bytes)
  return hash.digest('base64url').slice(0, 16)
}

/**
 * Packs a value in steps. Arrays are read in their step, without copies.
 *
 * @param value a JSON value that may contain typed arrays and `ArrayParts`
 */
export function* pack(format: PackedFormat, value: unknown): Generator<readonly Uint8Array[]> {
  const arrays: ArrayParts[] = []
  const head = JSON.stringify(value, (_, part: unknown) => {
    const array = partsOf(part)
    if (array === undefined) return part
    arrays.push(array)
    const bytes = array.parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const place: ArrayPlace = {
      array: array.array,
      length: bytes / ARRAYS[array.array].BYTES_PER_ELEMENT,
    }
    return place
  })
  yield [packedHead(magicOf(format), head)]
  for (const { parts } of arrays) {
    let crc = 0
    for (const step of stepsOf(parts)) {
      for (const bytes of step) crc = crc32(bytes, crc)
      yield step
    }
    yield [word(crc)]
  }
}

/** @returns the value, with new arrays; `undefined` if the bytes are damaged or of another format */
export function unpack(bytes: Uint8Array, format: PackedFormat): unknown {
  const reading = readingPacked(format, bytes.length)
  let at = 0
  for (let step = reading.next(); ;) {
    if (step.done === true) return step.value
    const { length } = step.value
    const part = bytes.subarray(at, at + length)
    step.value.set(part)
    at += length
    step = reading.next(part.length === length)
  }
}

/** Yields memory to fill with the next bytes, and receives whether there were enough. */
export type Reading = Generator<Uint8Array, unknown, boolean>

/** Reads the output of `pack`, with the result of `unpack`. @param size of all bytes */
export function* readingPacked(format: PackedFormat, size: number): Reading {
  const arrays: PackedArray[] = []
  const value = yield* readingHead(magicOf(format), size, (_, part) => {
    if (!isPlace(part)) return part
    const array = new ARRAYS[part.array](part.length)
    arrays.push(array)
    return array
  })
  const crc = Buffer.alloc(4)
  for (const array of arrays) {
    let sum = 0
    for (const bytes of [...stepsOf([array])].flat()) {
      if (!(yield bytes)) return undefined
      sum = crc32(bytes, sum)
    }
    if (!(yield crc) || crc.readUInt32LE() !== sum) return undefined
  }
  return value
}

/** Reads the head of the output of `pack`: the value, with placeholders for its arrays. */
export function readingHeadOf(format: PackedFormat, size: number): Reading {
  return readingHead(magicOf(format), size, (_, part) => part)
}

/** The start of a file: `magic`, length of the head (4 bytes), head, its CRC-32. */
function packedHead(magic: string, head: string): Buffer {
  const json = Buffer.from(head)
  return Buffer.concat([Buffer.from(magic), word(json.length), json, word(crc32(json))])
}

/**
 * Reads the output of `packedHead`; `undefined` for anything else.
 *
 * @param size limits the buffer if the head's length is damaged
 * @param revive see `JSON.parse`
 */
function* readingHead(magic: string, size: number, revive: (key: string, part: unknown) => unknown): Reading {
  const start = Buffer.alloc(magic.length + 4)
  if (!(yield start) || start.toString('latin1', 0, magic.length) !== magic) return undefined
  const length = start.readUInt32LE(magic.length)
  if (length > size) return undefined
  const json = Buffer.alloc(length)
  const crc = Buffer.alloc(4)
  if (!(yield json) || !(yield crc) || crc.readUInt32LE() !== crc32(json)) return undefined
  return JSON.parse(json.toString(), revive) as unknown
}

/** Encodes a 32-bit number. */
function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function magicOf({ kind, version }: PackedFormat): string {
  return `digest ${kind} ${version}\n`
}

function partsOf(part: unknown): ArrayParts | undefined {
  if (part instanceof ArrayParts) return part
  if (!ArrayBuffer.isView(part)) return undefined
  const { name } = part.constructor
  if (!isArrayName(name)) throw new TypeError(`a ${name} cannot be packed`)
  return new ArrayParts(name, [part])
}

function isArrayName(name: string): name is ArrayName {
  return Object.hasOwn(ARRAYS, name)
}

function isPlace(part: unknown): part is ArrayPlace {
  return typeof part === 'object' && part !== null && 'array' in part && isArrayName(String(part.array))
}

/** Splits parts of an array into steps of at most `STEP_BYTES`. */
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
