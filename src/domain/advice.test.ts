import { describe, expect, it } from 'vitest'
import { adviceFor } from './advice.ts'
import type { VisitErrorCode } from './source.ts'

const CODES: Readonly<Record<VisitErrorCode, true>> = {
  timeout: true,
  dns: true,
  tls: true,
  refused: true,
  http4xx: true,
  http5xx: true,
  rateLimited: true,
  botChallenge: true,
  parse: true,
  tooLarge: true,
  blockedAddress: true,
  notAFeed: true,
  empty: true,
}

describe('the advice on a source that fails', () => {
  it('is another one for each code, in whole sentences', () => {
    const codes = Object.keys(CODES) as VisitErrorCode[]

    const advice = codes.map((code) => adviceFor({ code, status: null }))

    expect(new Set(advice).size).toBe(codes.length)
    for (const text of advice) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  it('looks at the status where that says more', () => {
    const said = (status: number) => adviceFor({ code: 'http4xx', status })

    expect(said(401)).toContain('login')
    expect(said(410)).toContain('for good')
    expect(said(418)).toBe(adviceFor({ code: 'http4xx', status: null }))
    expect(adviceFor({ code: 'notAFeed', status: 404 })).toBe(adviceFor({ code: 'notAFeed', status: null }))
  })
})
