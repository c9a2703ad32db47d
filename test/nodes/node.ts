import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js')

export type Role = 'all' | 'api' | 'collector' | 'digester'

/** A running process of the service. */
export interface Node {
  /** Its `User-Agent` too. */
  readonly name: string
  readonly role: Role
  /** `http://127.0.0.1:PORT` of a node that serves, once it listens. */
  readonly url: () => string | undefined
  /** Whether it has started. */
  readonly isUp: () => boolean
  /** When it began to digest, epoch ms. */
  readonly digestsSince: () => number | undefined
  readonly log: () => string
  /** Ends it by a signal and waits for it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts `serve` with a role. Returns at once. */
export function startNode(name: string, role: Role, cwd: string, args: readonly string[] = []): Node {
  const child: ChildProcess = spawn(
    process.execPath,
    [MAIN, 'serve', '--role', role, '--port', '0', '--data', `./data-${name}`, ...args],
    {
      cwd,
      env: { ...process.env, DIGEST_COLLECT_USER_AGENT: name, DIGEST_LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'close')
  let stdout = ''
  let log = ''
  let digestsSince: number | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text
    if (text.includes('this node digests')) digestsSince = Date.now()
  })
  return {
    name,
    role,
    url: () => /listens on (http:\/\/\S+)/.exec(stdout)?.[1],
    isUp: () => stdout !== '',
    digestsSince: () => digestsSince,
    log: () => log,
    async end(signal) {
      child.kill(signal)
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
