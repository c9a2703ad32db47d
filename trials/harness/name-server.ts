import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is answered for a name. */
export type NameAnswer =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[]; readonly afterMs?: number }
  | { readonly kind: 'alias'; readonly of: string; readonly addresses: readonly string[] }
  | { readonly kind: 'code'; readonly code: keyof typeof CODES }
  | { readonly kind: 'silent' }
  | { readonly kind: 'garbage' }

const CODES = { malformed: 1, failure: 2, unknown: 3, refused: 5 } as const

/** A name server on loopback, which speaks DNS over UDP. */
export interface NameServer {
  /** `127.0.0.1:PORT` */
  readonly address: string
  /** Answers in turn for each type of address; the last one stays. Other names are unknown. */
  readonly names: Map<string, readonly NameAnswer[]>
  close(): void
}

const TYPES = new Map([
  [1, 4],
  [28, 6],
])
const CNAME = 5

export async function openNameServer(): Promise<NameServer> {
  const names: NameServer['names'] = new Map()
  const asked = new Map<string, number>()
  let isOpen = true
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => void reply(query, from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  async function reply(query: Buffer, port: number, address: string): Promise<void> {
    const { name, type, end } = questionOf(query)
    const answers = names.get(name) ?? [{ kind: 'code', code: 'unknown' }]
    const key = `${name} ${type}`
    const times = asked.get(key) ?? 0
    asked.set(key, times + 1)
    const answer = answers[Math.min(times, answers.length - 1)] ?? { kind: 'silent' }
    if (answer.kind === 'silent') return
    if (answer.kind === 'addresses') await sleep(answer.afterMs ?? 0)
    const message =
      answer.kind === 'garbage'
        ? Buffer.from(query.map((byte, index) => (index < 2 ? byte : byte ^ 0x5a)))
        : messageOf(query.subarray(0, end), answer, type)
    if (isOpen) socket.send(message, port, address)
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    close() {
      isOpen = false
      socket.close()
    },
  }
}

/** @see RFC 1035 section 4.1.2 */
function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** @see RFC 1035 section 4.1.1 and 4.1.3 */
function messageOf(
  question: Buffer,
  answer: Exclude<NameAnswer, { readonly kind: 'silent' | 'garbage' }>,
  type: number,
): Buffer {
  const records = answer.kind === 'code' ? [] : recordsOf(answer, type)
  const header = Buffer.from(question.subarray(0, 12))
  // An answer of an authority, to a query that may recurse.
  header.writeUInt16BE(0x8580 | (answer.kind === 'code' ? CODES[answer.code] : 0), 2)
  for (const [index, count] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * index)
  return Buffer.concat([header, question.subarray(12), ...records])
}

function recordsOf(
  answer: Extract<NameAnswer, { readonly kind: 'addresses' | 'alias' }>,
  type: number,
): Buffer[] {
  const family = TYPES.get(type)
  const ofFamily = answer.addresses.filter((address) => isIP(address) === family).map(bytesOf)
  // The name of the question stands at byte 12.
  const ownName = Buffer.from([0xc0, 12])
  if (answer.kind === 'addresses') return ofFamily.map((bytes) => record(ownName, type, bytes))
  const alias = nameOf(answer.of)
  return [record(ownName, CNAME, alias), ...ofFamily.map((bytes) => record(alias, type, bytes))]
}

/** Never to be kept: its time to live is 0. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, fixed, data])
}

function nameOf(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // As a URL writes it, IPv4 parts are hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...before, ...zeros, ...after].entries())
    bytes.writeUInt16BE(group, 2 * index)
  return bytes
}
