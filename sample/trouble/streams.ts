import type { ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'

/** 100 MB of zeros, 100 kB on the wire. */
const BOMB_CHUNKS = 100
const BOMB_CHUNK_BYTES = 1_048_576

/** Writes the same bytes for ever, as fast as the client reads. */
export function pour(response: ServerResponse, bytes: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(bytes));
  }
  response.on('drain', more)
  more()
}

/** Sends the bomb, and stops if the client disconnects. */
export function bomb(response: ServerResponse): void {
  const gzip = createGzip({ level: 9 })
  const zeros = Buffer.alloc(BOMB_CHUNK_BYTES)
  let left = BOMB_CHUNKS
  const more = (): void => {
    for (; left > 0; left -= 1) {
      if (!gzip.write(zeros)) {
        left -= 1
        gzip.once('drain', more)
        return
      }
    }
    gzip.end()
  }
  response.on('close', () => gzip.destroy())
  gzip.pipe(response)
  more()
}
