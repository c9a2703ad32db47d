import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder, eventually, runCli, serve } from './run-cli.ts'

it('a service makes its backups, says so, and one of them is restored', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'digest.yaml'), 'backup: { every: 1h, keep: 2 }\nsources: []\n')
  const service = await serve([], cwd)
  const { checks } = await eventually(
    async () => (await (await fetch(`${service.url}/api/health`)).json()) as Health,
    ({ checks: { backup } }) => typeof backup?.lastAt === 'string',
  )
  const stopped = await service.stop()

  expect(stopped.code).toBe(0)
  expect(service.output().stderr).toContain('backup made and verified')
  expect(checks.backup).toMatchObject({ status: 'ok', bytes: expect.any(Number), failedAt: null })
  const [file = '', ...others] = readdirSync(join(cwd, 'data/backups'))
  expect([file, others]).toEqual([expect.stringMatching(/^digest-[\dTZ-]+\.db\.gz$/), []])

  const shown = await runCli(['restore', join('data/backups', file), '--dry-run'], cwd)
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('the backup is whole')])
  const refused = await runCli(['restore', join('data/backups', file), '--to', 'sqlite:data/digest.db'], cwd)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is there already')])
  const restored = await runCli(['restore', join('data/backups', file), '--to', 'sqlite:new/digest.db'], cwd)
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('restored and verified')])
  const checked = await runCli(['doctor', '--deep', '--store', 'sqlite:new/digest.db'], cwd)
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('nothing is wrong')])
})

interface Health {
  readonly checks: { readonly backup: { readonly lastAt: string | null } | null }
}
