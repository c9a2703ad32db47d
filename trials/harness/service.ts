import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')

/** Processes that have not ended. A trial that fails must not leave one behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process of the built service. */
export interface ServiceProcess {
  readonly child: ChildProcess
  /** All that it wrote to standard error until now. */
  readonly log: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
): ServiceProcess & { readonly output: () => string } {
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  return { child, log: () => texts.err, output: () => texts.out, ended }
}

export interface RunningService extends ServiceProcess {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
}

/** Starts `serve` on a free port, and waits until it listens. @throws Error with its log if it ends before */
export async function startService(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
): Promise<RunningService> {
  const started = startCommand(['serve', '--port', '0', ...args], env, nodeArgs)
  const url = await new Promise<string>((found, reject) => {
    started.child.stdout?.on('data', () => {
      const listening = /listens on (http:\/\/\S+)/.exec(started.output())
      if (listening?.[1] !== undefined) found(listening[1])
    })
    void started.ended.then(({ code, signal }) =>
      reject(new Error(`serve ended with ${code ?? signal}: ${started.log().slice(-2000)}`)),
    )
  })
  return { ...started, url }
}

/** Ends a process by a signal, and waits. */
export async function end(running: ServiceProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  running.child.kill(signal)
  await running.ended
}

/** Waits until `holds`. @throws Error after `patienceMs` */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = 300_000,
): Promise<void> {
  const last = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > last) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
    await new Promise((again) => setTimeout(again, 50))
  }
}
