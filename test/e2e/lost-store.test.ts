import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSite } from '../collect/loopback.ts'
import { emptyFolder, eventually, runCli, serve } from './run-cli.ts'

it('a store that is moved away makes the service down, with one error in the log, until it is back', async () => {
  const cwd = emptyFolder()
  const site = await openSite({ '/feed': '<rss><channel><item><title>One</title></item></channel></rss>' })
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], every: '10s', thumbnails: false },
    sources: [{ id: 'paper', url: `${site.url}/feed` }],
  }
  writeFileSync(join(cwd, 'digest.yaml'), JSON.stringify(settings))
  const service = await serve([], cwd)
  const health = async () => (await fetch(`${service.url}/api/health`)).status
  const log = () => service.output().stderr
  const file = join(cwd, 'data', 'digest.db')
  await eventually(
    async () => log(),
    (text) => text.includes('1 new'),
  )

  renameSync(file, `${file}.away`)

  expect(await eventually(health, (status) => status === 503)).toBe(503)
  await eventually(
    async () => log(),
    (text) => text.includes('was deleted or moved away'),
  )
  const second = await runCli(['collect'], cwd)
  expect(second.code).toBe(2)
  expect(second.stderr).toContain('a new store beside it would damage both')

  renameSync(`${file}.away`, file)

  expect(await eventually(health, (status) => status === 200)).toBe(200)
  await eventually(
    async () => log(),
    (text) => text.includes('the store can be read again'),
  )
  expect(log().match(/the store could not be read/g)).toHaveLength(1)
  await service.stop()
  await site.close()
})
