import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { registerNewsroom } from './newsroom.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

describe('content-digest newsroom', () => {
  it('says where it runs, and ends when it is told to', async () => {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      MAIN,
      'newsroom',
      '--port',
      '0',
      '--seed',
      'test',
    ])

    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]

    expect(line.toString()).toMatch(/^\d+ invented sources on http:\/\/127\.0\.0\.1:\d+ /)
    expect(code).toBe(0)
  })

  it.each(['-1', '65536', '80a', ''])('refuses %j as a port', async (port) => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
    registerNewsroom(program)
    for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} })

    const run = program.parseAsync(['newsroom', '--port', port], { from: 'user' })

    await expect(run).rejects.toMatchObject({ code: 'commander.invalidArgument' })
  })
})
