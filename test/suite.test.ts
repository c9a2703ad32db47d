import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LONGEST } from './order.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FILES = ['src', 'sample', 'test', 'web', 'bench', 'research'].flatMap((folder) =>
  readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)
const TESTS = FILES.filter((file) => /\.test\.tsx?$/.test(file))

/** Those files, by default the tests, in which `pattern` occurs. */
const testsWith = (pattern: RegExp, files = TESTS): string[] =>
  files.filter((file) => pattern.test(readFileSync(resolve(ROOT, file), 'utf8')))

describe('the tests', () => {
  it('are found', () => {
    expect(TESTS.length).toBeGreaterThan(200)
    expect(testsWith(/costGrowth/).length).toBeGreaterThan(5)
  })

  it('never judge by the clock: what work costs is told by processor-time.ts', () => {
    expect(testsWith(/performance\.now\(|process\.hrtime|process\.cpuUsage|resourceUsage\(/)).toEqual([])
  })

  it('try made-up cases that are the same in every run: properties.ts has them', () => {
    expect(testsWith(/from ['"]fast-check|Math\.random\(/)).toEqual([])
  })

  it('have no patience of their own, which would be short on a slow machine', () => {
    expect(testsWith(/^ *\}, [\d_]+\)$|\{ timeout: [\d_]+ \},/m)).toEqual([])
  })

  it('never reset modules, which all later files of the process share', () => {
    expect(testsWith(/\bresetModules\(/, FILES).filter((file) => !file.endsWith('suite.test.ts'))).toEqual([])
  })

  it('get hooks from no module that is only read, which happens once for many of them', () => {
    const others = FILES.filter((file) => !TESTS.includes(file))

    expect(testsWith(/^(?:before|after)(?:Each|All)\(/m, others)).toEqual([])
  })

  it('that are started first are there', () => {
    expect(LONGEST.filter((file) => !TESTS.includes(file))).toEqual([])
  })

  it('are all run', () => {
    expect(testsWith(/\b(?:it|describe|test)\.(?:only|skip|todo)\(/)).toEqual([])
  })
})
