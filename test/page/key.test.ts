import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../src/model/api-key.ts'
import { ask } from '../api/ask.ts'
import { serveWorld } from './world-service.ts'

const PREFIX = '/digest'
const KEY = 'a key & of my own'

const service = serveWorld(5, {
  prefix: PREFIX,
  config: { apiKeys: [apiKey(KEY, 'all'), apiKey('my feed reader', 'feeds')] },
})

function apiKey(key: string, scope: ApiKey['scope']): ApiKey {
  return { name: key, hash: createHash('sha256').update(key).digest('hex'), scope }
}

/** What a browser without scripts sends, from the form that it was shown. */
async function submit(html: string, key: string, headers: Readonly<Record<string, string>> = {}) {
  const [, action = ''] = /<form[^>]* method="post" action="([^"]+)"/.exec(html) ?? []
  const [, back = ''] = /name="back" value="([^"]+)"/.exec(html) ?? []
  return ask(new URL(action, service.base).href, {
    method: 'POST',
    headers: {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams({ back: back.replaceAll('&amp;', '&'), key }).toString(),
  })
}

const footerOf = (html: string) => html.slice(html.indexOf('<footer'), html.indexOf('</footer>'))
const headingOf = (html: string) => /<h1>([^<]*)/.exec(html)?.[1]

describe('the form for a key, without scripts', () => {
  it('leads to where its reader wanted to go', async () => {
    const reply = await ask(`${service.base}/list?category=world&limit=5`)

    const given = await submit(reply.text, KEY)
    const cookie = given.headers['set-cookie']?.split(';')[0] ?? ''
    const view = await ask(new URL(given.headers['location'] ?? '', service.base).href, {
      headers: { cookie },
    })

    expect([reply.status, headingOf(reply.text)]).toEqual([401, 'This collection requires an API key'])
    expect([given.status, given.headers['location']]).toEqual([303, '/digest/list?category=world&limit=5'])
    expect(view.status).toBe(200)
  })

  it.each([
    ['a guess', 'en', 'This API key is wrong'],
    ['a guess', 'de', 'Dieser API-Schlüssel ist falsch'],
    ['my feed reader', 'en', 'This API key opens feeds only'],
    ['my feed reader', 'de', 'Dieser API-Schlüssel öffnet nur Feeds'],
  ])('says what is wrong with a key, and lets another be tried: %s, %s', async (key, language, heading) => {
    const reply = await ask(`${service.base}/list?category=world`)

    const refused = await submit(reply.text, key, { 'accept-language': language })
    const again = await submit(refused.text, KEY)

    expect([refused.status, refused.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
    expect(headingOf(refused.text)).toBe(heading)
    expect(refused.text).toContain(`<title>${heading} · `)
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.headers['content-security-policy']).toContain("script-src 'self'")
    expect(refused.text).not.toContain(key)
    expect(again.headers['location']).toBe('/digest/list?category=world')
  })

  it('says so, too, of a key that the browser kept and that no longer opens', async () => {
    const view = await ask(service.base + '/', { headers: { cookie: 'digest-key=of-last-year' } })

    expect([view.status, headingOf(view.text)]).toEqual([401, 'This API key is wrong'])
  })

  it('lets a reader forget the key, right or wrong', async () => {
    const cookie = `digest-key=${encodeURIComponent(KEY)}`
    const view = await ask(`${service.base}/list?category=world`, { headers: { cookie } })
    const basic = `Basic ${Buffer.from(`me:${KEY}`).toString('base64')}`
    const wrong = await ask(`${service.base}/list`, { headers: { cookie: 'digest-key=of-last-year' } })
    const without = await ask(`${service.base}/list`, { headers: { authorization: basic } })

    const forgotten = await submit(footerOf(view.text), '', { cookie })

    expect([forgotten.status, forgotten.headers['location']]).toEqual([303, '/digest/list?category=world'])
    expect(forgotten.headers['set-cookie']).toMatch(/^digest-key=; Path=\/digest\/; Max-Age=0; HttpOnly/)
    expect(footerOf(wrong.text)).toContain('Forget this API key')
    expect([without.status, without.text.includes('Forget this API key')]).toEqual([200, false])
  })

  it('neither sets nor forgets a key for a form of another site', async () => {
    const reply = await ask(`${service.base}/list`)

    const answers = await Promise.all(
      [KEY, ''].map((key) => submit(reply.text, key, { 'sec-fetch-site': 'cross-site' })),
    )

    expect(answers.map(({ status, headers }) => [status, headers['set-cookie']])).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })

  it('leads whoever opens its address alone to the front page', async () => {
    const { status, headers } = await ask(`${service.base}/key`)

    expect([status, headers['location']]).toEqual([303, '/digest/'])
  })
})

describe('links to feeds where keys are asked for', () => {
  it.each([
    ['/', 200],
    ['/list?category=world', 200],
    ['/source?id=alpha', 200],
    ['/story?id=1', 200],
    ['/nowhere', 404],
  ])('can be subscribed to as they stand: %s', async (path, expected) => {
    const cookie = `digest-key=${encodeURIComponent(KEY)}`

    const { status, text } = await ask(service.base + path, { headers: { accept: 'text/html', cookie } })
    const links = [...text.matchAll(/href="([^"]*\/feed\/[^"]+)"/g)].map(([, href = '']) => href)
    const answers = await Promise.all(
      links.map((link) => ask(new URL(link.replaceAll('&amp;', '&'), service.base).href)),
    )

    expect(status).toBe(expected)
    expect(links.length).toBeGreaterThan(3)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(text).not.toContain(encodeURIComponent(KEY))
  })
})
