import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from '../collect/loopback.ts'
import { emptyFolder, runCli, startCli, startServing } from './run-cli.ts'

/** A file whose disk is always full. Only Linux has it. */
const FULL = '/dev/full'

describe.skipIf(!existsSync(FULL))('a log on a full disk', () => {
  let site: Site
  let cwd: string
  let stderr: number
  beforeAll(async () => {
    site = await openSite({ '/feed': '<rss><channel><item><title>One</title></item></channel></rss>' })
    cwd = emptyFolder()
    stderr = openSync(FULL, 'w')
    writeFileSync(
      join(cwd, 'digest.yaml'),
      `collect: { allowAddresses: [127.0.0.0/8] }\nsources: [{ id: paper, url: '${site.url}/feed' }]\n`,
    )
  })
  afterAll(async () => {
    closeSync(stderr)
    await site.close()
  })

  it('keeps no service from answering, or from its end', async () => {
    const service = await startServing(['--log-level', 'debug'], { cwd, stderr })

    const { status } = await fetch(`${service.url}/api/items`)
    const { code } = await service.stop()

    expect(status).toBe(200)
    expect(code).toBe(0)
  })

  it('keeps no command from its work', async () => {
    const collecting = startCli(['collect', '--log-level', 'debug', '--data', 'other'], { cwd, stderr })

    const { code } = await collecting.ended
    const { stdout } = await runCli(['search', 'one', '--data', 'other'], cwd)

    expect(code).toBe(0)
    expect(stdout).toContain('One')
  })
})
