import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../model/time.ts'
import { logDenied } from './audit.ts'

interface Line {
  readonly denied: string
  readonly address: string
  readonly count: number
  readonly key?: string
}

const lines: Line[] = []
const SERVER = {}

beforeEach(() => {
  vi.useFakeTimers()
  lines.length = 0
})

afterEach(() => {
  vi.advanceTimersByTime(2 * MINUTE_MS)
  vi.useRealTimers()
})

function from(ip: string): FastifyRequest {
  const request = {
    id: 'r',
    ip,
    method: 'GET',
    routeOptions: { url: '/api/items' },
    server: { server: SERVER },
    log: { warn: (line: Line) => void lines.push(line) },
  }
  return request as unknown as FastifyRequest
}

it('logs the first denied request of a client at once, and the others of a minute in one line', () => {
  for (let n = 0; n < 1_000; n++)
    logDenied(from('192.0.2.1'), n < 999 ? 'wrongKey' : 'rateLimited', undefined)
  logDenied(from('192.0.2.2'), 'noKey', undefined)

  expect(lines.map(({ address, count }) => [address, count])).toEqual([
    ['192.0.2.1', 1],
    ['192.0.2.2', 1],
  ])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(lines.slice(2)).toMatchObject([{ address: '192.0.2.1', denied: 'rateLimited', count: 999 }])
})

it('counts anew in each minute, and logs at once again after a quiet one', () => {
  logDenied(from('192.0.2.1'), 'wrongKey', undefined)
  logDenied(from('192.0.2.1'), 'wrongKey', undefined)
  vi.advanceTimersByTime(MINUTE_MS)
  logDenied(from('192.0.2.1'), 'wrongKey', undefined)
  vi.advanceTimersByTime(2 * MINUTE_MS)
  logDenied(from('192.0.2.1'), 'feeds', 'ann')

  expect(lines.map(({ count }) => count)).toEqual([1, 1, 1, 1])
  expect(lines.at(-1)).toMatchObject({ denied: 'feeds', key: 'ann' })
})
