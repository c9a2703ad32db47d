import { createHash } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder, eventually, serve, type Serving } from './run-cli.ts'

const KEY = 'a-key-of-this-test'
const HASH = createHash('sha256').update(KEY).digest('hex')
/** Often while a setting is taken over, and not so often that a processor does nothing else. */
const ASK_AGAIN_MS = 20
const WITH_KEY = { headers: { authorization: `Bearer ${KEY}` } }

describe('settings that change while the service runs', () => {
  const folder = emptyFolder()
  const file = join(folder, 'digest.yaml')
  let service: Serving
  const stop = new AbortController()
  const statuses: number[] = []
  let requests: Promise<void>

  beforeAll(async () => {
    writeFileSync(file, yaml({ sources: ['first'] }))
    service = await serve(['--log-level', 'info'], folder)
    requests = (async () => {
      while (!stop.signal.aborted) {
        statuses.push((await fetch(`${service.url}/api/health`)).status)
        await sleep(ASK_AGAIN_MS)
      }
    })()
  })

  afterAll(async () => {
    stop.abort()
    await requests
    await service.stop()
  })

  const stderr = (): string => service.output().stderr
  const logged = (text: string) =>
    eventually(
      () => Promise.resolve(stderr()),
      (said) => said.includes(text),
    )
  const sources = async (init?: RequestInit): Promise<string[]> => {
    const answer = await fetch(`${service.url}/api/sources`, init)
    if (answer.status !== 200) return [String(answer.status)]
    const { items } = (await answer.json()) as { items: readonly { readonly id: string }[] }
    return items.map(({ id }) => id)
  }

  it('takes in sources that were added and removed, when the file is replaced', async () => {
    expect(await sources()).toEqual(['first'])

    writeFileSync(`${file}.new`, yaml({ sources: ['second', 'third'] }))
    renameSync(`${file}.new`, file)

    await eventually(sources, (ids) => ids.join() === 'second,third')
    await logged('settings changed: sources: 2 added (second, third), 1 removed (first)')
  })

  it('keeps the old settings where the new ones have faults, and logs each with line and column', async () => {
    writeFileSync(file, 'sever: {}\nsources:\n  - { id: a, url: ftp://x.example/ }\n')

    await logged('the settings stay as they were')

    expect(stderr()).toMatch(/digest\.yaml:1:1 .*did you mean 'server'/)
    expect(stderr()).toMatch(/digest\.yaml:3:\d+ /)
    expect(await sources()).toEqual(['second', 'third'])
  })

  it.each([
    ['away', () => rmSync(file)],
    ['empty', () => writeFileSync(file, '')],
  ])('keeps the old settings where the file is %s, and says so', async (_, damage) => {
    const before = stderr().length
    damage()

    await eventually(
      () => stderr().slice(before),
      (said) => said.includes(`${file} is missing or empty: the settings stay as they were`),
    )
    expect(await sources()).toEqual(['second', 'third'])
  })

  it('asks for keys as soon as there are some, and says what needs a restart', async () => {
    writeFileSync(file, yaml({ sources: ['second'], server: `apiKeys: ["${HASH}"], host: 127.0.0.2` }))

    await eventually(sources, (ids) => ids.join() === '401')
    const withKey = await eventually(
      () => sources(WITH_KEY),
      (ids) => ids.join() === 'second',
    )
    expect(withKey).toEqual(['second'])
    await logged('server.host has changed: that takes effect when the service is started again')
  })

  it('are read again on SIGHUP too, which does not end the service', async () => {
    service.child.kill('SIGHUP')

    await eventually(
      () => Promise.resolve(stderr().split('server.host has changed').length - 1),
      (times) => times === 2,
    )
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200)
  })

  it('lose no request', () => {
    expect(statuses.length).toBeGreaterThan(50)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('settings that change while the service listens on localhost', () => {
  it('hold on every address of it, and the service ends cleanly', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'digest.yaml')
    writeFileSync(file, yaml({ sources: ['first'], server: 'host: localhost' }))
    const service = await serve(['--no-collect'], folder)
    const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === '::1'),
    )
    const addresses = [service.url, ...(hasIpv6 ? [service.url.replace('127.0.0.1', '[::1]')] : [])]
    const statuses = (init?: RequestInit) =>
      Promise.all(addresses.map(async (address) => (await fetch(`${address}/api/items`, init)).status))

    expect(new Set(await statuses())).toEqual(new Set([200]))
    writeFileSync(file, yaml({ sources: ['first'], server: `host: localhost, apiKeys: ["${HASH}"]` }))
    await eventually(statuses, (all) => all.every((status) => status === 401))
    expect(new Set(await statuses(WITH_KEY))).toEqual(new Set([200]))

    expect((await service.stop()).code).toBe(0)
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})

describe('without a file of settings', () => {
  it('SIGHUP does not end the service', async () => {
    const service = await serve(['--log-level', 'info'], emptyFolder())

    service.child.kill('SIGHUP')

    await eventually(
      () => Promise.resolve(service.output().stderr),
      (said) => said.includes('no file of settings'),
    )
    expect((await service.stop()).code).toBe(0)
  })
})

function yaml({
  sources,
  server = '',
}: {
  readonly sources: readonly string[]
  readonly server?: string
}): string {
  const lines = sources.map((id) => `  - { id: ${id}, name: ${id}, url: "https://${id}.invalid/feed" }`)
  return [`server: { ${server} }`, 'sources:', ...lines, ''].join('\n')
}
