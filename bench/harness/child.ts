import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { BUILD_FOLDER } from './build.ts'

/** What a process has used, including its threads. */
export interface Usage {
  readonly userSeconds: number
  readonly systemSeconds: number
  readonly cpuSeconds: number
  readonly maxRssMegabytes: number
  readonly rssMegabytes: number
}

export interface Finished {
  readonly usage: Usage
  readonly wallSeconds: number
  readonly stdout: string
}

const PROBE = pathToFileURL(join(import.meta.dirname, 'usage-probe.mjs')).href
/** Entry point of the build that `buildService` makes. */
const SERVICE = join(BUILD_FOLDER, 'cli/main.js')

/** Arguments that run a TypeScript file of this folder. */
export function script(path: string, ...args: readonly string[]): string[] {
  return ['--import', 'tsx', join(import.meta.dirname, '..', path), ...args]
}

/** Arguments that run the built service. */
export function service(...args: readonly string[]): string[] {
  return [SERVICE, ...args]
}

/** CPU seconds of a reference, without its start. */
export async function cpuSecondsOf(args: readonly string[]): Promise<number> {
  const { stdout } = await runMeasured(args)
  return (JSON.parse(stdout) as { cpuSeconds: number }).cpuSeconds
}

/** CPU seconds of the least that saving so many items can cost. */
export async function insertSecondsOf(items: number, scratch: string): Promise<number> {
  const file = join(scratch, 'reference.db')
  try {
    return await cpuSecondsOf(script('references/insert.ts', file, String(items)))
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * Runs a process to its end.
 *
 * @throws Error with the end of its error output if it does not exit with 0
 */
export async function runMeasured(args: readonly string[]): Promise<Finished> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-usage-'))
  const usageFile = join(folder, 'usage.json')
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_USAGE_FILE: usageFile },
  })
  const [stdout, stderr] = [collectText(child.stdout), collectText(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  const wallSeconds = (performance.now() - started) / 1000
  try {
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr().slice(-2_000)}`)
    return { usage: JSON.parse(readFileSync(usageFile, 'utf8')) as Usage, wallSeconds, stdout: stdout() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The memory of one thread's JavaScript. */
export interface ThreadMemory {
  /** `main`, or the number of the thread. */
  readonly thread: string
  readonly heapMegabytes: number
  /** Compiled code, a part of the heap. */
  readonly codeMegabytes: number
  readonly compilerMegabytes: number
  /** Typed arrays and buffers outside of the heap. */
  readonly buffersMegabytes: number
}

/** A process that serves while it is measured. */
export interface Served {
  /** The first address that it prints. */
  readonly url: string
  readonly pid: number
  usage(): Promise<Usage>
  threads(): Promise<readonly ThreadMemory[]>
  /** Profiles its main thread during some work. */
  profiled(work: () => Promise<unknown>): Promise<Profiler.Profile>
  stop(): Promise<void>
}

/**
 * Starts a server and waits until it prints its address.
 *
 * @throws Error with the end of its error output if it exits before that
 */
export async function startServed(args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stderr = collectText(child.stderr)
  const url = await Promise.race([
    addressIn(child),
    once(child, 'exit').then(() =>
      Promise.reject(new Error(`${args.join(' ')} ended: ${stderr().slice(-2_000)}`)),
    ),
  ])
  const ask = async (what: 'usage' | 'memory' | 'startProfile' | 'stopProfile'): Promise<unknown> => {
    child.send(what)
    const [answer] = (await once(child, 'message')) as [unknown]
    return answer
  }
  return {
    url,
    pid: child.pid ?? 0,
    usage: async () => (await ask('usage')) as Usage,
    threads: async () => (await ask('memory')) as ThreadMemory[],
    profiled: async (work) => {
      await ask('startProfile')
      await work()
      return (await ask('stopProfile')) as Profiler.Profile
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function addressIn({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the process has no output')
  for await (const line of createInterface({ input: stdout })) {
    const [url] = /http:\/\/[\w.:[\]-]+/.exec(line) ?? []
    if (url) {
      // Keep reading: a full pipe would block the process.
      stdout.resume()
      return url
    }
  }
  throw new Error('the process printed no address')
}

function collectText(stream: Readable | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return () => text
}
