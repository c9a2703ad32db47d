import type { VisitError } from '../domain/source.ts'
import { BodyTooLargeError, decompress, isGzip } from './http/body.ts'
import type { HttpAnswer } from './http/client.ts'
import { HttpFailure } from './http/failure.ts'

/**
 * The body of an answer, unpacked where it is a gzip file: some servers send these without a `Content-Encoding`.
 *
 * @throws HttpFailure for one that is broken, or a bomb
 */
export async function unpacked({ body, exchange }: HttpAnswer, maxBytes: number): Promise<Buffer> {
  if (!isGzip(body)) return body
  try {
    return await decompress(body, 'gzip', maxBytes)
  } catch (cause) {
    const error: VisitError =
      cause instanceof BodyTooLargeError
        ? { code: 'tooLarge', message: `the packed document has ${cause.message}` }
        : { code: 'parse', message: 'the packed document cannot be unpacked' }
    throw new HttpFailure(error, exchange, { cause })
  }
}
