import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder, eventually, serve, type Serving } from '../e2e/run-cli.ts'
import { freePort } from '../free-port.ts'
import { hasProgram } from './found-program.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')
const PREFIX = '/digest'

const canRun =
  hasProgram('nginx', ['-v'], 'the service behind nginx') &&
  hasProgram('openssl', ['version'], 'the service behind nginx')

it.each(['proxy/nginx.conf', 'scaled/nginx.conf'])(
  '%s lets followers wait for the 60 s that they may',
  (name) => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(example(name, [])) ?? []

    expect(Number(seconds)).toBeGreaterThan(65)
  },
)

describe.runIf(canRun)('the service behind nginx', () => {
  let service: Serving
  let nginx: ChildProcess
  let secure: string
  let caching: string
  let agent: Agent

  beforeAll(async () => {
    service = await serve(['--base-url', `https://news.example.org${PREFIX}`], emptyFolder())
    const folder = emptyFolder()
    mkdirSync(join(folder, 'cache'))
    const { key, certificate } = selfSigned(folder)
    agent = new Agent({ ca: readFileSync(certificate) })
    const [securePort, plainPort, cachingPort] = await Promise.all([freePort(), freePort(), freePort()])
    const { host } = new URL(service.url)
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      pid ${folder}/pid;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        ${example('proxy/nginx.conf', [
          ['127.0.0.1:8080', host],
          [/listen \[::\].*/g, ''],
          ['listen 80;', `listen 127.0.0.1:${plainPort};`],
          ['listen 443', `listen 127.0.0.1:${securePort}`],
          ['/etc/ssl/news.example.org/fullchain.pem', certificate],
          ['/etc/ssl/news.example.org/privkey.pem', key],
        ])}
        ${example('scaled/nginx.conf', [
          ['api:8080', host],
          ['listen 8080', `listen 127.0.0.1:${cachingPort}`],
          ['/var/cache/nginx', join(folder, 'cache')],
        ])}
      }`,
    )
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    secure = `https://localhost:${securePort}`
    caching = `http://127.0.0.1:${cachingPort}`
    await eventually(
      () =>
        fetch(`${caching}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isReady) => isReady,
    )
  })

  afterAll(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGQUIT')
    await Promise.all([ended, service.stop()])
  })

  it('shows the page with all its files and links below the prefix, over HTTPS', async () => {
    const { status, body } = await ask(`${PREFIX}/`)
    const paths = [...body.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    )
    const statuses = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status] as const))

    expect(status).toBe(200)
    expect(paths.length).toBeGreaterThan(20)
    expect(statuses.filter(([path, each]) => ![200, 303].includes(each) || !path.startsWith(PREFIX))).toEqual(
      [],
    )
  })

  it('answers programs that look at the root of the host', async () => {
    const [robots, catalog, other] = await Promise.all(
      ['/robots.txt', '/.well-known/api-catalog', '/list'].map(ask),
    )

    expect(robots?.body).toContain(`Disallow: ${PREFIX}/api/`)
    expect([catalog?.status, other?.status]).toEqual([200, 404])
  })

  it('is asked once for what is asked often, and afterwards only whether its ETag still holds', async () => {
    const url = `${caching}/api/stats`

    const first = await fetch(url)
    const second = await fetch(url)
    const known = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })

    expect(first.headers.get('x-cache')).toBe('MISS')
    expect(second.headers.get('x-cache')).toBe('HIT')
    expect([known.status, known.headers.get('x-cache')]).toEqual([304, 'HIT'])
    expect(await second.text()).toBe(await first.text())
  })

  it('tells readers of different languages apart in the cache', async () => {
    const titles = await Promise.all(
      ['en', 'de'].map(async (language) => {
        const headers = { 'Accept-Language': language }
        await fetch(`${caching}/`, { headers })
        return /<html[^>]*lang="(\w+)"/.exec(await (await fetch(`${caching}/`, { headers })).text())?.[1]
      }),
    )

    expect(titles).toEqual(['en', 'de'])
  })

  function ask(path: string): Promise<{ readonly status: number; readonly body: string }> {
    return new Promise((answered, failed) => {
      get(`${secure}${path}`, { agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () => answered({ status: response.statusCode ?? 0, body }))
      }).on('error', failed)
    })
  }
})

/** An example with the addresses and files of this test. Fails if the example has changed. */
function example(name: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      expect(text).toMatch(from)
      return text.replaceAll(from, to)
    },
    readFileSync(join(DEPLOY, name), 'utf8'),
  )
}

function selfSigned(folder: string): { readonly key: string; readonly certificate: string } {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
