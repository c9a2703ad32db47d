// `hold-streams.ts URL STREAMS SECONDS` holds event streams of `/api/changes` and reads all that they send. Prints `ready`
// when all are open, and a `Held` as JSON at the end. One more client asks for whole articles and reads nothing until then.

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../src/model/time.ts'
import type { Held } from './held.ts'

const [url = '', count = '1000', seconds = '60'] = process.argv.slice(2)
const FIELDS = 'fields=id,title,url,source,publishedAt,score'
const ID = '\nid: '
const END = '\n\n'
const { hostname, port } = new URL(url)

/** By change: when it was saved, epoch ms. */
const savedAt = new Map<number, number>()
/** Streams by delay, in ms; the last is that and more. */
const delays = new Uint32Array(60 * SECOND_MS)

/** Reads one stream. It need not understand chunks: events are found by their words. */
class Stream {
  readonly socket: Socket
  rows = 0
  sum = 0
  #last = 0
  disorders = 0
  #rest = ''

  constructor(socket: Socket) {
    this.socket = socket.on('data', (data: Buffer) => this.#read(data.toString('latin1')))
  }

  #read(text: string): void {
    const now = Date.now()
    const all = this.#rest + text
    const until = all.lastIndexOf(END)
    if (until < 0) return void (this.#rest = all)
    for (let at = all.indexOf(ID); at >= 0 && at < until; at = all.indexOf(ID, at + 1)) {
      const begin = at + ID.length
      this.#take(Number.parseInt(all.slice(begin, begin + 16), 10), all, begin, now)
    }
    this.#rest = all.slice(until)
  }

  #take(seq: number, all: string, begin: number, now: number): void {
    let saved = savedAt.get(seq)
    if (saved === undefined) {
      saved = Date.parse(/"at":"([^"]+)"/.exec(all.slice(begin, begin + 400))?.[1] ?? '')
      savedAt.set(seq, saved)
    }
    const delay = Math.min(delays.length - 1, Math.max(0, now - saved))
    delays[delay] = (delays[delay] ?? 0) + 1
    this.rows += 1
    this.sum += seq
    if (seq <= this.#last) this.disorders += 1
    this.#last = seq
  }
}

async function open(query: string): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  await new Promise((connected, failed) => socket.once('connect', connected).once('error', failed))
  socket.write(
    `GET /api/changes?since=now&${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  return socket
}

const streams: Stream[] = []
while (streams.length < Number(count)) streams.push(new Stream(await open(FIELDS)))
const idle = (await open('include=content')).pause()
await sleep(2 * SECOND_MS)
process.stdout.write('ready\n')
await sleep(Number(seconds) * SECOND_MS)

let idleBytes = 0
const ended = new Promise<boolean>((resolve) => {
  idle.on('data', (data) => (idleBytes += data.length)).on('error', () => resolve(true))
  idle.on('close', () => resolve(true)).resume()
  setTimeout(() => resolve(false), 2 * SECOND_MS)
})
const isDropped = await ended
const [first] = streams
const held: Held = {
  rows: streams.reduce((sum, { rows }) => sum + rows, 0),
  rowsEach: first?.rows ?? 0,
  unlike: streams.filter(({ rows, sum }) => rows !== first?.rows || sum !== first.sum).length,
  disorders: streams.reduce((sum, { disorders }) => sum + disorders, 0),
  p50Ms: quantileOf(0.5),
  p99Ms: quantileOf(0.99),
  isDropped,
  idleBytes,
}
process.stdout.write(`${JSON.stringify(held)}\n`)
process.exit(0)

function quantileOf(share: number): number {
  const rank = share * delays.reduce((sum, each) => sum + each, 0)
  let passed = 0
  return delays.findIndex((each) => (passed += each) >= rank)
}
