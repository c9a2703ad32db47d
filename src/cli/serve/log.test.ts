import { stripVTControlCharacters } from 'node:util'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { readable } from './log.ts'

describe('the log on a terminal', () => {
  const lines: string[] = []
  const log = pino(
    { base: null, level: 'info' },
    readable((line) => lines.push(line)),
  )
  const plain = (): string => stripVTControlCharacters(lines.at(-1) ?? '')

  it('is a time, a level and a message', () => {
    log.info('herald: 3 new')
    expect(plain()).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: herald: 3 new\n$/)

    log.warn('late')
    expect(plain()).toMatch(/\] WARN: late\n$/)
  })

  it('has an error with where it came from, and what else was logged', () => {
    log.error(new Error('disk full'), 'the store could not be read')
    expect(plain()).toMatch(/\] ERROR: the store could not be read\n {4}Error: disk full\n {4} {4}at /)

    log.error(new Error('alone'))
    expect(plain()).toMatch(/\] ERROR: alone\n/)

    log.info({ reqId: 7 }, 'asked')
    expect(plain()).toMatch(/INFO: asked\n {4}reqId: 7\n$/)
  })

  it('obeys nothing that a source says', () => {
    log.info('title \u001b[2J\u0007\nfaked line')

    expect(plain()).toMatch(/INFO: title  \[2J faked line\n$/)
    expect(lines.at(-1)).not.toContain('\u001b[2J')
  })
})
