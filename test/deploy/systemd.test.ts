import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOverrides } from '../../src/config/environment.ts'
import { emptyFolder } from '../e2e/run-cli.ts'
import { hasProgram } from './found-program.ts'

const UNITS = resolve(import.meta.dirname, '../../deploy/systemd')

/** Highest exposure that `systemd-analyze security` may find, of 10; a version more or less weighs a little differently. */
const MAX_EXPOSURE = 1.5

const canAnalyse = hasProgram('systemd-analyze', ['--version'], 'the checks of the units for systemd')

it('gives each unit a state folder of its own: systemd makes none below that of another', () => {
  const folders = ['content-digest.service', 'content-digest@.service'].map((file) => {
    const text = readFileSync(join(UNITS, file), 'utf8')
    const [, folder = ''] = /^StateDirectory=(.+)$/m.exec(text) ?? []
    expect(text).toContain(`DIGEST_DATA=/var/lib/${folder} `)
    return folder
  })

  expect(folders).toEqual(['content-digest', 'content-digest-%i'])
})

describe.each([
  ['content-digest.service', 'content-digest.service'],
  ['content-digest@.service', 'content-digest@api.service'],
])('%s', (file, unit) => {
  const text = readFileSync(join(UNITS, file), 'utf8')

  it('sets only what is a setting of the service', () => {
    const line = /^Environment=(.*)$/m.exec(text)?.[1] ?? ''
    const { DIGEST_STORE_FILE: _, ...variables } = Object.fromEntries(
      line.split(' ').map((pair) => pair.split('=') as [string, string]),
    )

    expect(variables['DIGEST_DATA']).toBeDefined()
    expect(readOverrides(variables, {})).toMatchObject({ errors: [], warnings: [] })
  })

  it('lets a backup take a lower priority', () => {
    expect(text).toMatch(/^SystemCallFilter=~.*@resources$[^]*^SystemCallFilter=setpriority$/m)
  })

  it.runIf(canAnalyse)('is valid, and leaves the service few rights', () => {
    const path = join(emptyFolder(), unit)
    // The service is not installed here, and not each system has `kill` as a file.
    const env = ['/opt/content-digest/bin/content-digest', '/bin/kill'].reduce(
      (unitText, program) => unitText.replace(program, process.execPath),
      text,
    )
    writeFileSync(path, env)

    const verified = spawnSync('systemd-analyze', ['verify', path])
    const secured = String(spawnSync('systemd-analyze', ['security', '--offline=true', path]).stdout)

    expect({ status: verified.status, stderr: String(verified.stderr) }).toEqual({ status: 0, stderr: '' })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(secured)?.[1])).toBeLessThan(MAX_EXPOSURE)
  })
})
