import type { IncomingMessage, ServerResponse } from 'node:http'
import { OUTSIDE_ADDRESS, redirect } from '../../test/safety/ssrf/outside.ts'
import { ANSWERS, SPELLINGS, trickyUrls } from '../../test/safety/ssrf/spellings.ts'
import type { NameAnswer } from './name-server.ts'

type Site = (request: IncomingMessage, response: ServerResponse) => void

/** A source whose name or site is hostile. */
export interface Attack {
  /** First label of its host, whose second one is `test`. */
  readonly id: string
  /** What the name server says, answer by answer. Default: the outside. */
  readonly names?: readonly NameAnswer[]
  /** What its site answers. Default: a feed. */
  readonly site?: Site
  /** Whether its requests carry a secret. */
  readonly hasSecret?: boolean
  /** Code of the error that its visit ends with; `undefined` if it brings entries. */
  readonly code?: RegExp
}

export const OUTSIDE = addresses(OUTSIDE_ADDRESS)

/** Answers a feed of one entry. */
export const feed: Site = ({ headers }, response) => {
  response.end(
    `<rss><channel><title>Up</title><item><title>One</title><link>https://news.example/${headers.host}</link></item></channel></rss>`,
  )
}

/** @param port of all servers, outside and inside */
export function attacksOn(port: number): readonly Attack[] {
  return [
    ...ANSWERS.filter((address) => !address.includes('%')).flatMap(insideBy),
    ...Array.from({ length: 5 }, (_, n) => unfoundBy(n)).flat(),
    ...SPELLINGS.map(({ host }, n) => ({
      id: `redirected-${n}`,
      site: redirect(STATUSES[n % STATUSES.length] ?? 302, `http://${host}:${port}/x`),
      code: /./,
    })),
    ...trickyUrls(port).map((url, n) => ({ id: `tricked-${n}`, site: redirect(302, url), code: /./ })),
    ...SCHEMES.map((url, n) => ({ id: `scheme-${n}`, site: redirect(301, url), code: /^badRedirect$/ })),
    ...Array.from({ length: 5 }, (_, n) => redirectsOn(port, n)).flat(),
  ]
}

const STATUSES = [301, 302, 303, 307, 308]

const SCHEMES =
  'file:///etc/passwd ftp://news.test/x gopher://news.test/_x ws://news.test/ wss://news.test/ data:text/xml,<rss/> javascript:1 blob:x about:blank ldap://news.test/ dict://news.test/ jar:http://news.test!/ feed:http://news.test/ unix:/run/x.sock mailto:x@news.test'.split(
    ' ',
  )

/** Ways in which a name leads to an address inside. */
function insideBy(address: string, n: number): Attack[] {
  const inside = addresses(address)
  const code = /^blockedAddress$/
  return [
    { id: `inside-${n}`, names: [inside], code },
    { id: `first-${n}`, names: [addresses(address, OUTSIDE_ADDRESS)], code },
    { id: `last-${n}`, names: [addresses(OUTSIDE_ADDRESS, address)], code },
    { id: `alias-${n}`, names: [{ kind: 'alias', of: 'other.test', addresses: [address] }], code },
    // The name leads outside when it is first asked for, and inside for the next connection.
    { id: `back-${n}`, names: [OUTSIDE, inside], site: redirectBack, code },
    { id: `odd-${n}`, names: [OUTSIDE, inside], site: answerOddly, code },
    { id: `cut-${n}`, names: [OUTSIDE, inside], site: (_, response) => response.destroy(), code },
  ]
}

function unfoundBy(n: number): Attack[] {
  const code = /^(?:dns|timeout)$/
  return [
    { id: `silent-${n}`, names: [{ kind: 'silent' }], code },
    { id: `garbage-${n}`, names: [{ kind: 'garbage' }], code },
    { id: `none-${n}`, names: [addresses()], code },
    ...(['malformed', 'failure', 'unknown', 'refused'] as const).map((answer) => ({
      id: `${answer}-${n}`,
      names: [{ kind: 'code' as const, code: answer }],
      code,
    })),
    { id: `late-${n}`, names: [{ ...OUTSIDE, afterMs: 30_000 }], code },
    { id: `slow-${n}`, names: [{ ...OUTSIDE, afterMs: 500 }] },
    { id: `many-${n}`, names: [addresses(...Array.from({ length: 25 }, () => OUTSIDE_ADDRESS))] },
  ]
}

function redirectsOn(port: number, n: number): Attack[] {
  const self = (response: ServerResponse, to: string): void => redirectTo(response, STATUSES[n] ?? 302, to)
  const hops = (length: number): Site => {
    return (request, response) => {
      const hop = Number(request.url?.split('hop')[1] ?? 0)
      if (hop === length) feed(request, response)
      else self(response, `/hop${hop + 1}`)
    }
  }
  const code = /^badRedirect$/
  return [
    { id: `circle-${n}`, site: (request, response) => self(response, request.url ?? '/'), code },
    { id: `endless-${n}`, site: hops(Infinity), code },
    { id: `hops-5-${n}`, site: hops(5) },
    { id: `hops-6-${n}`, site: hops(6), code },
    {
      id: `cookie-${n}`,
      site(request, response) {
        const { headers, url = '/' } = request
        if (headers.cookie?.startsWith(`a=${n};`) === true) return feed(request, response)
        if (headers.cookie !== undefined) return void response.end('a cookie of another site or visit came')
        response.setHeader('set-cookie', [`a=${n}; path=/`, `b=${'x'.repeat(4_000)}; domain=test`])
        self(response, url)
      },
    },
    { id: `nowhere-${n}`, site: (_, response) => void response.writeHead(302).end(), code: /./ },
    { id: `emptied-${n}`, site: (_, response) => self(response, 'http://'), code: /./ },
    { id: `long-${n}`, site: (_, response) => self(response, `/${'a'.repeat(50_000)}`), code: /./ },
    {
      id: `secret-${n}`,
      site: (_, response) => self(response, `http://thief-${n}.test:${port}/`),
      hasSecret: true,
    },
    { id: `thief-${n}` },
  ]
}

function redirectBack({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  redirectTo(response, 302, `${url}x`)
}

/** In a way that is against the standard: the client asks once more, leniently, by a connection of its own. */
function answerOddly(_: IncomingMessage, response: ServerResponse): void {
  response.socket?.end('http/1.1 200 ok\ncontent-length: 6\n\nsecret')
}

function redirectTo(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end()
}

function addresses(...list: readonly string[]): Extract<NameAnswer, { readonly kind: 'addresses' }> {
  return { kind: 'addresses', addresses: list }
}
