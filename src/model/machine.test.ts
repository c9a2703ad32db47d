import { describe, expect, it } from 'vitest'
import { diskTrouble, memoryTrouble, troubleOfVisits, type Visited } from './machine.ts'
import type { VisitErrorCode } from './source.ts'
import { HOUR_MS } from './time.ts'

const NOW = Date.UTC(2026, 0, 10, 12)

function visits(count: number, host: (at: number) => string, code?: VisitErrorCode, message = ''): Visited[] {
  return Array.from({ length: count }, (_, at) => ({
    feedUrl: `https://${host(at)}/feed`,
    health: {
      lastVisitAt: NOW,
      consecutiveErrors: code === undefined ? 0 : 1,
      lastError: code === undefined ? null : { code, message, at: NOW },
    },
  }))
}

const each = (at: number): string => `host${at}.example`
const one = (): string => 'busy.example'

describe('what visits say of this machine', () => {
  it('is its network where no host is reached, whatever each failure is called', () => {
    const failed = [...visits(30, each, 'dns'), ...visits(20, (at) => `other${at}.example`, 'timeout')]

    expect(troubleOfVisits(failed, NOW)).toEqual({
      part: 'network',
      message: '50 of 50 hosts could not be reached',
    })
  })

  it.each([
    ['many sources of one host fail', [...visits(50, one, 'timeout'), ...visits(2, each)]],
    ['half of the hosts fail', [...visits(5, each, 'dns'), ...visits(5, (at) => `fine${at}.example`)]],
    ['two hosts fail, and there are no others', visits(2, each, 'dns')],
    ['the servers answer, and refuse', visits(50, each, 'http5xx')],
    ['all is well', visits(50, each)],
    ['nothing was visited', []],
  ])('is nothing where %s', (_, visited) => {
    expect(troubleOfVisits(visited, NOW)).toBeUndefined()
  })

  it('is its clock where the last visit was later than now', () => {
    expect(troubleOfVisits(visits(3, each), NOW - HOUR_MS)).toEqual({
      part: 'clock',
      message:
        "this machine's clock says 2026-01-10T11:00:00.000Z, but the last visit was at 2026-01-10T12:00:00.000Z",
    })
  })

  it('is its clock where the certificates of most hosts are not valid now', () => {
    const failed = [
      ...visits(3, each, 'tls', 'certificate has expired'),
      ...visits(1, one, 'tls', 'certificate is not yet valid'),
    ]

    expect(troubleOfVisits(failed, NOW)).toMatchObject({ part: 'clock' })
    expect(troubleOfVisits(failed, NOW)?.message).toContain('the certificates of 4 of 4 hosts are not valid')
  })
})

it('a disk is nearly full with less than 300 MB', () => {
  expect(diskTrouble('store', 300e6)).toBeUndefined()
  expect(diskTrouble('store', 12_345_678)).toEqual({
    part: 'disk',
    message: 'the disk of the store has 12 MB free',
  })
})

describe('memory', () => {
  const fine = { freeBytes: 2e9, ownBytes: 200e6, limitBytes: undefined }

  it.each([
    ['most of the machine is free', fine],
    ['the process has less than its limit', { ...fine, limitBytes: 512e6 }],
    ['nobody knows what is free', { ...fine, freeBytes: undefined }],
  ])('is no trouble where %s', (_, memory) => {
    expect(memoryTrouble(memory)).toBeUndefined()
  })

  it('is nearly used up near the limit of a container, and where the machine has none left', () => {
    expect(memoryTrouble({ ...fine, limitBytes: 220e6 })?.message).toBe(
      'the service has 200 of at most 220 MB',
    )
    expect(memoryTrouble({ ...fine, freeBytes: 50e6 })?.message).toBe('this machine has 50 MB free')
  })
})
