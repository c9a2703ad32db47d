import { describe, expect, it } from 'vitest'
import type { VisitErrorCode } from '../../model/source.ts'
import { notRequested } from '../../sources/visit.ts'
import { NetworkCheck } from './network-check.ts'

type Answer = readonly [VisitErrorCode, status: number]

/** Three hosts that fail so, and then a server that answers. */
function afterAnswer(code: VisitErrorCode, url: string, answer: Answer = ['http5xx', 500]): NetworkCheck {
  const check = new NetworkCheck()
  const hear = (at: string, error: VisitErrorCode, status: number | null): void =>
    check.hear(
      { url: at },
      { kind: 'failed', error: { code: error, message: '' }, exchange: { ...notRequested(at), status } },
    )
  for (const name of ['north', 'east', 'south']) hear(`https://${name}.example/feed`, code, null)
  expect(check.isAway).toBe(true)
  hear(url, ...answer)
  return check
}

describe('a network without a name server', () => {
  it('stays away though a server answers that is visited by its address', () => {
    expect(afterAnswer('dns', 'http://192.0.2.7/feed').isAway).toBe(true)
    expect(afterAnswer('dns', 'http://[2001:db8::7]:8080/feed').isAway).toBe(true)
  })

  it('is back when a server answers that is visited by its name', () => {
    expect(afterAnswer('dns', 'https://west.example/feed').isAway).toBe(false)
  })
})

it('a network in which a server answers by its address is not away', () => {
  expect(afterAnswer('refused', 'http://192.0.2.7/feed').isAway).toBe(false)
})

it('a network in which a server redirects to one that is down is not away', () => {
  expect(afterAnswer('timeout', 'https://west.example/feed', ['refused', 302]).isAway).toBe(false)
})
