import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { atExit } from '../at-exit.ts'
import { scratchFolder } from '../scratch-folder.ts'

const DIST = resolve(import.meta.dirname, '../../dist')
const MAIN = join(DIST, 'cli/main.js')

/** What `MAIN` imports: it runs anew whenever it is imported by another address. */
const BUILT_MAIN = join(DIST, 'code/main.js')

/** What no command writes. */
const MARK = '\u0000end\u0000'

/** Variables beside those of this process. */
type Variables = Readonly<Record<string, string>>

export interface StartOptions {
  readonly cwd: string
  readonly env?: Variables | undefined
  /** Arguments of Node.js itself. */
  readonly nodeArgs?: readonly string[] | undefined
  /** The program; default the built command line. */
  readonly main?: string | undefined
  /** A file descriptor in place of its standard error. */
  readonly stderr?: number | undefined
}

export interface Output {
  readonly stdout: string
  readonly stderr: string
}

interface Ended {
  /** `null` if a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of the command line. */
export interface CliProcess {
  readonly child: ChildProcess
  /** All that it wrote until now. */
  readonly output: () => Output
  readonly ended: Promise<Ended>
  /** Ends it by a signal and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<Ended & { readonly ms: number }>
}

/** A process of `serve` that listens. */
export interface Serving extends CliProcess {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
}

/** Processes that have not ended. None outlives this process, whatever goes wrong in it. */
const running = new Set<ChildProcess>()
atExit(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** An empty folder of its own: no settings from elsewhere are found from here. */
export function emptyFolder(): string {
  return scratchFolder('test')
}

/** Starts the built command line. Returns at once. */
export function startCli(
  args: readonly string[],
  { cwd, env, nodeArgs = [], main = MAIN, stderr }: StartOptions,
): CliProcess {
  const child = spawn(process.execPath, [...nodeArgs, main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  })
  running.add(child)
  const written = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  return {
    child,
    output: () => written,
    ended,
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now()
      child.kill(signal)
      return { ...(await ended), ms: performance.now() - startedAt }
    },
  }
}

/** What a command wrote, and its exit code. */
export type Run = Output & { readonly code: number | null }

/** Commands run here, one after the other. */
let shared: ChildProcess | undefined
let isBusy = false

/**
 * Runs the built command line to its end. A start is most of what a short command takes, so the process is one in which
 * others ran before, unless one runs there now: that a command lets its process end is for tests with `startCli`.
 */
export async function runCli(args: readonly string[], cwd: string, env: Variables = {}): Promise<Run> {
  if (!isBusy) {
    isBusy = true
    try {
      return await runShared(args, cwd, env)
    } finally {
      isBusy = false
    }
  }
  const { ended, output } = startCli(args, { cwd, env })
  const { code } = await ended
  return { code, ...output() }
}

async function runShared(args: readonly string[], cwd: string, env: Variables): Promise<Run> {
  if (shared === undefined || !shared.connected) shared = startShared()
  const child = shared
  child.channel?.ref()
  const outputs = Promise.all([untilMark(child.stdout), untilMark(child.stderr)])
  child.send({ main: BUILT_MAIN, args, cwd, env, mark: MARK })
  const over = new AbortController()
  const died = once(child, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`the command ended its process: ${args.join(' ')}: ${code}`)
  })
  try {
    const [code] = (await Promise.race([once(child, 'message'), died])) as [number]
    const [stdout, stderr] = await outputs
    return { code, stdout, stderr }
  } finally {
    over.abort()
    child.channel?.unref()
  }
}

function startShared(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'one-process.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  // It keeps a script from its end only while a command runs.
  child.unref()
  for (const stream of [child.stdout, child.stderr] as Socket[]) stream.setEncoding('utf8').unref()
  return child
}

/** What is written until the mark of its end. */
function untilMark(stream: Readable | null): Promise<string> {
  return new Promise((found) => {
    let written = ''
    const take = (text: string): void => {
      written += text
      const end = written.indexOf(MARK)
      // What ends after its command may still write: it may stand behind the mark.
      if (end === -1) return
      stream?.off('data', take)
      found(written.slice(0, end))
    }
    stream?.on('data', take)
  })
}

/** Starts `serve` on a free port, and returns when it listens. */
export function serve(args: readonly string[], cwd: string, env?: Variables): Promise<Serving> {
  return startServing(args, { cwd, env })
}

/** As `serve`, with all options. @throws Error with its log if it ends before it listens */
export async function startServing(args: readonly string[], options: StartOptions): Promise<Serving> {
  const started = startCli(['serve', '--port', '0', ...args], options)
  const { child, output, ended } = started
  const url = await new Promise<string>((found, reject) => {
    child.stdout?.on('data', () => {
      const address = addressIn(output())
      if (address !== undefined) found(address)
    })
    void ended.then(({ code, signal }) =>
      reject(new Error(`serve ended with ${code ?? signal}: ${output().stderr.slice(-2000)}`)),
    )
  })
  return { ...started, url }
}

/** Where `serve` says that it listens. */
export function addressIn({ stdout }: Output): string | undefined {
  return /listens on (http:\/\/\S+)/.exec(stdout)?.[1]
}

/** Asks again until the answer pleases, or throws with the last one after `forMs`. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  pleases: (answer: T) => boolean,
  forMs = 120_000,
): Promise<T> {
  const until = performance.now() + forMs
  for (;;) {
    const answer = await ask()
    if (pleases(answer)) return answer
    if (performance.now() > until) throw new Error(`not within ${forMs} ms; last: ${JSON.stringify(answer)}`)
    await new Promise((again) => setTimeout(again, 100))
  }
}
