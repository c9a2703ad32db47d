import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSite } from '../collect/loopback.ts'
import { emptyFolder, eventually, runCli, serve } from './run-cli.ts'

interface Health {
  readonly status: string
  readonly checks: { readonly collector: { readonly status: string } }
}

it('visits that cannot be saved make the service degraded at once, and well again when they can', async () => {
  const cwd = emptyFolder()
  const site = await openSite({ '/feed': '<rss><channel><item><title>One</title></item></channel></rss>' })
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s', every: '10s' },
    sources: [{ id: 'paper', url: `${site.url}/feed` }],
  }
  writeFileSync(join(cwd, 'digest.yaml'), JSON.stringify(settings))
  await runCli(['collect'], cwd)
  const store = new Database(join(cwd, 'data', 'digest.db'))
  store.exec("CREATE TRIGGER full BEFORE INSERT ON visits BEGIN SELECT RAISE(ABORT, 'no room'); END")
  store.exec('UPDATE sources SET next_visit_at = 0')
  const service = await serve([], cwd)
  const health = async () => (await (await fetch(`${service.url}/api/health`)).json()) as Health

  const full = await eventually(health, ({ status }) => status === 'degraded')
  store.exec('DROP TRIGGER full')
  const well = await eventually(health, ({ status }) => status === 'ok')

  expect(full.checks.collector.status).toBe('degraded')
  expect(well.checks.collector.status).toBe('ok')
  expect(service.output().stderr).toContain('paper: could not be saved')
  await service.stop()
  store.close()
  await site.close()
})
