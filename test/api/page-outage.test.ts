import { expect, it, onTestFinished } from 'vitest'
import type { Page } from '../../src/api/page/page.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { openWorld } from './world.ts'

/** A page of one view that asks nothing of the store, such as that of the saved articles. */
const PAGE: Page = {
  paths: ['/saved'],
  assets: [],
  render: ({ storeId }) => Promise.resolve({ status: 200, html: storeId }),
  mail: () => '',
  manifest: () => '{}',
}

it('a view says of which store it is while the store cannot be read: browsers keep what is saved by that', async () => {
  const world = await openWorld(3)
  const served = await serve(world.store, {}, PAGE)
  onTestFinished(() => served.close())
  const storeId = await world.store.storeId()
  const before = await ask(`${served.base}/saved`)

  await world.close()
  served.now += MINUTE_MS
  const lost = await ask(`${served.base}/saved`)
  const missing = await ask(`${served.base}/nothing`, { headers: { accept: 'text/html' } })

  await expect(world.store.storeId()).rejects.toMatchObject({ code: 'storeFailed' })
  expect([before.text, lost.text, missing.text]).toEqual([storeId, storeId, storeId])
})

it('a view that cannot be shown says when to try again, as the interface does', async () => {
  const world = await openWorld(3)
  const render: Page['render'] = async ({ ask: askService }) => {
    const { status } = await askService('/api/items')
    return { status, html: '' }
  }
  const served = await serve(world.store, {}, { ...PAGE, render })
  onTestFinished(() => served.close())

  await world.close()
  const view = await ask(`${served.base}/saved`)

  expect([view.status, view.headers['retry-after']]).toEqual([503, '5'])
})
