import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNameLookup } from './name-lookup.ts'

/** Names whose name servers never answer. */
const SILENT = ['silent-1.example', 'silent-2.example', 'silent-3.example', 'silent-4.example']

describe('resolving names', () => {
  it('takes what the system answers', async () => {
    const lookup = promisify(createNameLookup(hangingFor(SILENT)))

    expect(await lookup('paper.example', { all: true })).toEqual([{ address: '203.0.113.7', family: 4 }])
    await expect(lookup('gone.example', { all: true })).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('asks the name servers themselves where others hold up the system', async () => {
    const system = hangingFor(SILENT)
    const lookup = createNameLookup(system, [await nameServer({ 'paper.example': [203, 0, 113, 9] })])
    for (const name of SILENT) lookup(name, { all: true }, () => undefined)

    expect(await promisify(lookup)('paper.example', { all: true })).toEqual([
      { address: '203.0.113.9', family: 4 },
    ])
    expect(system.asked).toEqual(SILENT.slice(0, 2))
  })

  it('waits for the system where the name servers know no address, as of a name in its own table', async () => {
    const system = answeringLater('198.51.100.4')
    const lookup = promisify(createNameLookup(system.lookup, [await nameServer({}, system.answer)]))

    expect(await lookup('printer.home.example', { all: true })).toEqual([
      { address: '198.51.100.4', family: 4 },
    ])
  })

  it('asks the system for those that wait as soon as another is answered', async () => {
    const system = answeringLater('198.51.100.4')
    const lookup = promisify(createNameLookup(system.lookup, [await nameServer({}, system.answer)]))
    const names = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example']

    const found = await Promise.all(names.map((name) => lookup(name, { all: true })))

    expect(found).toHaveLength(5)
    expect(system.asked).toEqual(names)
  })
})

/** A system's resolver that finds `paper.example`, and never answers about some names. */
function hangingFor(names: readonly string[]): LookupFunction & { readonly asked: string[] } {
  const asked: string[] = []
  const lookup: LookupFunction = (name, _, callback) => {
    asked.push(name)
    if (names.includes(name)) return
    if (name === 'paper.example') return callback(null, [{ address: '203.0.113.7', family: 4 }])
    callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
  }
  return Object.assign(lookup, { asked })
}

/** A system's resolver that gives its answers when `answer` is called, and at once from then on. */
function answeringLater(address: string) {
  const asked: string[] = []
  const due = new Set<() => void>()
  let isReady = false
  const lookup: LookupFunction = (name, _, callback) => {
    asked.push(name)
    const reply = (): void => callback(null, [{ address, family: 4 }])
    if (isReady) reply()
    else due.add(reply)
  }
  const answer = (): void => {
    isReady = true
    for (const reply of due) reply()
    due.clear()
  }
  return { lookup, answer, asked }
}

/**
 * A real name server.
 *
 * @param onRefused called after it has said that it does not know a name
 * @returns its address and port
 */
async function nameServer(
  addresses: Readonly<Record<string, readonly number[]>>,
  onRefused: () => void = () => undefined,
): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { answer, isKnown } = replyTo(query, addresses)
    socket.send(answer, port, address, () => (isKnown ? undefined : onRefused()))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => closed(socket))
  return `127.0.0.1:${socket.address().port}`
}

/** The answer to a query of RFC 1035 for one name. */
function replyTo(query: Buffer, addresses: Readonly<Record<string, readonly number[]>>) {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const isIpv4 = query.readUInt16BE(at + 1) === 1
  const address = addresses[labels.join('.')]
  const records =
    address !== undefined && isIpv4
      ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
      : Buffer.alloc(0)
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(address === undefined ? 0x81_83 : 0x81_80, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length > 0 ? 1 : 0, 6)
  return { answer: Buffer.concat([head, question, records]), isKnown: address !== undefined }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.close(() => resolve()))
}
