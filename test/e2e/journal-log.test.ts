import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSite } from '../collect/loopback.ts'
import { emptyFolder, startServing } from './run-cli.ts'

it.each([
  [
    'has a priority where the journal of systemd takes it',
    0,
    /^<6>\{"level":30,/,
    /^<4>\{"level":40,.* failed \(/m,
  ],
  ['is JSON alone where it goes elsewhere', 1, /^\{"level":30,/, /^\{"level":40,.* failed \(/m],
])('a line of the log %s', async (_, other, info, warning) => {
  const cwd = emptyFolder()
  const site = await openSite({})
  writeFileSync(
    join(cwd, 'digest.yaml'),
    `collect: { allowAddresses: [127.0.0.0/8] }\nsources: [{ id: paper, url: '${site.url}/feed' }]\n`,
  )
  const file = join(cwd, 'log')
  const stderr = openSync(file, 'w')
  const { dev, ino } = fstatSync(stderr)

  const service = await startServing([], { cwd, stderr, env: { JOURNAL_STREAM: `${dev}:${ino + other}` } })
  await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 20_000 }).toMatch(warning)
  await service.stop()
  closeSync(stderr)
  await site.close()

  expect(readFileSync(file, 'utf8')).toMatch(info)
})

it('a warning of either thread is a line of the log', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'digest.yaml'), 'sources: [{ id: a, url: "https://a.invalid/feed" }]\n')
  const warns = `import { isMainThread } from 'node:worker_threads'
    setInterval(() => process.emitWarning(isMainThread ? 'from main' : 'from the collector'), 50).unref()`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warns)}` }

  const service = await startServing([], { cwd, env })
  const linesWith = (text: string) =>
    service
      .output()
      .stderr.split('\n')
      .filter((line) => line.includes(`"msg":"${text}"`))
  for (const text of ['from main', 'from the collector'])
    await expect.poll(() => linesWith(text)[0], { timeout: 20_000 }).toMatch(/^\{"level":40,/)
  await service.stop()
})
