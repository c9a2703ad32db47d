import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { writeFileAtomically, writeStreamAtomically } from './write-file.ts'

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

it('what a killed process of the same number had begun to write is in the way of nobody', async () => {
  const file = aFile()
  const left = `${file}.new-${process.pid}`
  writeFileSync(left, 'half')

  writeFileAtomically(file, 'after')
  expect(readFileSync(file, 'utf8')).toBe('after')

  writeFileSync(left, 'half')
  await writeStreamAtomically(file, Readable.from(['a', 'b']))
  expect(readFileSync(file, 'utf8')).toBe('ab')
  expect(readdirSync(dirname(file))).toEqual(['digest.yaml'])
})

it('what comes piece by piece is in the file as a whole or not at all', async () => {
  const file = aFile()
  const cut = Readable.from(cutPieces())

  await expect(writeStreamAtomically(file, cut)).rejects.toThrow('the store is away')
  expect(readFileSync(file, 'utf8')).toBe('before')

  const missing = join(dirname(file), 'none', 'export')
  await expect(writeStreamAtomically(missing, Readable.from(['a']))).rejects.toThrow(
    `${missing}: cannot be written (ENOENT)`,
  )
  await writeStreamAtomically(file, Readable.from(['a', 'b']))
  expect(readFileSync(file, 'utf8')).toBe('ab')
  expect(readdirSync(dirname(file))).toEqual(['digest.yaml'])
})

it.skipIf(process.platform === 'win32')('a device takes what comes, and stays one', async () => {
  const link = `${aFile()}.link`
  symlinkSync('/dev/null', link)

  await writeStreamAtomically(link, Readable.from(['a']))
  writeFileAtomically(link, 'a')

  expect(statSync(link).isCharacterDevice()).toBe(true)
})

function* cutPieces(): Generator<string> {
  yield 'a'
  throw new Error('the store is away')
}
