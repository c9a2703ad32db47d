import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { buildConnector } from 'undici'
import { describe, expect, it } from 'vitest'
import { client, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
import { callLeniently } from './call-leniently.ts'
import { HttpFailure } from './failure.ts'

const BODY = Buffer.from('{"title":"Grüße 東京"}')

async function failureOf(posted: Promise<unknown>): Promise<HttpFailure> {
  const outcome: unknown = await posted.catch((cause: unknown) => cause)
  if (outcome instanceof HttpFailure) return outcome
  throw new Error(`no failure but ${String(outcome)}`, { cause: outcome })
}

function requestTo(url: string) {
  return { url, headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' }, body: BODY }
}

describe('a request that sends a body', () => {
  it('sends it with its headers, and the credentials of its address', async () => {
    const got: { method?: string; headers: IncomingMessage['headers']; body: string }[] = []
    const url = await serve((request, response) => {
      void text(request).then((body) => {
        got.push({ method: request.method ?? '', headers: request.headers, body })
        return response.writeHead(202).end('ok')
      })
    })

    const answer = await client().post(requestTo(url.replace('//', '//ann:secret@')), never())

    expect(answer.status).toBe(202)
    expect(got).toMatchObject([
      {
        method: 'POST',
        body: BODY.toString(),
        headers: {
          'content-type': 'application/json',
          'content-length': String(BODY.length),
          'webhook-id': 'msg_1',
          'user-agent': 'test',
          authorization: `Basic ${Buffer.from('ann:secret').toString('base64')}`,
        },
      },
    ])
  })

  it('sends the body with its head: a server may answer what it reads first, and close the connection', async () => {
    const url = new URL(await serve((_, response) => response.end()))
    const writes: string[] = []
    const connecting: buildConnector.connector = ({ port }, connected) => {
      const socket = connect(Number(port))
      const write = socket.write.bind(socket)
      socket.write = (data: string | Uint8Array) => {
        writes.push(typeof data === 'string' ? data : Buffer.from(data).toString())
        return write(data)
      }
      connected(null, socket)
    }

    const { response } = callLeniently(connecting, { url, headers: {}, body: BODY }, 1_000, () => ({
      bytes: 10,
      beyond: 'cut',
    }))

    expect((await response).status).toBe(200)
    expect(writes[0]).toMatch(/^POST [^]*Grüße/)
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    const asked: string[] = []
    const other = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    const url = await serve((_, response) => response.writeHead(status, { location: `${other}/in` }).end())

    const failure = await failureOf(client().post(requestTo(url), never()))

    expect(failure).toMatchObject({ code: 'badRedirect', exchange: { status } })
    expect(failure.message).toContain(`redirects to ${other} (HTTP ${status}), which is not followed`)
    expect(asked).toEqual([])
  })

  it('says that a redirect is to another path, which may be secret', async () => {
    const url = await serve((_, response) => response.writeHead(308, { location: '/secret/' }).end())

    const failure = await failureOf(client().post(requestTo(url), never()))

    expect(failure.message).toContain('redirects to another path (HTTP 308), which is not followed')
  })

  it('is refused to a private address', async () => {
    const url = await serve((_, response) => response.end())

    const failure = await failureOf(client({ allowAddresses: [] }).post(requestTo(url), never()))

    expect(failure).toMatchObject({ code: 'blockedAddress', exchange: { status: null } })
  })

  it('is sent once, though the server ends without an answer', async () => {
    let received = 0
    const url = await serve((request) => {
      void text(request).then(() => {
        received += 1
        return request.socket.destroy()
      })
    })

    const failure = await failureOf(client().post(requestTo(url), never()))

    expect(failure).toMatchObject({ code: 'refused', exchange: { status: null } })
    expect(received).toBe(1)
  })

  it('says when to try again', async () => {
    const url = await serve((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())

    const failure = await failureOf(client().post(requestTo(url), never()))

    expect(failure).toMatchObject({ code: 'rateLimited', exchange: { status: 429, retryAfterMs: 30_000 } })
  })

  it('ends when nobody waits for it any more, or after its time', async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()

    const stopped = client().post(requestTo(url), stop.signal)
    stop.abort(new Error('stopped'))

    await expect(stopped).rejects.toThrow('stopped')
    const late = await failureOf(client({ timeoutMs: 50 }).post(requestTo(url), never()))
    expect(late.code).toBe('timeout')
  })
})
