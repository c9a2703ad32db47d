import type { FastifyReply } from 'fastify'
import type { EventStream } from './live-changes.ts'

/** A client that reads nothing for so long is gone. */
const DRAIN_MS = 60_000

/** Begins server-sent events in place of an answer. */
export function responseStream(reply: FastifyReply): EventStream {
  const { raw } = reply
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...EVENT_HEADERS }))
    raw.setHeader(name, String(value))
  reply.hijack()
  raw.writeHead(200)
  raw.flushHeaders()
  return {
    write: (text) => {
      if (text.length > 0 && !raw.writableEnded) raw.write(text)
    },
    drained: () => (raw.writableNeedDrain && !raw.destroyed ? drained(raw) : Promise.resolve()),
    get unsentBytes() {
      return raw.writableLength
    },
    get isEnded() {
      return raw.writableEnded || raw.destroyed
    },
    // What is unsent is of no use: the client begins after the last event that it has.
    end: () => (raw.writableLength > 0 ? raw.destroy() : raw.end()),
  }
}

const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Nothing comes after the stream, and a server that closes waits for connections that are kept.
  connection: 'close',
  // Proxies such as nginx would gather the events.
  'x-accel-buffering': 'no',
}

function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), DRAIN_MS)
    const end = (): void => {
      clearTimeout(timer)
      raw.off('drain', end)
      raw.off('close', end)
      resolve()
    }
    raw.once('drain', end)
    raw.once('close', end)
  })
}
