import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message as the server took it. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** With its headers, as it came. */
  readonly raw: string
}

export interface TestSmtp {
  readonly port: number
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** A real SMTP server on loopback. It takes what `options` do not refuse. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A header of a message, unfolded and with its encoded words decoded (RFC 2047). */
export function headerOf(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const value = new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  return value
    ?.replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : fromQuoted(text.replaceAll('_', ' ')),
    )
}

/** The text of the part of a media type, decoded. */
export function partOf(raw: string, mimeType: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${mimeType}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString() : fromQuoted(text)
}

function fromQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
