import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RawConnection } from './raw-http.ts'

const LARGE = 300_000

describe('RawConnection', () => {
  let server: Server
  let connection: RawConnection

  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.headers['if-none-match'] === '"known"') response.writeHead(304).end()
      else if (request.url === '/chunks') {
        response.write('first')
        setImmediate(() => response.end('last'))
      } else if (request.url === '/missing') response.writeHead(404, { 'content-length': 2 }).end('no')
      else response.writeHead(200, { 'content-length': LARGE }).end(Buffer.alloc(LARGE, '\r\n'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    connection = await RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })

  afterEach(() => {
    connection.close()
    server.close()
  })

  it('counts answers of every form on one connection', async () => {
    expect(await connection.ask('/large')).toEqual({ status: 200, bytes: LARGE })
    expect(await connection.ask('/', 'If-None-Match: "known"\r\n')).toEqual({ status: 304, bytes: 0 })
    expect((await connection.ask('/chunks')).status).toBe(200)
    expect(await connection.ask('/missing')).toEqual({ status: 404, bytes: 2 })
  })

  it('rejects where the server closes the connection', async () => {
    await connection.ask('/missing')
    const asked = connection.ask('/large')
    server.closeAllConnections()

    await expect(asked).rejects.toThrow(/closed the connection|ECONNRESET/)
  })
})
