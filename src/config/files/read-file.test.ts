import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { readOverrides } from '../environment.ts'
import { loadConfig } from '../load.ts'
import { changeSettingsFile } from './change-file.ts'

/** What may stand in place of a file, by what messages call it. */
const OTHERS: readonly (readonly [string, (folder: string) => string | Promise<string>])[] = [
  ['a pipe', pipeIn],
  ['a pipe', (folder) => linkTo(pipeIn(folder))],
  ['a socket', socketIn],
  ['a device', () => '/dev/zero'],
  ['a device', () => '/dev/null'],
]

function newFolder(): string {
  return scratchFolder('test')
}

function pipeIn(folder: string): string {
  execFileSync('mkfifo', [join(folder, 'pipe')])
  return join(folder, 'pipe')
}

function linkTo(target: string): string {
  symlinkSync(target, `${target}-link`)
  return `${target}-link`
}

async function socketIn(folder: string): Promise<string> {
  const file = join(folder, 'socket')
  const server = createServer().listen(file)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return file
}

describe.skipIf(process.platform === 'win32')('in place of a file', () => {
  it.each(OTHERS)('%s is refused at once, for settings and for secrets', async (kind, make) => {
    const folder = newFolder()
    const file = await make(folder)
    const source = { url: 'https://paper.example/feed', auth: { tokenFile: file } }
    writeFileSync(join(folder, 'digest.yaml'), JSON.stringify({ sources: [source] }))
    const refusal = (message: string) =>
      expect.objectContaining({ code: 'configInvalid', message: expect.stringContaining(message) })

    const { errors } = readOverrides({ DIGEST_SERVER_API_KEYS_FILE: file }, {})

    expect(errors).toEqual([
      `DIGEST_SERVER_API_KEYS_FILE names a file that cannot be read: ${file} (${kind}, not a file)`,
    ])
    const settings = `this is ${kind}; a file is needed`
    expect(() => loadConfig({ flags: { config: file }, env: {}, cwd: folder })).toThrow(refusal(settings))
    expect(() => loadConfig({ env: { DIGEST_CONFIG: file }, cwd: folder })).toThrow(refusal(settings))
    expect(() => changeSettingsFile(file, folder, (text) => text)).toThrow(refusal(settings))
    expect(() => loadConfig({ env: {}, cwd: folder })).toThrow(refusal(`(${kind}, not a file)`))
  })

  it('a folder is refused', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'keys'))

    expect(() => loadConfig({ flags: { config: 'keys' }, env: {}, cwd: folder })).toThrow('this is a folder')
    expect(readOverrides({ DIGEST_STORE_FILE: join(folder, 'keys') }, {}).errors).toEqual([
      expect.stringContaining('(EISDIR)'),
    ])
  })

  it('a link to a file is read', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), 'log: { level: warn }\n')

    const config = loadConfig({ flags: { config: linkTo(join(folder, 'file')) }, env: {}, cwd: folder })

    expect(config.log.level).toBe('warn')
  })
})
