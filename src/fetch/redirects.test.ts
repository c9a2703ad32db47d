import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answering, client, failure, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'

describe('redirects', () => {
  it('are followed, and tell where permanent ones lead', async () => {
    const url = await serve((request, response) => {
      const next: Record<string, [number, string]> = {
        '/a': [301, '/b'],
        '/b': [308, 'c'],
        '/c': [302, '/d'],
        '/d': [300, '/e'],
      }
      const [status, location] = next[request.url ?? ''] ?? [200, '']
      response.writeHead(status, location === '' ? {} : { location }).end('there')
    })

    const answer = await client().get({ url: `${url}/a`, headers: {} }, never())

    expect(answer.exchange).toMatchObject({ finalUrl: `${url}/e`, permanentUrl: `${url}/c` })
  })

  it('are followed five times, and no further', async () => {
    const url = await serve((request, response) => {
      const hop = Number(request.url?.slice(1))
      response.writeHead(hop === 0 ? 200 : 302, { location: `/${hop - 1}` }).end()
    })

    const five = await client().get({ url: `${url}/5`, headers: {} }, never())
    const six = await failure(client(), `${url}/6`)

    expect(five.status).toBe(200)
    expect(six).toMatchObject({ code: 'badRedirect', message: /needs more than 5 redirects/ })
  })

  it('that are stated twice lead to the first place', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, ['location', '/a,b', 'location', '/c']).end()
      else response.end(request.url)
    })

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('/a,b')
  })

  it('in a circle end', async () => {
    const url = await serve((_, response) => response.writeHead(301, { location: '/' }).end())

    expect(await failure(client(), url)).toMatchObject({ code: 'badRedirect' })
  })

  it.each([302, 303, 300])('that name no address are told so: %i', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end())

    expect(await failure(client(), url)).toMatchObject({ code: 'badRedirect' })
  })

  it('to what is no address are told so', async () => {
    const url = await serve((_, response) => response.writeHead(301, { location: 'http://' }).end())

    expect(await failure(client(), url)).toMatchObject({ code: 'badRedirect' })
  })

  it.each(['file:///etc/passwd', 'ftp://files.example/', 'javascript:alert(1)', 'gopher://127.0.0.1/'])(
    'to %s are not followed',
    async (location) => {
      const url = await serve((_, response) => response.writeHead(302, { location }).end())

      expect(await failure(client(), url)).toMatchObject({
        code: 'badRedirect',
        message: /not http or https/,
      })
    },
  )

  it('take credentials to the same origin only', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end()
    })
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: request.url === '/a' ? '/b' : other }).end()
    })

    const answer = await client().get(
      { url: url.replace('://', '://jo:p%40ss@') + '/a', headers: {} },
      never(),
    )

    const basic = `Basic ${Buffer.from('jo:p@ss').toString('base64')}`
    expect(seen).toEqual([basic, basic, undefined])
    expect(answer.exchange.finalUrl).not.toContain('p%40ss')
  })

  it('do not bring credentials of their own', async () => {
    const other = await serve((request, response) => response.end(request.headers.authorization ?? 'none'))
    const url = await serve((_, response) =>
      response.writeHead(302, { location: other.replace('://', '://a:b@') }).end(),
    )

    const answer = await client().get({ url, headers: {} }, never())

    expect(answer.body.toString()).toBe('none')
  })
})

describe('the address guard at work', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.1',
    'http://0',
    'http://１２７.0.0.1',
    'http://127.0.0.1.',
    'http://localhost',
    'http://localhost.',
    'http://LOCALHOST',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://user:password@127.0.0.1',
  ])('keeps %s from being connected', async (host) => {
    let connections = 0
    const url = await serve((_, response) => response.end(String(connections++)))

    const failed = await failure(client({ allowAddresses: [] }), `${host}:${new URL(url).port}/`)

    expect(['blockedAddress', 'dns']).toContain(failed.code) // not every system knows `localhost.`
    expect(connections).toBe(0)
  })

  it.each(['http://127.0.0.2', 'http://[::1]', 'http://0', 'http://169.254.169.254', 'http://2130706434'])(
    'keeps a redirect to %s from being connected',
    async (target) => {
      const paths: (string | undefined)[] = []
      const url = await serve((request, response) => {
        paths.push(request.url)
        const location = `${target}:${new URL(url).port}/inside`
        response.writeHead(302, { location }).end()
      })

      const failed = await failure(client({ allowAddresses: ['127.0.0.1/32'] }), url)

      expect(failed.code).toBe('blockedAddress')
      expect(paths).toEqual(['/'])
    },
  )

  it('refuses a name if any of its addresses is not public', async () => {
    const lookup = answering([
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])

    const failed = await failure(client({ allowAddresses: [], lookup }), 'http://news.example/')

    expect(failed).toMatchObject({ code: 'blockedAddress', message: /127\.0\.0\.1/ })
  })

  it('is not fooled by a name that changes its address', async () => {
    let connections = 0
    const url = await serve((_, response) => response.end(String(connections++)))
    let lookups = 0
    const stop = new AbortController()
    const lookup: LookupFunction = (_, options, callback) => {
      lookups++
      const address = lookups === 1 ? '203.0.114.1' : '127.0.0.1'
      if (options.all === true) callback(null, [{ address, family: 4 }])
      else callback(null, address, 4)
      stop.abort(new Error('nobody is there'))
    }
    const http = client({ allowAddresses: [], lookup })
    const rebound = `http://rebind.example:${new URL(url).port}/`

    await expect(http.get({ url: rebound, headers: {} }, stop.signal)).rejects.toThrow('nobody is there')
    const second = await failure(http, rebound)

    expect(second.code).toBe('blockedAddress')
    expect(connections).toBe(0)
  })
})
