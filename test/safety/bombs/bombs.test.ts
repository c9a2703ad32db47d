import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSource, openSite, type Site } from '../../collect/loopback.ts'
import type { Bomb } from './bomb.ts'
import { PACKED_BOMBS } from './packed-bombs.ts'
import { SIZE_BOMBS } from './size-bombs.ts'
import type { Visited } from './visitor.ts'
import { xmlBombs } from './xml-bombs.ts'

/**
 * Processor time of one visit, which other work on the machine hardly changes; ms. The dearest takes 1 to 3 s, by machine. What grows
 * with the square of such a document takes minutes.
 */
const MAX_CPU_MS = 10_000
/** Of the process, with all that Node and the compiler take; what one visit holds is a fraction of it. */
const MAX_PEAK_BYTES = 700e6
const HEAP_MB = 256

let site: Site
let canary: Site
let visitor: ChildProcess
let bomb: Bomb | undefined
const rows: string[] = []

beforeAll(async () => {
  canary = await openSite({})
  site = await openSite({
    '/feed': (_, response) => response.writeHead(200, { ...bomb?.headers }).end(bomb?.body()),
  })
  visitor = fork(fileURLToPath(new URL('./visitor.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', `--max-old-space-size=${HEAP_MB}`],
  })
  await once(visitor, 'message')
})

afterAll(async () => {
  visitor.kill()
  await site.close()
  await canary.close()
  console.info(rows.join('\n'))
})

describe('documents made to do harm are refused or cut, and cost little', () => {
  // The canary's address is known only once it listens.
  it.each(xmlBombs('').map(({ name }, index) => ({ name, index })))('XML: $name', async ({ index }) => {
    await blow(xmlBombs(canary.url)[index])

    expect(canary.requests).toEqual([])
  })

  it.each(SIZE_BOMBS)('size: $name', blow)

  it.each(PACKED_BOMBS)('packed: $name', blow)
})

async function blow(one: Bomb | undefined): Promise<void> {
  if (one === undefined) throw new Error('no such document')
  let visited = await visit(one)
  // The best of three: on a busy machine the same work can take more processor time.
  for (let tries = 1; tries < 3 && visited.cpuMs >= MAX_CPU_MS; tries++) visited = await visit(one)

  rows.push(`| ${one.name} | ${visited.outcome} | ${visited.entries} | ${visited.cpuMs} |`)
  expect(visited.outcome).toMatch(one.outcome)
  // Nothing from a file of this machine, and nothing without bound.
  expect(visited.title).not.toMatch(/root:/)
  expect(visited.title.length).toBeLessThanOrEqual(1_000)
  expect(visited.longest).toBeLessThanOrEqual(10_000_000)
  expect(visited.entries).toBeLessThanOrEqual(5_000)
  expect(visited.cpuMs).toBeLessThan(MAX_CPU_MS)
  expect(visited.peakBytes).toBeLessThan(MAX_PEAK_BYTES)
}

async function visit(one: Bomb): Promise<Visited> {
  bomb = one
  const stop = new AbortController()
  const answered = once(visitor, 'message', stop)
  const died = once(visitor, 'exit', stop).then(() => [undefined])
  visitor.send(aSource({ url: `${site.url}/feed` }))

  const [visited] = (await Promise.race([answered, died])) as [Visited | undefined]
  stop.abort()
  await Promise.allSettled([answered, died])

  if (visited === undefined) throw new Error('the visit ended its process')
  return visited
}
