import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { drain } from './serving.ts'

it('drops no request of clients that keep asking while a server ends', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  const url = await listening(server)
  const pending = Array.from({ length: 20 }, () => askUntilStopped(url))
  await requests(server, 100)

  await drain([server], 5_000)
  await new Promise((closed) => server.close(closed))

  expect(await Promise.all(pending)).toEqual(pending.map(() => 'told'))
})

it('waits no longer than it may for those who ask for nothing', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  const url = await listening(server)
  const agent = new Agent({ keepAlive: true })
  await ask(url, agent)

  await drain([server], 50)
  await new Promise((closed) => server.close(closed))

  expect(server.listening).toBe(false)
  agent.destroy()
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function requests(server: Server, count: number): Promise<void> {
  let seen = 0
  return new Promise((resolve) => {
    server.on('request', () => {
      seen += 1
      if (seen === count) resolve()
    })
  })
}

/** Asks over one connection again and again; what fails on the way is an error. */
async function askUntilStopped(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const { headers } = await ask(url, agent)
    if (headers.connection === 'close') return 'told'
  }
}

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => response.resume().once('end', () => resolve(response)))
    request.once('error', reject)
  })
}
