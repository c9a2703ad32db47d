import { Duplex, Transform, type TransformCallback } from 'node:stream'

/** What ends the head of a response, with line ends of either kind. */
const HEAD_END = /\r?\n\r?\n/

/**
 * Passes a connection on with the head of its one response mended, as `mendHead` does. A head that does not end within so many
 * bytes is passed on as it is.
 */
export function withMendedHead(socket: Duplex, maxHeaderBytes: number): Duplex {
  let head: Buffer | undefined = Buffer.alloc(0)
  const mending = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      if (head === undefined) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      // A byte a character: whatever the bytes are, they come out as they went in.
      const text = head.toString('latin1')
      const end = HEAD_END.exec(text)
      if (end === null && head.length <= maxHeaderBytes) return done()
      head = undefined
      const length = end === null ? 0 : end.index
      done(null, Buffer.from(mendHead(text.slice(0, length)) + text.slice(length), 'latin1'))
    },
    flush(done) {
      done(null, head)
    },
  })
  socket.on('error', (cause) => mending.destroy(cause))
  return Duplex.from({ writable: socket, readable: socket.pipe(mending) })
}

/**
 * Mends what no strict reader of HTTP takes and what has one meaning all the same: a status line in lower case, and a length that is said
 * again with the same value. Two lengths that differ stay, and are refused.
 */
export function mendHead(head: string): string {
  const [status = '', ...fields] = head.split('\n')
  let length: string | undefined
  const kept = fields.filter((field) => {
    const value = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/i.exec(field)?.[1]
    if (value === undefined) return true
    const isRepeated = value === length
    length ??= value
    return !isRepeated
  })
  // The last line's end is not part of a head: a field that became the last one gives its own up.
  return [status.replace(/^http\//i, 'HTTP/'), ...kept].join('\n').replace(/\r$/, '')
}
