import { expect, it } from 'vitest'
import { emptyFolder } from '../../../test/e2e/run-cli.ts'
import { loadConfig } from '../../config/load.ts'
import type { CollectorMessage } from './collector-messages.ts'
import { type Jobs, runJobs } from './digester-jobs.ts'

const config = loadConfig({ cwd: emptyFolder(), env: { DIGEST_COLLECT_THUMBNAILS: 'false' } })

/** What is sent by jobs that are ended at once. */
async function sentBy(prune: Jobs['prune']): Promise<CollectorMessage[]> {
  const sent: CollectorMessage[] = []
  const jobs: Jobs = {
    prune,
    refreshIcons: () => Promise.resolve(0),
    thumbnails: () => ({ refresh: () => Promise.resolve(0) }),
  }
  const stop = new AbortController()
  const running = runJobs(jobs, config, stop.signal, (message) => sent.push(message))
  stop.abort()
  await running
  return sent
}

it('applies the retention settings at the start too: a service may be started more often than once an hour', async () => {
  expect(await sentBy(() => Promise.resolve(3))).toEqual([{ kind: 'saved' }])
})

it('logs why it cannot, and goes on', async () => {
  const failing = (): Promise<number> => Promise.reject(new Error('the disk is full'))

  expect(await sentBy(failing)).toEqual([
    { kind: 'log', level: 'error', message: 'retention: Error: the disk is full' },
  ])
})
