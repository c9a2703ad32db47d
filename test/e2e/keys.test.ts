import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

const cwd = emptyFolder()
/** Sent as a key, and no key. */
const WRONG = 'canary-wrong-key-5b1f0e77'
let service: Serving
let ann = ''
let bob = ''

beforeAll(async () => {
  writeFileSync(join(cwd, 'digest.yaml'), 'log: { level: trace }\n')
  ann = (await runCli(['keys', 'add', 'ann', '--limit', '3/1h'], cwd)).stdout.trim()
  bob = (await runCli(['keys', 'add', 'bob'], cwd)).stdout.trim()
  service = await serve([], cwd)
})

afterAll(async () => {
  await service.stop()
})

it('a key opens the service until it is revoked, without a restart', async () => {
  expect(await status(bob)).toBe(200)
  expect(await status(WRONG)).toBe(401)

  await runCli(['keys', 'revoke', 'bob'], cwd)

  await eventually(
    () => status(bob),
    (code) => code === 401,
  )
})

it('a key has its own limit', async () => {
  const codes = []
  for (let n = 0; n < 4; n++) codes.push(await status(ann))

  expect(codes).toEqual([200, 200, 200, 429])
})

it('denied requests are a line of the log for each client and minute, and no key is in any', async () => {
  const basic = `Basic ${Buffer.from(`x:${WRONG}`).toString('base64')}`
  await ask('/feed/rss', { authorization: basic })
  await ask(`/feed/rss?key=${WRONG}`)
  await ask(`/feed/rss?key=${bob}&limit=x`)
  await ask('/api/items', { cookie: `digest-key=${WRONG}` })
  await ask('/', { cookie: `digest-key=${WRONG}` })
  await ask('/api/nothing?key=' + WRONG)
  await service.stop()

  const { stdout, stderr } = service.output()
  const lines = (stdout + stderr)
    .split('\n')
    .filter((line) => line.includes('request denied'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  expect(lines.length).toBeGreaterThanOrEqual(1)
  expect(lines[0]).toMatchObject({ address: '127.0.0.1', count: 1 })
  for (const secret of [ann, bob, WRONG, basic.slice(6)]) expect(stdout + stderr).not.toContain(secret)
})

async function status(key: string): Promise<number> {
  return (await ask('/api/items', { authorization: `Bearer ${key}` })).status
}

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(service.url + path, { headers })
  await response.arrayBuffer()
  return response
}
