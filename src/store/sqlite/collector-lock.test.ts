import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockForCollecting } from './collector-lock.ts'

describe('the right to collect into a store', () => {
  it('is one holder’s at a time', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'content-digest-test-')), 'data.db')
    const lock = lockForCollecting(file)

    expect(() => lockForCollecting(file)).toThrow(
      expect.objectContaining({ code: 'storeInUse', message: expect.stringContaining('--no-collect') }),
    )

    lock.release()
    lockForCollecting(file).release()
  })

  it('is refused by name where its file cannot be made', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'content-digest-test-')), 'data.db')
    mkdirSync(`${file}-collector`)

    expect(() => lockForCollecting(file)).toThrow(expect.objectContaining({ code: 'storeForbidden' }))
  })
})
