import { describe, expect, it } from 'vitest'
import { client, serve } from '../../test/collect/http-client.ts'
import { never } from '../../test/collect/loopback.ts'
import { costGrowth, FAR_FROM_QUADRATIC } from '../../test/processor-time.ts'
import { withCookies } from './client.ts'
import { CookieJar } from './cookies.ts'

const NOW = Date.UTC(2026, 5, 1)

describe('cookies of a visit', () => {
  it('go with its further requests to the same host, and are forgotten after it', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers.cookie)
      if (request.headers.cookie === 'ok=1') response.end('news')
      else response.writeHead(302, { location: '/feed', 'set-cookie': 'ok=1; Path=/' }).end()
    })
    const http = client()
    const visit = withCookies(http)

    const { body } = await visit.get({ url: `${url}/feed`, headers: {} }, never())
    await visit.get({ url: `${url}/other`, headers: {} }, never())
    await http.get({ url: `${url}/feed`, headers: {} }, never())

    expect(body.toString()).toBe('news')
    expect(seen).toEqual([undefined, 'ok=1', 'ok=1', undefined, 'ok=1'])
  })

  it('come back to the host that set them by way of another, which never sees them', async () => {
    const seen: (string | undefined)[] = []
    const feed = await serve((request, response) => {
      const path = request.url ?? ''
      if (request.headers.cookie === 'pass=7' && path === '/feed') response.end('news')
      else if (path === '/feed') response.writeHead(302, { location: `${gate}/check` }).end()
      else response.writeHead(302, { location: '/feed', 'set-cookie': ['a', 'pass=7; Path=/'] }).end()
    })
    const gate = await serve((request, response) => {
      seen.push(request.headers.cookie)
      response.writeHead(302, { location: `${feed}/feed?token=7`, 'set-cookie': 'seen=1' }).end()
    })

    const { body } = await client().get({ url: `${feed}/feed`, headers: {} }, never())

    expect(body.toString()).toBe('news')
    expect(seen).toEqual([undefined])
  })

  it('stand beside those of the settings, and never in their place', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { location: '/b', 'set-cookie': ['id=2', 'x=3'] }).end()
      else response.end(request.headers.cookie)
    })

    const { body } = await client().get({ url, headers: {}, ownHeaders: { cookie: 'id=1; y=4' } }, never())

    expect(body.toString()).toBe('id=1; y=4; x=3')
  })
})

describe('a cookie', () => {
  it.each<[string, string, string, string | undefined]>([
    ['is sent to its host', 'a=1', 'https://paper.example/x', 'a=1'],
    ['has a value with signs', 'a="x=y, z"', 'https://paper.example/x', 'a="x=y, z"'],
    ['may be empty', 'a=', 'https://paper.example/x', 'a='],
    ['is not sent to another host', 'a=1', 'https://other.example/x', undefined],
    ['is not sent to another port', 'a=1', 'https://paper.example:8443/x', undefined],
    [
      'is not sent to a part of its site',
      'a=1; Domain=paper.example',
      'https://www.paper.example/x',
      undefined,
    ],
    ['may name its own domain', 'a=1; Domain=.Paper.Example', 'https://paper.example/x', 'a=1'],
    ['may not name another domain', 'a=1; Domain=other.example', 'https://paper.example/x', undefined],
    ['is not sent beside its path', 'a=1; Path=/news', 'https://paper.example/newsletter', undefined],
    ['is sent below its path', 'a=1; Path=/news', 'https://paper.example/news/1', 'a=1'],
    ['is sent without TLS', 'a=1; Path=/', 'http://paper.example/', 'a=1'],
    ['is not sent without TLS if it is secure', 'a=1; Path=/; Secure', 'http://paper.example/', undefined],
    [
      'is forgotten where its age is over',
      'a=1; Max-Age=0; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
      'https://paper.example/x',
      undefined,
    ],
    [
      'is forgotten after its time',
      'a=1; expires=Thu, 01-Jan-1970 00:00:01 GMT',
      'https://paper.example/x',
      undefined,
    ],
    [
      'is kept where its time cannot be read',
      'a=1; Expires=soon; HttpOnly; SameSite=Lax',
      'https://paper.example/x',
      'a=1',
    ],
    ['needs a name', '=1', 'https://paper.example/x', undefined],
    ['needs a value', 'a', 'https://paper.example/x', undefined],
    ['has no line end', 'a=1\r\nX: y', 'https://paper.example/x', undefined],
    ['has a bound', `a=${'x'.repeat(5_000)}`, 'https://paper.example/x', undefined],
  ])('%s', (_, line, url, sent) => {
    const jar = new CookieJar()

    jar.take([line], new URL('https://paper.example/'), NOW)

    expect(jar.headerFor(new URL(url), undefined)).toBe(sent)
  })

  it('is replaced by one of the same name, and deleted by one that is over', () => {
    const jar = new CookieJar()
    const url = new URL('https://paper.example/a/b')

    jar.take(['a=1', 'a=2', 'b=1; Path=/', 'c=1'], url, NOW)
    jar.take(['c=; Max-Age=-1'], url, NOW)

    expect(jar.headerFor(url, undefined)).toBe('a=2; b=1')
    expect(jar.headerFor(new URL('/', url), undefined)).toBe('b=1')
  })

  it('may not be secure where it came without TLS, and there may be fifty', () => {
    const jar = new CookieJar()
    const url = new URL('http://paper.example/')

    jar.take(['s=1; Secure', ...Array.from({ length: 80 }, (_, n) => `n${n}=1`)], url, NOW)

    expect(jar.headerFor(url, undefined)?.split('; ')).toHaveLength(50)
    expect(jar.headerFor(url, undefined)).not.toContain('s=1;')
  })

  it.each(['a=x_y', 'a=b; path=/x_y', 'a=b; x_y'])('cost in proportion to the blanks in %s', (line) => {
    const take = (size: number): void =>
      new CookieJar().take([line.replace('_', ' '.repeat(size))], new URL('https://paper.example/'), NOW)

    expect(costGrowth(take, 60_000)).toBeLessThan(FAR_FROM_QUADRATIC)
  })
})
