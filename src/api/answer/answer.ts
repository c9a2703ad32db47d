import { createHash } from 'node:crypto'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { type EpochMs, SECOND_MS } from '../../model/time.ts'
import { jsonBytes } from '../bodies/envelope.ts'
import { encode, type Encoding } from './encodings.ts'

interface Representation {
  readonly bytes: Buffer
  readonly etag: string
}

interface AnswerParts {
  readonly bytes: Buffer
  readonly mimeType: string
  readonly maxAgeSeconds: number
  readonly asOf?: string
  readonly changedAt?: EpochMs | undefined
  readonly next?: string | undefined
  /** Whether clients may skip revalidation while it is fresh; default no. */
  readonly isImmutable?: boolean
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A response that no cache may store. */
export function freshAnswer(body: object): Answer {
  return new Answer({ bytes: jsonBytes(body), mimeType: JSON_TYPE, maxAgeSeconds: 0 })
}

/** A whole response. Its compressed forms are made on first use and kept. */
export class Answer {
  readonly identity: Representation
  /** Time of the state that the response shows, RFC 3339; empty if that does not matter. */
  readonly asOf: string
  /** Last change, to the second; `undefined` if unknown. */
  readonly modified: { readonly at: EpochMs; readonly text: string } | undefined
  /** Path and query of the next page, below the base URL. */
  readonly next: string | undefined
  readonly mimeType: string
  readonly maxAgeSeconds: number
  readonly isImmutable: boolean
  readonly #hash: string
  readonly #encoded = new Map<Encoding, Promise<Representation>>()

  constructor(parts: AnswerParts) {
    this.#hash = createHash('sha256').update(parts.bytes).digest('base64url').slice(0, 22)
    this.identity = { bytes: parts.bytes, etag: this.etag('identity') }
    this.asOf = parts.asOf ?? ''
    this.modified = modifiedOf(parts.changedAt)
    this.next = parts.next
    this.mimeType = parts.mimeType
    this.maxAgeSeconds = parts.maxAgeSeconds
    this.isImmutable = parts.isImmutable ?? false
  }

  /** A strong ETag. Each encoding has its own, which is known before the bytes are compressed. */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }

  async as(encoding: Encoding): Promise<Representation> {
    if (encoding === 'identity') return this.identity
    return getOrInsert(this.#encoded, encoding, async () => ({
      bytes: await encode(this.identity.bytes, encoding),
      etag: this.etag(encoding),
    }))
  }
}

function modifiedOf(changedAt: EpochMs | undefined): Answer['modified'] {
  if (changedAt === undefined) return undefined
  const at = Math.floor(changedAt / SECOND_MS) * SECOND_MS
  return { at, text: new Date(at).toUTCString() }
}
