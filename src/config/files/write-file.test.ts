import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeFileAtomically } from './write-file.ts'

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'digest-write-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'digest.yaml')
  writeFileSync(file, 'before')
  return file
}

it.skipIf(process.platform === 'win32')('a file keeps rights that the mask takes from new ones', () => {
  const file = aFile()
  chmodSync(file, 0o666)

  writeFileAtomically(file, 'after')

  expect(readFileSync(file, 'utf8')).toBe('after')
  expect(statSync(file).mode & 0o777).toBe(0o666)
})

it.skipIf(process.getuid?.() !== 0)('a file that root writes stays that of its owner', () => {
  const file = aFile()
  chownSync(file, 65_534, 65_534)

  writeFileAtomically(file, 'after')

  expect(statSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 })
})
