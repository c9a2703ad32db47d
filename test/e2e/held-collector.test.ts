import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSite } from '../collect/loopback.ts'
import { emptyFolder, eventually, startServing } from './run-cli.ts'

/**
 * Has the collector's thread loop where it reads a document with a certain word. The main thread's minutes then pass at once:
 * what it does each minute is done a dozen times.
 */
const LOOPING = `
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
const { parse } = JSON
const every = setInterval
let seen = false
if (isMainThread)
  globalThis.setInterval = (work, ms) => every(ms !== 60_000 ? work : () => {
    // At the second look, all that the thread sent before has come.
    if (!existsSync('held') || (seen = !seen)) return
    rmSync('held')
    for (let minute = 1; minute <= 12; minute++) work()
  }, Math.min(ms, 100))
else
  JSON.parse = (text, ...rest) => {
    if (!String(text).includes('a Möbius strip')) return parse(text, ...rest)
    writeFileSync('held', '')
    for (;;);
  }
`

const feed = (title: string): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title, items: [{ id: '1', title }] })

interface Sources {
  readonly items: readonly { readonly id: string; readonly health: Health }[]
}

interface Health {
  readonly status: string
  readonly lastSuccessAt: string | null
  readonly lastError: { readonly code: string; readonly message: string } | null
}

it('a source that holds the collector for ever is named in the log, and counts as failed in the next thread', async () => {
  const cwd = emptyFolder()
  const site = await openSite({ '/loop': feed('News of a Möbius strip'), '/quay': feed('News of the quay') })
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], thumbnails: false },
    sources: [
      { id: 'loop', url: `${site.url}/loop` },
      { id: 'quay', url: `${site.url}/quay` },
    ],
  }
  writeFileSync(join(cwd, 'digest.yaml'), JSON.stringify(settings))
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(LOOPING)}`]

  const service = await startServing([], { cwd, nodeArgs })
  const health = await eventually(
    async () => {
      const { items } = (await (await fetch(`${service.url}/api/sources`)).json()) as Sources
      return new Map(items.map((source) => [source.id, source.health]))
    },
    (of) => of.get('loop')?.lastError !== null && of.get('quay')?.lastSuccessAt !== null,
  )
  await service.stop()
  await site.close()

  expect(service.output().stderr).toMatch(
    /the collector has not answered for 5 minutes and is ended; it worked on (?:quay, )?loop/,
  )
  expect(health.get('loop')?.lastError).toMatchObject({
    code: 'parse',
    message: expect.stringContaining('it took very long') as string,
  })
})
