import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, runCli, startCli } from './run-cli.ts'

const PUBLISHED = resolve(import.meta.dirname, '../../dist/digest.schema.json')

describe('the JSON schema of the settings', () => {
  it('is printed, and a file of the package', async () => {
    const { code, stdout } = await runCli(['schema'], emptyFolder())

    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' })
    expect(readFileSync(PUBLISHED, 'utf8')).toBe(stdout)
  })

  it('ends with 1 and no stack where nobody reads it, as of each command', async () => {
    const { child, ended, output } = startCli(['schema'], { cwd: emptyFolder() })
    child.stdout?.destroy()

    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output().stderr).toBe('')
  })

  it('is exported by the package', () => {
    const { exports } = JSON.parse(readFileSync(resolve(PUBLISHED, '../../package.json'), 'utf8')) as {
      exports: Record<string, string>
    }

    expect(resolve(PUBLISHED, '../..', exports['./digest.schema.json'] ?? '')).toBe(PUBLISHED)
  })

  it('is what the first line of a new file tells editors', async () => {
    const folder = emptyFolder()

    await runCli(['init'], folder)

    const file = join(folder, 'digest.yaml')
    const [line = ''] = readFileSync(file, 'utf8').split('\n')
    const place = /^# yaml-language-server: \$schema=(\S+)$/.exec(line)?.[1] ?? ''
    expect(resolve(dirname(file), place)).toBe(PUBLISHED)
  })

  it('does not stop on an unreadable file of settings', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'digest.yaml'), '}{')

    expect((await runCli(['schema'], folder)).code).toBe(0)
  })
})
