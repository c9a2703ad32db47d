// The least that collecting can cost: fetches every feed and parses it with the same parser, but stores nothing.
// `fetch-and-parse.ts FILE`; FILE has one address per line.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseFeed } from 'feedsmith'
import { Agent, request } from 'undici'
import { cpuSecondsSince } from '../harness/cpu.ts'

const urls = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split('\n')
const dispatcher = new Agent({ connections: 2 })
const AT_ONCE = 32
const before = process.cpuUsage()
let next = 0
let items = 0

await Promise.all(Array.from({ length: AT_ONCE }, work))
const cpuSeconds = cpuSecondsSince(before)
process.stdout.write(`${JSON.stringify({ items, cpuSeconds })}\n`)
await dispatcher.close()

async function work(): Promise<void> {
  for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
    const { body } = await request(url, { dispatcher, headers: { 'accept-encoding': 'gzip' } })
    const read = parseFeed(gunzipSync(Buffer.from(await body.arrayBuffer())).toString())
    items += (read.format === 'atom' ? read.feed.entries : read.feed.items)?.length ?? 0
  }
}
