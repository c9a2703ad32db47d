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
