import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { loadConfig } from '../../config/load.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { createReload } from './reload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Settings with a secret that is not there yet. */
function newWorld(untilChanged = Promise.resolve()) {
  const folder = scratchFolder('reload')
  const file = join(folder, 'digest.yaml')
  const token = join(folder, 'token')
  writeFileSync(file, `sources: [{ id: a, url: 'https://a.example/feed', auth: { tokenFile: ${token} } }]\n`)
  const lines: string[] = []
  const states: boolean[] = []
  const changed: string[][] = []
  const reload = createReload({
    file,
    load: () => loadConfig({ flags: { config: file }, env: {}, cwd: folder }),
    async change({ sources }) {
      changed.push(sources.map(({ id }) => id))
      await untilChanged
    },
    onState: (isTaken) => void states.push(isTaken),
    log: pino({}, { write: (line) => void lines.push(line) }),
  })
  return { file, token, reload, lines, states, changed }
}

describe('settings that could not be read', () => {
  it('are read again, and logged once while the fault is the same', async () => {
    const { token, reload, lines, states, changed } = newWorld()
    await reload()
    const logged = lines.length

    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    const whileMissing = { states: [...states], more: lines.length - logged }
    writeFileSync(token, 'a-token')
    await vi.advanceTimersByTimeAsync(HOUR_MS)

    expect(lines.join('')).toContain('the settings stay as they were')
    expect(whileMissing).toEqual({ states: [false, false, false], more: 0 })
    expect(changed).toEqual([['a']])
    expect(states.at(-1)).toBe(true)
  })

  it('are taken once they can be read, wherever the file system failed', async () => {
    const { file, token, reload, lines, states, changed } = newWorld()
    writeFileSync(token, 'a-token')
    rmSync(file)
    symlinkSync(file, file)
    await reload()
    rmSync(file)
    writeFileSync(file, `sources: [{ id: b, url: 'https://b.example/feed' }]\n`)

    await reload()

    expect(lines.join('')).toContain('ELOOP')
    expect(changed).toEqual([['b']])
    expect(states).toEqual([false, false, true])
  })

  it('are not read again by themselves after the file was corrected', async () => {
    const { file, reload, states, changed } = newWorld()
    await reload()
    writeFileSync(file, `sources: [{ id: b, url: 'https://b.example/feed' }]\n`)

    await reload()
    await vi.advanceTimersByTimeAsync(HOUR_MS)

    expect(changed).toEqual([['b']])
    expect(states).toEqual([false, false, true])
  })
})

it('are not taken while a change waits for what is under way, such as a mail that is being sent', async () => {
  const { token, reload, states, changed } = newWorld(new Promise(() => undefined))
  writeFileSync(token, 'a-token')

  void reload()
  await vi.advanceTimersByTimeAsync(HOUR_MS)

  expect(changed).toEqual([['a']])
  expect(states).toEqual([false])
})
