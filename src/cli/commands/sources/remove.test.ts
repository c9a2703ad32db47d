import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aDraft, aFirstVisit, NOW } from '../../../../test/store/drafts.ts'
import { newFolder } from '../../../../test/store/kept.ts'
import { loadConfig } from '../../../config/load.ts'
import { closing } from '../../io.ts'
import { openStore } from '../../open-store.ts'
import { removeSourcesById } from './remove.ts'

const source = (id: string): string => `  - { id: ${id}, url: "https://${id}.example/feed" }\n`

it('takes out the source that was asked for, also if the settings changed while the person thought', async () => {
  const cwd = newFolder()
  const file = join(cwd, 'digest.yaml')
  writeFileSync(file, `sources:\n${source('herald')}${source('courier')}${source('times')}`)
  const config = loadConfig({ cwd, env: {} })
  await closing(await openStore(config), async (opened) => {
    await opened.syncSources(config.sources, NOW)
    await opened.saveVisit(aFirstVisit('courier', { 1: aDraft('one') }))
  })

  const code = await removeSourcesById(
    ['courier'],
    {},
    {
      io: { stdout: { write: () => undefined }, stderr: { write: () => undefined } },
      cwd,
      env: {},
      now: () => NOW,
      exit: () => undefined,
      async ask() {
        writeFileSync(file, `sources:\n${source('courier')}${source('times')}`)
        return 'y'
      },
    },
  )

  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(`sources:\n${source('times')}`)
})
