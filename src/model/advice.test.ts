import { describe, expect, it } from 'vitest'
import { adviceFor, failureKind } from './advice.ts'
import type { VisitErrorCode } from './source.ts'

const CODES: Readonly<Record<VisitErrorCode, true>> = {
  timeout: true,
  dns: true,
  tls: true,
  refused: true,
  truncated: true,
  badRedirect: true,
  http4xx: true,
  http5xx: true,
  rateLimited: true,
  botChallenge: true,
  parse: true,
  tooLarge: true,
  blockedAddress: true,
  notAFeed: true,
  empty: true,
  tooManyEntries: true,
}

describe('the advice on a source that fails', () => {
  it('is another one for each code, in whole sentences', () => {
    const codes = Object.keys(CODES) as VisitErrorCode[]

    const advice = codes.map((code) => adviceFor({ code, status: null, message: '' }))

    expect(new Set(advice).size).toBe(codes.length)
    for (const text of advice) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  it('looks at the status where that says more', () => {
    const said = (status: number) => adviceFor({ code: 'http4xx', status, message: '' })

    expect(said(401)).toContain('Add auth')
    expect(said(410)).toContain('remove the source')
    expect(said(418)).toBe(adviceFor({ code: 'http4xx', status: null, message: '' }))
    expect(adviceFor({ code: 'notAFeed', status: 404, message: '' })).toBe(
      adviceFor({ code: 'notAFeed', status: null, message: '' }),
    )
  })

  it.each([
    "no element of the page matches 'li.notice'",
    "what matches 'li.notice' has neither title nor link",
    "nothing stands at 'data.items'",
    "what stands at 'data' has neither title nor url at the paths given",
  ])('sends the operator to the paths of the source where these found nothing: %s', (message) => {
    expect(adviceFor({ code: 'empty', status: 200, message })).toContain('correct the paths')
  })

  it.each([
    ['refused', 'a.example closed the connection before it answered (ECONNRESET)', 'in a browser'],
    ['refused', 'a.example did not answer in HTTP (HPE_INVALID_CONSTANT)', 'Check host and port'],
    ['http4xx', 'a.example:443 answered HTTP 400: this port takes https:// alone', 'Use https://'],
    ['http5xx', 'a.example answered HTTP 511: the network of this machine asks for a login', 'Log in'],
    ['notAFeed', "what came is no feed but an XML document of the kind 'opml'", 'content-digest import'],
    ['notAFeed', "what came is no feed but an XML document of the kind 'urlset'", 'type: sitemap'],
  ] as const)('%s: looks at what was told: %s', (code, message, advice) => {
    const status = Number(/HTTP (\d+)/.exec(message)?.[1] ?? 200)

    expect(adviceFor({ code, status, message })).toContain(advice)
  })

  it('does not take a robots.txt that shuts programs out for a server that is down', () => {
    const message = "the site's robots.txt asks programs not to read this page"

    const advice = adviceFor({ code: 'refused', status: null, message })

    expect(advice).toContain('robots.txt')
  })

  it.each([
    ['certificate has expired', 'tlsExpired'],
    [
      "Hostname/IP does not match certificate's altnames: Host: a.example. is not in the cert's altnames",
      'tlsOtherHost',
    ],
    ['self-signed certificate', 'tlsUntrusted'],
    ['certificate is not yet valid', 'tlsNotYetValid'],
    ['tlsv1 alert protocol version', 'tlsOutdated'],
    ['unable to verify the first certificate', 'tlsUntrusted'],
    ['wrong version number', 'tlsMissing'],
    ['tlsv1 alert internal error', 'tls'],
  ])('tells failures of https apart: %s', (reason, kind) => {
    const message = `no secure connection to a.example: ${reason}`

    expect(failureKind({ code: 'tls', status: null, message })).toBe(kind)
  })

  it.each([
    ['the name a.example could not be found (ENOTFOUND)', 'dns'],
    ['the name server gave no answer about a.example (EAI_AGAIN)', 'nameServer'],
  ])('tells a name that is unknown from a name server without an answer: %s', (message, kind) => {
    expect(failureKind({ code: 'dns', status: null, message })).toBe(kind)
  })

  it('names settings that there are', () => {
    const advice = [401, 402, 403].map((status) => adviceFor({ code: 'http4xx', status, message: '' }))

    for (const text of advice) {
      expect(text).toContain('auth')
      expect(text).not.toContain('headers')
    }
  })
})
