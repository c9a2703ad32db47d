import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenRequestAnswerer } from './errors.ts'
import { createListener, type Listener } from './listener.ts'

const HERE = { host: '127.0.0.1', port: 0 }

describe('a server whose interface changes', () => {
  let listener: Listener

  afterEach(() => listener.close())

  it('lets the interface that began an answer end it, closes that one then, and asks the new one next', async () => {
    listener = createListener(pino({ level: 'silent' }))
    const gate = deferred()
    const begun = deferred()
    const closed = deferred()
    const old = named('old', closed.resolve)
    old.get('/slow', async () => {
      begun.resolve()
      await gate.promise
      return 'old, in the end'
    })
    await listener.use(old)
    const address = await listener.listen(HERE)
    const slow = fetch(`${address}/slow`)
    await begun.promise

    await listener.use(named('new'))
    const next = await textOf(fetch(`${address}/name`))
    gate.resolve()

    expect(next).toBe('new')
    expect(await textOf(slow)).toBe('old, in the end')
    await closed.promise
  })

  it('loses no request, however often it changes', async () => {
    listener = createListener(pino({ level: 'silent' }))
    await listener.use(named('0'))
    const address = await listener.listen(HERE)
    const stop = new AbortController()
    const answers: string[] = []
    const clients = Array.from({ length: 8 }, async () => {
      while (!stop.signal.aborted) answers.push(await textOf(fetch(`${address}/name`)))
    })

    for (let change = 1; change <= 50; change += 1) await listener.use(named(String(change)))
    const enough = answers.length + 50
    while (answers.length < enough) await new Promise(setImmediate)
    stop.abort()
    await Promise.all(clients)

    expect(answers.every((answer) => /^\d+$/.test(answer))).toBe(true)
    expect(answers.at(-1)).toBe('50')
  })

  it.skipIf(!hasIpv6())('listens on both addresses of localhost, and closes both', async () => {
    listener = createListener(pino({ level: 'silent' }))
    await listener.use(named('old'))
    const first = await listener.listen({ host: 'localhost', port: 0 })
    const addresses = [first, first.replace('127.0.0.1', '[::1]')]
    const names = () => Promise.all(addresses.map((address) => textOf(fetch(`${address}/name`))))

    const before = await names()
    await listener.use(named('new'))
    const after = await names()
    await listener.close()

    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([before, after]).toEqual([
      ['old', 'old'],
      ['new', 'new'],
    ])
    for (const address of addresses) await expect(fetch(`${address}/name`)).rejects.toThrow('fetch failed')
  })

  it.skipIf(!hasIpv6())('listens nowhere where one of the addresses of localhost is taken', async () => {
    listener = createListener(pino({ level: 'silent' }))
    const other = createListener(pino({ level: 'silent' }))
    const port = Number(new URL(await other.listen({ host: '::1', port: 0 })).port)

    const refused = await listener.listen({ host: 'localhost', port }).catch((error: unknown) => error)

    expect(refused).toMatchObject({ code: 'EADDRINUSE' })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    await other.close()
  })

  it('closes connections above its limit, says so once, and answers as soon as others have ended', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) }
    listener = createListener(pino({ level: 'error' }, log), 2)
    await listener.use(named('here'))
    const address = await listener.listen(HERE)
    const open = (): Socket =>
      connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined)
    const idle = [open(), open()]
    await Promise.all(idle.map((socket) => once(socket, 'connect')))

    for (const socket of [open(), open()]) await once(socket, 'close')
    for (const socket of idle) socket.destroy()
    await expect.poll(() => textOf(fetch(`${address}/name`)).catch(() => 'closed')).toBe('here')

    expect(lines).toEqual([expect.stringMatching(/^no more connections are taken while 2 are open/)])
  })

  it('lets the interface of the moment answer what is no HTTP', async () => {
    listener = createListener(pino({ level: 'silent' }))
    await listener.use(refusing('https://old.example'))
    const port = Number(new URL(await listener.listen(HERE)).port)

    const first = await replyTo('nonsense\r\n\r\n', port)
    await listener.use(refusing('https://new.example'))
    const second = await replyTo('nonsense\r\n\r\n', port)

    expect(first).toMatch(/^HTTP\/1\.1 400 [^]*access-control-allow-origin: https:\/\/old\.example\r\n/)
    expect(second).toMatch(/^HTTP\/1\.1 400 [^]*access-control-allow-origin: https:\/\/new\.example\r\n/)
    expect(second).toContain('"code":"requestInvalid"')
  })
})

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
}

/** An interface that lets pages of one origin read its early errors. */
function refusing(origin: string): FastifyInstance {
  return Fastify({ clientErrorHandler: brokenRequestAnswerer({ 'access-control-allow-origin': origin }) })
}

async function replyTo(request: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

function named(name: string, onClosed?: () => void): FastifyInstance {
  const app = Fastify()
  app.get('/name', () => name)
  app.addHook('onClose', () => onClosed?.())
  return app
}

async function textOf(answer: Promise<Response>): Promise<string> {
  return (await answer).text()
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
