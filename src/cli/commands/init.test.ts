import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../config/files/settings-file.ts'
import { loadConfig } from '../../config/load.ts'
import { init, starterText } from './init.ts'

let cwd = ''
let out = ''
const io = {
  stdout: { write: (text: string) => (out += text) },
  stderr: { write: (text: string) => (out += text) },
}

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'digest-init-'))
  out = ''
})
afterEach(() => {
  rmSync(cwd, { recursive: true })
})

describe('init', () => {
  it('writes a file that is valid, and says what comes next', () => {
    const code = init({}, { io, cwd })

    expect(code).toBe(0)
    expect(loadConfig({ cwd, env: {} }).sources.length).toBeGreaterThanOrEqual(25)
    expect(out).toContain('content-digest check --live')
  })

  it('leaves a file alone that is there', () => {
    writeFileSync(join(cwd, 'digest.yaml'), 'mine')

    const code = init({}, { io, cwd })

    expect(code).toBe(2)
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toBe('mine')
    expect(out).toContain('--force')
  })

  it('overwrites it if told to', () => {
    writeFileSync(join(cwd, 'digest.yaml'), 'mine')

    const code = init({ force: true }, { io, cwd })

    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'digest.yaml'), 'utf8')).toBe(starterText())
  })

  it('says so where it cannot write', () => {
    expect(() => init({ config: 'no/such/folder/digest.yaml' }, { io, cwd })).toThrow(
      /cannot be written \(ENOENT\)/,
    )
  })
})

describe('the starter file', () => {
  it('spans categories, regions and languages', () => {
    init({}, { io, cwd })

    const { sources } = loadConfig({ cwd, env: {} })

    const distinct = (names: readonly (string | null)[]): number => new Set(names).size
    expect(distinct(sources.map(({ category }) => category))).toBeGreaterThanOrEqual(6)
    expect(distinct(sources.map(({ region }) => region))).toBeGreaterThanOrEqual(8)
    expect(distinct(sources.map(({ language }) => language))).toBeGreaterThanOrEqual(7)
    expect(sources.every(({ url }) => url.startsWith('https://'))).toBe(true)
  })

  it('has every setting that is commented out at its default', () => {
    const plain = loadConfig({ cwd, env: {} })
    const written = starterText()
      // Two examples that have no default.
      .replaceAll(/^.*# (baseUrl|contact):.*$/gm, '')
      .replaceAll(/^( *)# ([a-zA-Z]+: )/gm, '$1$2')
    writeFileSync(join(cwd, 'digest.yaml'), written)

    const uncommented = loadConfig({ cwd, env: {} })

    expect(checkSettings(Buffer.from(written), 'digest.yaml').errors).toEqual([])
    expect(written).toMatch(/^ {2}port: 8080/m)
    expect({ ...uncommented, sources: [], file: undefined, namesStore: false }).toEqual(plain)
  })
})
