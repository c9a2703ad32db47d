import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Answers, type Plan } from './answers.ts'
import { RepeatedRequests } from './repeated-requests.ts'

const PLAN: Plan = {
  key: 'a',
  mimeType: 'text/plain',
  maxAgeSeconds: 1,
  build: async () => ({ bytes: () => Buffer.from('kept') }),
}

let version: { seq: number; at: number }
let answers: Answers
let repeated: RepeatedRequests
let server: Server
let base: string

beforeEach(async () => {
  version = { seq: 1, at: 1000 }
  answers = new Answers(
    {
      store: { version: () => ({ ...version }), lastChange: () => version.seq, lastChangeOf: () => 1 },
      search: { refresh: async () => undefined, version: () => ({ seq: 1, at: 1000 }) },
    },
    () => 0,
    1e6,
  )
  repeated = new RepeatedRequests(answers, { now: () => 0, isPrivate: false }, { 'x-always': 'there' })
  server = createServer((request, response) => {
    if (!repeated.answer(request, response, 'http://x')) response.end('asked anew')
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening())
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

it('answers from what is kept as long as it holds', async () => {
  expect(await text('/a')).toBe('asked anew')
  repeated.remember('http://x', '/a', '/a', PLAN)
  expect(await text('/a')).toBe('asked anew')

  await answers.find(PLAN)
  expect(await text('/a')).toBe('kept')
  expect(await text('/a?b')).toBe('asked anew')
  expect(await text('/a', 'POST')).toBe('asked anew')

  version.seq = 2
  expect(await text('/a')).toBe('asked anew')
})

it('forgets other base URLs', async () => {
  await answers.find(PLAN)
  repeated.remember('http://y', '/a', '/a', PLAN)

  expect(await text('/a')).toBe('asked anew')
})

it('keeps no address that is long', async () => {
  const long = `/a?q=${'x'.repeat(600)}`
  await answers.find(PLAN)
  repeated.remember('http://x', long, '/a', PLAN)

  expect(await text(long)).toBe('asked anew')
})

async function text(path: string, method = 'GET'): Promise<string> {
  return (await fetch(base + path, { method })).text()
}
