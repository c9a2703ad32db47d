import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js')

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Variables beside those of this process. */
type Variables = Readonly<Record<string, string>>

/** An empty folder of its own: no settings from elsewhere are found from here. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'content-digest-test-'))
}

/** Runs the built command line to its end. */
export async function runCli(args: readonly string[], cwd: string, env: Variables = {}): Promise<Ran> {
  const child = start(args, cwd, env)
  const output = gather(child)
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, ...output() }
}

export interface Serving {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  /** Sends it a signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Ends it by a signal and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>
}

/**
 * Starts `serve` on a free port, and returns when it listens.
 *
 * @param main the program; default the built one
 */
export async function serve(
  args: readonly string[],
  cwd: string,
  env: Variables = {},
  main: string = MAIN,
): Promise<Serving> {
  const child = start(['serve', '--port', '0', ...args], cwd, env, main)
  const output = gather(child)
  const ended = new Promise<number | null>((end) => child.once('close', end))
  const url = await new Promise<string>((found, reject) => {
    child.stdout?.on('data', () => {
      const listening = /listens on (http:\/\/\S+)/.exec(output().stdout)
      if (listening?.[1] !== undefined) found(listening[1])
    })
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${output().stderr}`)))
  })
  return {
    url,
    output,
    signal: (signal) => void child.kill(signal),
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now()
      child.kill(signal)
      const code = await ended
      return { code, ms: performance.now() - startedAt }
    },
  }
}

/** Asks again until the answer pleases, or throws with the last one after `forMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
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

function start(args: readonly string[], cwd: string, env: Variables, main = MAIN): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function gather(child: ChildProcess): () => { stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  return () => texts
}
