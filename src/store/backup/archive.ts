import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { codeOf, DigestError, messageOf } from '../../model/errors.ts'
import { PRIVATE_MODE } from '../side-file.ts'

/** The next level takes twice the processor time for 7 % less (docs/decisions/038-backups.md). */
const GZIP = { level: constants.Z_BEST_SPEED }

const READ_BYTES = 2 ** 20

/** The first bytes of a gzip file (RFC 1952). */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

export interface Archived {
  /** Compressed. */
  readonly bytes: number
  /** SHA-256 of the compressed bytes, 64 hex digits, as `sha256sum` prints it. */
  readonly sha256: string
  /** Size and SHA-256 of the decompressed bytes. */
  readonly contentBytes: number
  readonly contentSha256: string
}

type Bytes = AsyncIterable<Buffer>

const NEVER = new AbortController().signal

/** Compresses a file into `to`, and closes it. After an abort it rejects with the abort reason. */
export async function pack(file: string, to: Writable, signal = NEVER): Promise<Archived> {
  const content = new Tap()
  const packed = new Tap()
  await pipeline(
    createReadStream(file, { highWaterMark: READ_BYTES }),
    content.through,
    createGzip(GZIP),
    packed.through,
    to,
    { signal },
  )
  return archived(packed, content)
}

/**
 * Decompresses a backup into a new file, or only reads it without `to`. Accepts a backup that is not compressed.
 *
 * @throws DigestError('storeFailed') if it is damaged or truncated; the abort reason after an abort
 */
export async function unpack(from: Bytes, to?: string, signal = NEVER): Promise<Archived> {
  const content = new Tap()
  const packed = new Tap()
  try {
    const { isPacked, bytes } = await detectCompression(from)
    // Created only here: a file stream that fails before it is used ends the process.
    const target =
      to === undefined
        ? discardingStream()
        : createWriteStream(to, { flags: 'wx', flush: true, mode: PRIVATE_MODE })
    if (isPacked) await pipeline(bytes, packed.through, createGunzip(), content.through, target, { signal })
    else await pipeline(bytes, packed.through, content.through, target, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    const code = codeOf(cause)
    if (code === undefined) throw cause
    const message = code.startsWith('Z_')
      ? `the backup is damaged or was cut: it cannot be decompressed (${code})`
      : `the backup cannot be unpacked${to === undefined ? '' : ` in ${dirname(to)}`}: ${messageOf(cause)}`
    throw new DigestError('storeFailed', message, { cause })
  }
  return archived(packed, content)
}

function discardingStream(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** Detects compression by the first bytes. `bytes` still has all bytes. */
async function detectCompression(
  from: Bytes,
): Promise<{ readonly isPacked: boolean; readonly bytes: Bytes }> {
  const chunks = from[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < GZIP_MAGIC.length) {
    const next = await chunks.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  async function* all(): Bytes {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { isPacked: start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC), bytes: all() }
}

/** Counts and hashes the bytes that pass through. */
class Tap {
  bytes = 0
  readonly #hash: Hash = createHash('sha256')

  readonly through = async function* (this: Tap, chunks: Bytes): Bytes {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      this.#hash.update(chunk)
      yield chunk
    }
  }.bind(this)

  digest(): string {
    return this.#hash.digest('hex')
  }
}

function archived(packed: Tap, content: Tap): Archived {
  return {
    bytes: packed.bytes,
    sha256: packed.digest(),
    contentBytes: content.bytes,
    contentSha256: content.digest(),
  }
}
