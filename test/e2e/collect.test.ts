import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTroubleServer, type TroubleServer } from '../../sample/trouble/trouble.ts'
import { emptyFolder, eventually, runCli, startCli } from './run-cli.ts'

let server: TroubleServer
let folder: string

beforeAll(async () => {
  server = await startTroubleServer()
  folder = emptyFolder()
  const sources = [
    { id: 'flaky', url: server.urlOf('flaky') + '?fails=1' },
    { id: 'well', url: server.urlOf('ok') },
    { id: 'gone', url: new URL('/nothing-here', server.urlOf('ok')).href },
  ]
  const settings = { collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s' }, sources }
  writeFileSync(join(folder, 'digest.yaml'), JSON.stringify(settings))
})

afterAll(() => server.close())

it('collect visits what is due, and with --now what is named whatever it waits for', async () => {
  const first = await collect()
  const due = await collect()
  const notDue = await collect('flaky')
  const now = await collect('flaky', '--now')

  expect(first).toMatchObject({ visited: 3, failed: 2 })
  expect([due.visited, notDue.visited]).toEqual([0, 0])
  expect(now).toMatchObject({ visited: 1, failed: 0 })
})

it('collect ends with 1 where a source failed, if that is asked for', async () => {
  const run = await runCli(['collect', 'gone', '--now', '--strict'], folder)
  const unasked = await runCli(['collect', 'gone', '--now'], folder)
  const well = await runCli(['collect', 'well', '--now', '--strict'], folder)

  expect([run.code, unasked.code, well.code]).toEqual([1, 0, 0])
})

it('collect refuses a source that is not configured, with the nearest', async () => {
  const { code, stderr } = await runCli(['collect', 'flakky', '--now'], folder)

  expect(code).toBe(2)
  expect(stderr).toContain("no source has the id 'flakky'; did you mean 'flaky'?")
})

it('collect that is interrupted says so and ends with 1, with what it has saved', async () => {
  const cwd = emptyFolder()
  const sources = (['ok', 'hang'] as const).map((kind) => ({ id: kind, url: server.urlOf(kind) }))
  const settings = { collect: { allowAddresses: ['127.0.0.0/8'], timeout: '5m' }, sources }
  writeFileSync(join(cwd, 'digest.yaml'), JSON.stringify(settings))
  const run = startCli(['collect', '--json', '--log-level', 'debug'], { cwd })
  await eventually(run.output, ({ stderr }) => stderr.includes('ok: '))

  const { code } = await run.stop('SIGINT')

  expect(code).toBe(1)
  expect(JSON.parse(run.output().stdout)).toMatchObject({ visited: 1, failed: 0 })
  expect(run.output().stderr).toContain('interrupted; the next run visits the sources that are left')
})

async function collect(...args: string[]): Promise<{ readonly visited: number; readonly failed: number }> {
  const { stdout, stderr, code } = await runCli(['collect', ...args, '--json'], folder)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as { visited: number; failed: number }
}
