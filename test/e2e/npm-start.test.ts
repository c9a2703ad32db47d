import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from './run-cli.ts'

const ROOT = resolve(import.meta.dirname, '../..')

describe('npm start', () => {
  it('runs what is built and builds nothing', async () => {
    const { code, stdout } = await npm(['start', '--silent', '--', '--help'], ROOT)

    expect(code).toBe(0)
    expect(stdout).toContain('--no-collect')
  })

  it('says how to build where nothing is built, and ends with 2', async () => {
    const { code, stderr } = await npm(['start', '--silent'], freshCheckout())

    expect(code).toBe(2)
    expect(stderr).toContain('Nothing is built here. Run npm ci')
  })

  it('can be installed without the build tools: npm then says that nothing was built, and succeeds', async () => {
    const { code, stdout } = await npm(['run', '--silent', 'prepare'], freshCheckout())

    expect(code).toBe(0)
    expect(stdout).toBe(
      'The build tools are not installed: nothing is built yet; run npm ci without --omit=dev once.\n',
    )
  })

  it('keeps what is built where the build tools are missing', async () => {
    const folder = freshCheckout()
    cpSync(join(ROOT, 'dist/cli/main.js'), join(folder, 'dist/cli/main.js'))

    const { code, stdout } = await npm(['run', '--silent', 'prepare'], folder)

    expect(code).toBe(0)
    expect(stdout).toBe('The build tools are not installed: dist/ stays as it is.\n')
  })
})

/** A checkout as far as npm's scripts need it, without packages and without a build. */
function freshCheckout(): string {
  const folder = emptyFolder()
  for (const name of ['package.json', 'scripts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  return folder
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function npm(args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((ended) => {
    execFile(
      'npm',
      args,
      { cwd, env: { ...process.env, npm_config_loglevel: 'silent' } },
      (error, stdout, stderr) => {
        ended({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      },
    )
  })
}
