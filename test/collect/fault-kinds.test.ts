import { describe, expect, it } from 'vitest'
import { failureKind } from '../../src/model/advice.ts'
import { client, failure, serve } from './http-client.ts'

/** What the page and `doctor` make of a request that failed. */
async function kindOf(url: string) {
  const { code, message, exchange } = await failure(client(), url)
  return failureKind({ code, message, status: exchange.status })
}

describe('a server that refuses a feed', () => {
  it.each([
    [401, 'loginRequired'],
    [402, 'paymentRequired'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [406, 'notAcceptable'],
    [410, 'gone'],
    [418, 'http4xx'],
    [451, 'blockedByLaw'],
    [500, 'http5xx'],
  ])('with %d is told apart: %s', async (status, kind) => {
    const site = await serve((_, response) => response.writeHead(status).end('no'))

    expect(await kindOf(`${site}/feed`)).toBe(kind)
  })

  it('by speaking no https is told from one whose certificate is wrong', async () => {
    const site = await serve((_, response) => response.end('plain'))

    expect(await kindOf(site.replace('http:', 'https:'))).toBe('tlsMissing')
  })

  it('by its private address is named with what allows it', async () => {
    const { message } = await failure(client({ allowAddresses: [] }), 'http://127.0.0.1:9/feed')

    expect(message).toBe('127.0.0.1 is private. To allow it, add it to collect.allowAddresses.')
  })
})
