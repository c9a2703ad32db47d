import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { lockForCollecting } from './collector-lock.ts'

function newFolder(): string {
  return scratchFolder('test')
}

describe('the right to collect into a store', () => {
  it('is one holder’s at a time', () => {
    const file = join(newFolder(), 'data.db')
    const lock = lockForCollecting(file)

    expect(() => lockForCollecting(file)).toThrow(
      expect.objectContaining({ code: 'storeInUse', message: expect.stringContaining('--no-collect') }),
    )

    lock.release()
    lockForCollecting(file).release()
  })

  const PATHS: Readonly<Record<string, string>> = {
    'a link to the file': 'data/link.db',
    'a link in another folder': 'link.db',
    'a link to a link': 'link-to-link.db',
    'a link to the folder': 'link/data.db',
    'a path with dots': 'data/../data/./data.db',
    'a link and dots': 'link/../data/data.db',
  }
  it.each(Object.entries(PATHS))('is one holder’s, through %s too', (_, path) => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'data.db'), '')
    symlinkSync('data.db', join(folder, 'data', 'link.db'))
    symlinkSync(join(folder, 'data', 'data.db'), join(folder, 'link.db'))
    symlinkSync('link.db', join(folder, 'link-to-link.db'))
    symlinkSync('data', join(folder, 'link'))

    for (const [first, second] of [
      ['data/data.db', path],
      [path, 'data/data.db'],
    ] as const) {
      const lock = lockForCollecting(`${folder}/${first}`)
      expect(() => lockForCollecting(`${folder}/${second}`)).toThrow(
        expect.objectContaining({ code: 'storeInUse' }),
      )
      lock.release()
    }
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('collector'))).toEqual([
      'data.db-collector',
    ])
  })

  it('is one holder’s before there is a store, through a link to the folder too', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    symlinkSync('data', join(folder, 'link'))

    const lock = lockForCollecting(join(folder, 'data', 'data.db'))

    expect(() => lockForCollecting(join(folder, 'link', 'data.db'))).toThrow(
      expect.objectContaining({ code: 'storeInUse' }),
    )
    lock.release()
  })

  it('is refused by name where its file cannot be made', () => {
    const file = join(newFolder(), 'data.db')
    mkdirSync(`${file}-collector`)

    expect(() => lockForCollecting(file)).toThrow(expect.objectContaining({ code: 'storeForbidden' }))
  })
})
