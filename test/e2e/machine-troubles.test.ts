import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, eventually, runCli, serve, type Serving } from './run-cli.ts'

interface Health {
  readonly status: string
  readonly checks: { readonly machine: { readonly troubles: readonly { readonly message: string }[] } }
}

describe('a machine without network', () => {
  /** Hosts of this machine where nobody listens: each connection is refused, as without network. */
  const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']
  let folder = ''
  let service: Serving
  beforeAll(async () => {
    folder = emptyFolder()
    const port = await freePort()
    const sources = HOSTS.flatMap((host, at) =>
      ['a', 'b'].map((name) => `  - { id: ${name}${at}, url: "http://${host}:${port}/${name}" }`),
    )
    writeFileSync(
      join(folder, 'digest.yaml'),
      `collect: { allowAddresses: [127.0.0.0/8] }\nsources:\n${sources.join('\n')}\n`,
    )
    service = await serve([], folder)
  })
  afterAll(() => service.stop())

  it('is named by /api/health, the page and doctor, once and not with each source', async () => {
    const health = await eventually(
      async () => (await (await fetch(`${service.url}/api/health`)).json()) as Health,
      ({ checks }) => checks.machine.troubles[0]?.message === '4 of 4 hosts could not be reached',
    )
    const page = await (await fetch(`${service.url}/sources`)).text()
    const doctor = await runCli(['doctor'], folder)
    const json = await runCli(['doctor', '--json'], folder)

    expect(health).toMatchObject({
      status: 'degraded',
      checks: { machine: { troubles: [{ part: 'network' }] } },
    })
    expect(page.split('This machine does not reach the network.')).toHaveLength(2)
    expect(page).not.toContain('The server accepts no connections.')
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain('  why     4 of 4 hosts could not be reached\n')
    expect(doctor.stdout).toContain('UNREACHED 8 sources, mostly for that reason: a0, ')
    expect(doctor.stdout).not.toContain('refused')
    expect(JSON.parse(json.stdout)).toMatchObject({
      healthy: false,
      machine: [{ part: 'network', message: '4 of 4 hosts could not be reached' }],
    })
  })
})
