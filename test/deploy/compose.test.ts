import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readOverrides } from '../../src/config/environment.ts'
import { emptyFolder } from '../e2e/run-cli.ts'
import { hasProgram } from './found-program.ts'

const DEPLOY = resolve(import.meta.dirname, '../../deploy')

interface ComposeFile {
  readonly services: Readonly<
    Record<string, { readonly image: string; readonly environment?: Record<string, string> }>
  >
}

describe.each(['compose.yaml', 'scaled/compose.yaml'])('%s', (name) => {
  it('sets only what is a setting of the service', () => {
    const { services } = parse(readFileSync(join(DEPLOY, name), 'utf8'), { merge: true }) as ComposeFile
    const nodes = Object.values(services).filter(({ image }) => image === 'content-digest')

    expect(nodes.length).toBeGreaterThan(0)
    for (const { environment = {} } of nodes) {
      const { DIGEST_STORE_FILE: _, ...others } = environment
      expect(readOverrides(others, {})).toMatchObject({ errors: [], warnings: [] })
    }
  })

  it.runIf(hasProgram('docker', ['compose', 'version'], `the check of deploy/${name}`))(
    'is accepted by Docker Compose',
    () => {
      const folder = emptyFolder()
      cpSync(DEPLOY, folder, { recursive: true })
      mkdirSync(join(folder, 'scaled/secrets'), { recursive: true })
      for (const secret of ['store', 'password']) writeFileSync(join(folder, 'scaled/secrets', secret), 'x')

      const { status, stderr } = spawnSync('docker', [
        'compose',
        '-f',
        join(folder, name),
        'config',
        '--quiet',
      ])

      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    },
  )
})
