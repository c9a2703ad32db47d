import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiOf } from '../api/api-of.ts'
import { ask } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { connectHttp } from './agent.ts'
import { openAgentsWorld } from './world.ts'

const api = apiOf(openAgentsWorld)

const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

describe('a request to /mcp', () => {
  it.each(['GET', 'DELETE', 'PUT'])('by %s is refused with what is allowed', async (method) => {
    const reply = await ask(`${api.base}/mcp`, { method })

    expect([reply.status, reply.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
  })

  it('may come from pages of any origin where the settings say so', async () => {
    const preflight = await ask(`${api.base}/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version',
      },
    })

    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-headers']).toContain('mcp-protocol-version')
  })

  it.each([
    ['not JSON', '{', 400, /-32700/],
    ['several messages', `[${body},${body}]`, 400, /one message in each request/],
    ['too long', ' '.repeat(70_000), 400, /too large/i],
    ['empty', '', 400, /-32700/],
  ])('that is %s is refused', async (_, text, status, expected) => {
    const reply = await ask(`${api.base}/mcp`, { method: 'POST', headers: json, body: text })

    expect([reply.status, reply.text]).toEqual([status, expect.stringMatching(expected)])
  })

  it('of another type is refused', async () => {
    const headers = { ...json, 'content-type': 'text/plain' }

    expect((await ask(`${api.base}/mcp`, { method: 'POST', headers, body })).status).toBe(415)
  })

  it('opens no stream that stays', async () => {
    const method = 'subscriptions/listen'
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { notifications: { resourcesListChanged: true }, _meta: meta }
    const reply = await ask(`${api.base}/mcp`, {
      method: 'POST',
      headers: { ...json, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })

    expect(reply.json).toMatchObject({ error: { message: 'Subscription limit reached' } })
  })
})

describe('a client that asks for everything', () => {
  it.each(['prompts', 'resources'])('hears that there are no %s, and no error', async (kind) => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `${kind}/list` })
    const headers = { 'content-type': 'application/json' }
    const reply = await ask(`${api.base}/mcp`, { method: 'POST', headers, body: message })

    expect(reply.json).toMatchObject({ result: { [kind]: [] } })
  })
})

describe('the settings of the service', () => {
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
  const apiKeys = [
    {
      name: 'all',
      hash: hashOf('the-whole-key'),
      scope: 'all' as const,
      rateLimit: { max: 5, perMs: 600_000 },
    },
    { name: 'reader', hash: hashOf('a-feeds-key'), scope: 'feeds' as const },
  ]
  let locked: Served

  beforeAll(async () => {
    const baseUrl = 'https://news.example.org/digest'
    locked = await serve(api.world.store, { apiKeys, baseUrl, corsOrigins: ['https://app.example'] })
  })

  afterAll(() => locked.close())

  it('open it to a key that opens all, and to no other', async () => {
    const status = async (headers: Readonly<Record<string, string>>, url = '/mcp') =>
      (await ask(locked.base + url, { method: 'POST', headers: { ...json, ...headers }, body })).status

    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer wrong' })).toBe(401)
    const feeds = { ...json, authorization: 'Bearer a-feeds-key' }
    const refused = await ask(`${locked.base}/mcp`, { method: 'POST', headers: feeds, body })
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('opens feeds only')])
    expect(await status({}, '/mcp?key=the-whole-key')).toBe(401)
    for (const url of ['/%6dcp', '/mcp/', '/%6dcp/', '/digest/mcp/']) expect(await status({}, url)).toBe(401)
    const basic = Buffer.from('x:the-whole-key').toString('base64')
    expect(await status({ authorization: `Basic ${basic}` })).toBe(200)
    for (const url of ['/digest/mcp', '/mcp/'])
      expect(await status({ authorization: 'Bearer the-whole-key' }, url)).toBe(200)
  })

  it('give an agent with a key what the key may see', async () => {
    const mine = await serve(api.world.store, {
      apiKeys: [{ name: 'all', hash: hashOf('key-for-agents'), scope: 'all' }],
    })
    const one = await connectHttp(mine.base, 'auto', { authorization: 'Bearer key-for-agents' })

    expect((await one.call('top_stories')).isError).toBe(false)
    await one.close()
    await mine.close()
  })

  it('count each request once, whatever it asks inside', async () => {
    const mine = await serve(api.world.store, { rateLimit: { max: 3, perMs: 600_000 } })
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'story', arguments: { id: 1 } },
    }
    const send = () => ask(`${mine.base}/mcp`, { method: 'POST', headers: json, body: JSON.stringify(call) })

    const replies = [await send(), await send(), await send(), await send()]

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(replies[3]?.headers['retry-after']).toMatch(/^\d+$/)
    await mine.close()
  })

  it.each([
    ['https://app.example', {}, 200],
    ['https://news.example.org', {}, 200],
    ['https://evil.example', {}, 403],
    ['null', {}, 403],
    ['http://evil.example:8080', { host: 'evil.example:8080' }, 403],
  ])('say whether pages of %s may ask (%j)', async (origin, more, status) => {
    const open = await serve(api.world.store, {
      baseUrl: 'https://news.example.org/digest',
      corsOrigins: ['https://app.example'],
    })
    const headers = { ...json, origin, ...more }

    expect((await ask(`${open.base}/mcp`, { method: 'POST', headers, body })).status).toBe(status)
    await open.close()
  })

  it('let a page of this machine ask where no page of others may', async () => {
    const open = await serve(api.world.store, { corsOrigins: [] })
    const headers = { ...json, origin: open.base }

    expect((await ask(`${open.base}/mcp`, { method: 'POST', headers, body })).status).toBe(200)
    const rebound = { ...json, origin: 'http://evil.example', host: 'evil.example' }
    expect((await ask(`${open.base}/mcp`, { method: 'POST', headers: rebound, body })).status).toBe(403)
    await open.close()
  })
})
