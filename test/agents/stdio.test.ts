import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPublisher, type Publisher } from '../e2e/publisher.ts'
import { eventually, runCli, serve, startCli } from '../e2e/run-cli.ts'
import { type Agent, connect, connectHttp, ownWords, PROTOCOLS } from './agent.ts'

const BUILT = resolve(import.meta.dirname, '../../dist')
const MAIN = join(BUILT, 'cli/main.js')

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

const NAMES = ['one', 'two', 'three']

let publisher: Publisher
let folder: string

beforeAll(async () => {
  publisher = await openPublisher()
  folder = mkdtempSync(join(tmpdir(), 'digest-mcp-'))
  writeFileSync(join(folder, 'digest.yaml'), publisher.settingsFor(NAMES))
  await runCli(['collect'], folder)
})

afterAll(() => publisher.close())

function overStdio(mode: (typeof PROTOCOLS)[number]): Promise<Agent> {
  const server = { command: process.execPath, args: [MAIN, 'mcp'], cwd: folder, stderr: 'ignore' as const }
  return connect(new StdioClientTransport(server), mode)
}

describe.each(PROTOCOLS)('content-digest mcp, by the protocol %s', (mode) => {
  let agent: Agent

  beforeAll(async () => {
    agent = await overStdio(mode)
  })

  afterAll(() => agent.close())

  it('has the tools of /mcp, with the same answers', async () => {
    const service = await serve(['--no-collect'], folder)
    const other = await connectHttp(service.url, mode)

    expect(await agent.client.listTools()).toEqual(await other.client.listTools())
    const calls = [
      ['top_stories', {}],
      ['search', { q: 'item' }],
      ['trending', {}],
      ['story', { id: 1 }],
      ['article', { id: 1 }],
      ['sources', {}],
      ['whats_new', {}],
      ['whats_new', { since: 0 }],
      ['article', { id: 999 }],
    ] as const
    for (const [name, given] of calls) {
      const [own, its] = [await agent.call(name, given), await other.call(name, given)]

      expect(own.text.replaceAll(/as of .*/g, '')).toBe(its.text.replaceAll(/as of .*/g, ''))
      expect(own.isError).toBe(name === 'article' && given.id === 999)
    }
    await other.close()
    await service.stop()
  })

  it('sees what is stored while it runs', async () => {
    const before = (await agent.call('sources')).text
    const mark = Number(/whats_new\(since=(\d+)\)/.exec((await agent.call('whats_new')).text)?.[1])
    expect((await agent.call('whats_new', { since: mark })).text).toContain('No change since')
    writeFileSync(join(folder, 'digest.yaml'), publisher.settingsFor([...NAMES, `more-${mode}`]))
    await runCli(['collect'], folder)

    expect(before).not.toContain(`more-${mode}`)
    expect(ownWords((await agent.call('sources')).text)).toContain(`- more-${mode} «`)
    expect((await agent.call('search', { q: `more ${mode}` })).text).toContain(`«Item of more-${mode}»`)
    const { text } = await agent.call('whats_new', { since: mark })
    expect(text).toMatch(new RegExp(`^- «Item of more-${mode}»\\n.* · new · `, 'm'))
    const next = Number(/since=(\d+)\.$/.exec(text)?.[1])
    expect((await agent.call('whats_new', { since: next })).text).toContain('No change since')
  })
})

describe('content-digest mcp', () => {
  it('ends with its client, and writes nothing but the protocol', async () => {
    const { child, ended, output } = startCli(['mcp'], { cwd: folder })

    // Its stdin is closed from the beginning.
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(output()).toEqual({ stdout: '', stderr: '' })
    expect(child.exitCode).toBe(0)
  })

  it('answers all that was asked before its stdin ended, but what was cancelled', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: folder })
    const ended = once(child, 'close')
    const stdout = textOf(child.stdout)
    const call = { method: 'tools/call', params: { name: 'search', arguments: { q: 'item' } } }
    const asked = [
      { id: 2, method: 'tools/list' },
      { id: 3, ...call },
      { id: 4, ...call },
      { method: 'notifications/cancelled', params: { requestId: 4 } },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))

    child.stdin.end(`${[INITIALIZE, ...asked].join('\n')}\n`)

    expect(await ended).toEqual([0, null])
    const answers = (await stdout).split('\n').filter((line) => line !== '')
    expect(answers.map((line) => (JSON.parse(line) as { id: number }).id).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3,
    ])
  })

  it('answers clients that write null for what they leave out, in whatever pieces their lines arrive', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: folder })
    const ended = once(child, 'close')
    const stdout = textOf(child.stdout)
    const search = '"method":"tools/call","params":{"name":"search","arguments":{"q":"é","limit":null}}}'

    child.stdin.write(`${INITIALIZE}\n{"jsonrpc":"2.0","id":2,"method":"tools/list","params":null}\r\n`)
    const line = Buffer.from(`{"jsonrpc":"2.0","id":3,${search}\n`)
    const middle = line.indexOf('é') + 1
    child.stdin.write(line.subarray(0, middle))
    await once(child.stdout, 'data')
    child.stdin.end(line.subarray(middle))

    expect(await ended).toEqual([0, null])
    const answers = (await stdout).trim().split('\n')
    expect(answers.map((answer) => JSON.parse(answer) as object)).toEqual(
      [1, 2, 3].map((id) => expect.objectContaining({ id, result: expect.anything() })),
    )
  })

  it('ends when nobody reads its answers any more, with stdin open', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: folder })
    const ended = once(child, 'close')
    const stderr = textOf(child.stderr)
    child.stdin.on('error', () => undefined)
    child.stdout.destroy()

    child.stdin.write(`${INITIALIZE}\n`)

    expect(await ended).toEqual([1, null])
    expect(await stderr).toBe('')
  })

  it('says why it ends at a message that is too large', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: folder })
    const ended = once(child, 'close')
    const stderr = textOf(child.stderr)
    child.stdin.on('error', () => undefined)

    child.stdin.write(`no JSON\n${INITIALIZE}\n`)
    await once(child.stdout, 'data')
    child.stdin.write('x'.repeat(11_000_000))

    expect(await ended).toEqual([2, null])
    expect(await stderr).toMatch(/^what the agent sent cannot be read: .*10485760.*\n$/)
  })

  it('says what is wrong where there is no store', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'digest-mcp-empty-'))
    const { code, stderr } = await runCli(['mcp'], empty)

    expect(code).not.toBe(0)
    expect(stderr).toMatch(/no store|newsroom/)
  })
})

describe('a service', () => {
  /** Bundles with code of the protocol's package. */
  const ofProtocol = readdirSync(join(BUILT, 'code')).filter(
    (file) =>
      file.endsWith('.js') &&
      readFileSync(join(BUILT, 'code', file), 'utf8').includes('subscriptions/listen'),
  )

  it.each([false, true])(
    'loads the protocol when an agent asks, and not before (asked: %s)',
    async (isAsked) => {
      const coverage = mkdtempSync(join(tmpdir(), 'digest-mcp-loaded-'))
      const service = await serve(['--no-collect'], folder, { NODE_V8_COVERAGE: coverage })
      await eventually(
        async () => (await fetch(`${service.url}/api/items`)).status,
        (status) => status === 200,
      )
      if (isAsked) await (await connectHttp(service.url)).close()
      await service.stop()

      const reports = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), 'utf8'))
      const loaded = reports.flatMap((report) =>
        (JSON.parse(report) as { result: { url: string }[] }).result.map(({ url }) => basename(url)),
      )
      expect(loaded).toContain('main.js')
      expect(ofProtocol).not.toEqual([])
      expect(ofProtocol.some((file) => loaded.includes(file))).toBe(isAsked)
    },
  )
})
