import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOverrides } from '../../src/config/environment.ts'
import { emptyFolder, eventually, runCli, serve } from '../e2e/run-cli.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCKERFILE = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')
const INSTRUCTIONS = DOCKERFILE.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const LAST_STAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex((line) => line.startsWith('FROM ')))

describe('the image', () => {
  it('is built from files that are there and that .dockerignore lets in', () => {
    const letIn = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8').split('\n')
    const copied = INSTRUCTIONS.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) =>
      line.split(' ').slice(1, -1),
    )

    expect(letIn).toContain('*')
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(resolve(ROOT, path)) || !letIn.includes(`!${path}`))).toEqual(
      [],
    )
  })

  it('runs as a user without rights, and installs nothing in its last stage', () => {
    expect(LAST_STAGE.findLast((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d*$/)
    expect(LAST_STAGE.filter((line) => /\b(?:apt-get|apk|npm)\b/.test(line))).toEqual([])
  })

  it('sets only what is a setting', () => {
    const variables = variablesOf(LAST_STAGE.find((line) => line.startsWith('ENV ')) ?? '')

    expect(variables['DIGEST_DATA']).toBe('/data')
    expect(readOverrides(variables, {})).toMatchObject({ errors: [], warnings: [] })
  })

  it('says what it is, in the words of OCI, and as the package does', () => {
    const { description, license, version } = JSON.parse(
      readFileSync(resolve(ROOT, 'package.json'), 'utf8'),
    ) as Record<'description' | 'license' | 'version', string>
    const line = LAST_STAGE.find((each) => each.startsWith('LABEL ')) ?? ''
    const labels = [...line.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]+)"/g)]

    expect(Object.fromEntries(labels.map(([, name, value]) => [name, value]))).toEqual({
      title: 'Content Digest Service',
      description,
      licenses: license,
      version,
    })
  })

  it('is healthy once the service can answer', async () => {
    const [program = '', ...args] = healthCheck()
    const isHealthy = (port: string): boolean =>
      spawnSync(program === 'node' ? process.execPath : program, args, {
        env: { DIGEST_SERVER_PORT: port },
      }).status === 0
    const service = await serve(['--no-collect'], emptyFolder())
    const { port } = new URL(service.url)

    await eventually(
      () => Promise.resolve(isHealthy(port)),
      (healthy) => healthy,
    )
    await service.stop()

    expect(isHealthy(port)).toBe(false)
  })

  it('starts the service by a file that can be run by its name', async () => {
    const { stdout } = await runCli(['--version'], emptyFolder())

    const { status, stdout: named } = spawnSync(resolve(ROOT, 'dist/cli/main.js'), ['--version'])

    expect(status).toBe(0)
    expect(String(named)).toBe(stdout)
  })
})

/** The command of `HEALTHCHECK`, in its JSON form. */
function healthCheck(): string[] {
  const line = LAST_STAGE.find((each) => each.startsWith('HEALTHCHECK ')) ?? ''
  return JSON.parse(line.slice(line.indexOf('['))) as string[]
}

function variablesOf(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}
