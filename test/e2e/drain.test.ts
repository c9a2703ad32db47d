import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, serve, type Serving } from './run-cli.ts'

let publisher: Publisher
beforeAll(async () => {
  publisher = await openPublisher()
})
afterAll(() => publisher.close())

/** A service that is ready. */
async function served(drain: string): Promise<Serving> {
  const folder = emptyFolder()
  writeFileSync(
    join(folder, 'digest.yaml'),
    `${publisher.settingsFor(['paper'])}server: { drain: ${drain} }\n`,
  )
  const service = await serve([], folder)
  await eventually(
    async () => (await fetch(`${service.url}/readyz`)).status,
    (status) => status === 200,
  )
  return service
}

it('/readyz is 503 for server.drain after SIGTERM, while requests are still answered', async () => {
  const service = await served('2s')
  const ended = service.stop('SIGTERM')

  const answer = await eventually(
    async () => (await (await fetch(`${service.url}/readyz`)).json()) as { readonly ready: boolean },
    ({ ready }) => !ready,
  )
  const items = await fetch(`${service.url}/api/items`)

  expect(answer).toEqual({ ready: false, missing: ['stopping'] })
  expect([items.status, items.headers.get('connection')]).toEqual([200, 'keep-alive'])
  const { code, ms } = await ended
  expect(code).toBe(0)
  expect(ms).toBeGreaterThan(2_000)
})

it('Ctrl-C does not wait for it', async () => {
  const service = await served('5m')

  expect(await service.stop('SIGINT')).toMatchObject({ code: 0 })
})

it('a second SIGTERM does not wait for it either', async () => {
  const service = await served('5m')
  service.child.kill('SIGTERM')
  await eventually(
    async () => (await fetch(`${service.url}/readyz`)).status,
    (status) => status === 503,
  )

  expect(await service.stop('SIGTERM')).toMatchObject({ signal: 'SIGTERM' })
})
