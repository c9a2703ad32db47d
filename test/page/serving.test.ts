import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../api/ask.ts'
import { NOW, openWorld, type World } from '../api/world.ts'
import { openService, type Service } from './open-service.ts'

/** Everything that comes with the front page before somebody can read and use it, compressed. */
const FIRST_VIEW_BYTES = 60_000

const NOTICE = { en: 'This is <b>invented</b>.', de: 'Das ist erfunden.', fr: 'Tout ceci est inventé.' }

let world: World
let service: Service
let html: string

beforeAll(async () => {
  world = await openWorld(60)
  service = await openService({ store: world.store, now: () => NOW, notice: NOTICE })
  html = (await ask(`${service.base}/`)).text
})

afterAll(async () => {
  await service.close()
  await world.close()
})

const filesOf = (document: string) =>
  [...document.matchAll(/(?:src|href)="(\/(?:assets\/|icon)[^"]+)"/g)].map(([, path]) => path ?? '')

describe('the page as it is served', () => {
  it('reads without scripts: headlines and their links stand in the HTML', () => {
    expect(html).toContain('Rivers &amp; &lt;tides> of 60')
    expect(html).toMatch(/<a href="\/article\?id=60"/)
    expect(html).toMatch(/^<!doctype html><html lang="en"/)
  })

  it('shows its notice as text', () => {
    expect(html).toContain('This is &lt;b>invented&lt;/b>.')
  })

  it('says its notice in the language of the page', async () => {
    const german = await ask(`${service.base}/`, { headers: { 'accept-language': 'de' } })

    expect(german.text).toContain('Das ist erfunden.')
    expect(german.text).not.toContain('This is')
  })

  it('allows its own scripts and styles and nothing else', async () => {
    const { headers } = await ask(`${service.base}/`)

    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(html).not.toMatch(/ style=| on[a-z]+=|<script(?! type="module" src| type="application\/json")/)
  })

  it('plays the sound of an article only where somebody asked for it, and allows nothing else for it', async () => {
    const plain = await ask(`${service.base}/article?id=60`)
    const withSound = await ask(`${service.base}/article?id=60&sound=play`)

    const policies = [plain, withSound].map(({ headers }) => headers['content-security-policy'] ?? '')
    expect(plain.text).not.toContain('<audio')
    expect(plain.text).toContain('href="/article?id=60&amp;sound=play"')
    expect(withSound.text).toMatch(/<audio controls autoplay src="https:\/\/[a-z]+\.example\/60\.mp3/)
    expect(policies[1]?.replace('; media-src https: http:', '')).toBe(policies[0])
  })

  it('speaks the language that the browser prefers, and the one that was chosen before that', async () => {
    const german = await ask(`${service.base}/`, {
      headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' },
    })
    const chosen = await ask(`${service.base}/`, {
      headers: { 'accept-language': 'de', cookie: 'digest-language=en; digest-theme=dark' },
    })

    expect(german.text).toContain('<html lang="de" data-theme="auto"')
    expect(german.text).toContain('Startseite')
    expect(chosen.text).toContain('<html lang="en" data-theme="dark"')
    expect(german.headers['vary']).toMatch(/Accept-Language, Cookie/)
  })

  it('remembers a choice without JavaScript, and goes back to this service only', async () => {
    const chosen = await ask(`${service.base}/preferences?theme=dark&language=xx&back=/%3Fwindow=week`)
    const lured = await ask(`${service.base}/preferences?theme=dark&back=//evil.example/`)

    expect(chosen.status).toBe(303)
    expect(chosen.headers['location']).toBe('/?window=week')
    expect(chosen.headers['set-cookie']).toMatch(/^digest-theme=dark; Path=\/; Max-Age=\d+; SameSite=Lax$/)
    expect(lured.headers['location']).toBe('/')
  })

  it('answers 304 to a browser that has the page already', async () => {
    const { headers } = await ask(`${service.base}/`)

    const again = await ask(`${service.base}/`, { headers: { 'if-none-match': headers['etag'] ?? '' } })

    expect(again.status).toBe(304)
  })

  it.each(['/manifest.webmanifest', '/icon.svg', '/worker.js'])(
    'answers 304 for %s however the tag is sent: a proxy that compresses makes it weak',
    async (path) => {
      const { headers, status } = await ask(service.base + path)
      const etag = headers['etag'] ?? ''

      const again = await Promise.all(
        [etag, `W/${etag}`, `"other", ${etag}`, '*', '"other"'].map((tag) =>
          ask(service.base + path, { headers: { 'if-none-match': tag } }),
        ),
      )

      expect([status, etag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)])
      expect(again.map((answer) => answer.status)).toEqual([304, 304, 304, 304, 200])
    },
  )

  it('has an icon where browsers look for that of what is no page', async () => {
    const { status, headers } = await ask(`${service.base}/favicon.ico`)

    expect([status, headers['location']]).toEqual([302, '/icon-192.png'])
  })

  it('serves its files compressed, for ever where their names tell their content', async () => {
    const [script = ''] = filesOf(html).filter((path) => path.endsWith('.js'))

    const plain = await ask(service.base + script)
    const brotli = await ask(service.base + script, { headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await ask(service.base + script, { headers: { 'accept-encoding': 'gzip' } })

    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotli.headers['vary']).toContain('Accept-Encoding')
  })

  it('is small: document, script and style of the first view come in under 60 kB', async () => {
    const files = filesOf(html).filter((path) => path.startsWith('/assets/'))

    const answers = await Promise.all(
      ['/', ...files].map((path) => ask(service.base + path, { headers: { 'accept-encoding': 'br' } })),
    )

    const bytes = answers.reduce((sum, answer) => sum + answer.bytes.length, 0)
    expect(files.length).toBeGreaterThan(1)
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES)
  })

  it('can be installed: its manifest and icons are there', async () => {
    const manifest = await ask(`${service.base}/manifest.webmanifest`)

    const { icons, start_url: start } = manifest.json as { icons: { src: string }[]; start_url: string }
    const answers = await Promise.all(icons.map(({ src }) => ask(service.base + src)))
    expect(start).toBe('/')
    expect(answers.map(({ status }) => status)).toEqual(icons.map(() => 200))
  })

  it.each([
    '/assets/../server/server.js',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/manifest.json',
    '/assets/..\\server\\server.js',
    '/assets/',
    '/manifest.json',
    '/server/server.js',
    '/assets/%00',
    '//etc/passwd',
  ])('serves nothing at %s', async (path) => {
    const { status } = await ask(service.base + path)

    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('tells somebody who is lost so on the page, and a program as a problem', async () => {
    const person = await ask(`${service.base}/no/such/page`, { headers: { accept: 'text/html,*/*' } })
    const program = await ask(`${service.base}/no/such/page`)
    const developer = await ask(`${service.base}/api/itmes`, { headers: { accept: 'text/html,*/*' } })

    expect(person.status).toBe(404)
    expect(person.text).toContain('Page not found')
    expect(person.headers['content-security-policy']).toContain("script-src 'self'")
    expect(program.headers['content-type']).toContain('application/problem+json')
    expect(developer.headers['content-type']).toContain('application/problem+json')
    expect([program.status, developer.status]).toEqual([404, 404])
  })

  it('cannot be written to', async () => {
    const { status, headers } = await ask(`${service.base}/`, { method: 'POST' })

    expect(status).toBe(405)
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS')
  })

  it('puts the path prefix before every address', async () => {
    const below = await openService({ store: world.store, now: () => NOW, prefix: '/digest' })

    const { text } = await ask(`${below.base}/`)
    const links = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, path]) => path ?? '')
    const [script = ''] = links.filter((path) => path.endsWith('.js'))
    const served = await ask(new URL(script, below.base).href)

    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((path) => !path.startsWith('/digest/'))).toEqual([])
    expect(served.status).toBe(200)
    await below.close()
  })
})
