import { addressIn, type CliProcess, startCli, type StartOptions } from '../e2e/run-cli.ts'

export type Role = 'all' | 'api' | 'collector' | 'digester'

/** A running process of the service. */
export interface Node extends CliProcess {
  /** Its `User-Agent` too. */
  readonly name: string
  readonly role: Role
  /** `http://127.0.0.1:PORT` of a node that serves, once it listens. */
  readonly url: () => string | undefined
  /** Whether it has started. */
  readonly isUp: () => boolean
  /** When it began to digest, epoch ms. */
  readonly digestsSince: () => number | undefined
}

/** Starts `serve` with a role. Returns at once. */
export function startNode(
  name: string,
  role: Role,
  cwd: string,
  args: readonly string[] = [],
  { env, ...options }: Partial<StartOptions> = {},
): Node {
  const node = startCli(['serve', '--role', role, '--port', '0', '--data', `./data-${name}`, ...args], {
    cwd,
    env: { DIGEST_COLLECT_USER_AGENT: name, DIGEST_LOG_LEVEL: 'info', ...env },
    ...options,
  })
  let digestsSince: number | undefined
  node.child.stderr?.on('data', (text: string) => {
    if (text.includes('this node digests')) digestsSince = Date.now()
  })
  return {
    ...node,
    name,
    role,
    url: () => addressIn(node.output()),
    isUp: () => node.output().stdout !== '',
    digestsSince: () => digestsSince,
  }
}
