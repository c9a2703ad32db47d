import { describe, expect, it } from 'vitest'
import { apiOf } from '../api/api-of.ts'
import { ask } from '../api/ask.ts'
import { openAgentsWorld } from './world.ts'

const api = apiOf(openAgentsWorld)

function post(message: object, accept: string | undefined) {
  const headers = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
  return ask(`${api.base}/mcp`, { method: 'POST', headers, body })
}

describe('an agent whose client is careless', () => {
  it.each([undefined, '*/*', 'application/json', 'application/json;q=0.9, text/plain'])(
    'gets one message in JSON where it accepts %s',
    async (accept) => {
      const reply = await post({ method: 'ping' }, accept)

      expect([reply.status, reply.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
      expect(JSON.parse(reply.text)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    },
  )

  it.each(['text/event-stream', 'application/json, text/event-stream'])(
    'gets an event where it accepts %s',
    async (accept) => {
      const reply = await post({ method: 'ping' }, accept)

      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream'])
      expect(reply.text).toMatch(/^event: message\ndata: \{.*\}\n\n$/)
    },
  )

  it.each([
    [{ method: 'tools/list', params: null }, 'tools'],
    [{ method: 'tools/list', params: { cursor: null, _meta: null } }, 'tools'],
    [{ method: 'resources/list', params: null }, 'resources'],
    [{ method: 'tools/call', params: { name: 'top_stories', arguments: null } }, 'content'],
    [{ method: 'tools/call', params: { name: 'search', arguments: { q: 'line', limit: null } } }, 'content'],
  ])('may write null for what it leaves out: %j', async (message, field) => {
    const { result } = JSON.parse((await post(message, undefined)).text) as {
      result: Record<string, unknown>
    }

    expect(result).toHaveProperty(field)
    expect(result['isError'] ?? false).toBe(false)
  })

  it('is refused as before without an id that counts', async () => {
    const reply = await post({ id: null, method: 'ping' }, undefined)

    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('-32600')])
  })
})
