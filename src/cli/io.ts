import { DigestError } from '../model/errors.ts'

/** A stream of the process, or a list in tests. */
interface Output {
  write(text: string): unknown
  /** Progress is shown only on a terminal. */
  readonly isTTY?: boolean
}

/** Results go to `stdout`, for pipes; messages go to `stderr`. */
interface Io {
  readonly stdout: Output
  readonly stderr: Output
}

/** 0: done. 1: failed. 2: the caller can correct the cause. */
export const EXIT_CODES = [0, 1, 2] as const
export type ExitCode = (typeof EXIT_CODES)[number]

export interface CommandDeps {
  readonly io: Io
  readonly cwd: string
  /** `undefined` for the environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly now: () => number
  readonly exit: (code: ExitCode) => void
}

/**
 * The command to show to people: the program's name if it is installed globally, as in the image; otherwise npx, which
 * works in a checkout and in a project.
 *
 * @param script what Node.js runs
 */
export function calledAs(script = process.argv[1] ?? ''): string {
  return /[\\/]bin[\\/]content-digest$/.test(script) ? 'content-digest' : 'npx content-digest'
}

/** An error that the caller of a command can correct. */
export function invalid(message: string): DigestError {
  return new DigestError('parameterInvalid', message)
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** The `--json` output of a failed command. @param code an `ErrorCode`, or `interrupted` */
export function failureJson(code: string, message: string): string {
  return jsonText({ error: { code, message } })
}

/** Ends a command that was interrupted. @throws the cause of any other failure */
export function interrupted(
  cause: unknown,
  signal: AbortSignal,
  message: string,
  { io: { stdout, stderr }, json }: Pick<CommandDeps, 'io'> & { readonly json: boolean },
): ExitCode {
  if (!signal.aborted) throw cause
  stderr.write(`${message}\n`)
  if (json) stdout.write(failureJson('interrupted', message))
  return 1
}

export function processDeps(): CommandDeps {
  return {
    io: { stdout: process.stdout, stderr: process.stderr },
    cwd: process.cwd(),
    env: undefined,
    now: Date.now,
    exit: (code) => {
      // process.exit would lose text that a pipe has not taken yet.
      if (code !== 0) process.exitCode = code
    },
  }
}

/** Uses a resource, and closes it in every case. */
export async function closing<T extends { close(): unknown } | undefined, R>(
  opened: T,
  use: (opened: T) => Promise<R>,
): Promise<R> {
  try {
    return await use(opened)
  } finally {
    await opened?.close()
  }
}

/** Runs work that Ctrl-C and service managers can abort. */
export async function withStopSignal<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'],
): Promise<T> {
  const stop = new AbortController()
  const onSignal = (): void => stop.abort()
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}
