import { DigestError } from '../model/errors.ts'

/** Where a command writes its text: a stream of the process, or a list in tests. */
interface Output {
  write(text: string): unknown
  /** Whether it is a terminal; progress is shown only there. */
  readonly isTTY?: boolean
}

/** Results go to `stdout` and can be piped. Messages about them go to `stderr`. */
interface Io {
  readonly stdout: Output
  readonly stderr: Output
}

/** 0: done. 1: failed. 2: the caller can correct the cause. */
export const EXIT_CODES = [0, 1, 2] as const
export type ExitCode = (typeof EXIT_CODES)[number]

/** What commands take from the process. */
export interface CommandDeps {
  readonly io: Io
  readonly cwd: string
  /** `undefined` is the process's own environment. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly now: () => number
  readonly exit: (code: ExitCode) => void
}

/**
 * How people call the program: by its name where it is installed for all, such as in the image; else by npx, which finds it in
 * a checkout and in a project.
 *
 * @param script what Node.js runs
 */
export function calledAs(script = process.argv[1] ?? ''): string {
  return /[\\/]bin[\\/]content-digest$/.test(script) ? 'content-digest' : 'npx content-digest'
}

/** Of what the caller of a command can correct. */
export function invalid(message: string): DigestError {
  return new DigestError('parameterInvalid', message)
}

/** The text of a JSON output, for programs. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** What `--json` prints where a command fails. @param code an `ErrorCode`, or `interrupted` */
export function failureJson(code: string, message: string): string {
  return jsonText({ error: { code, message } })
}

/** Ends a command that its signal interrupted. @throws the cause of any other failure */
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

/** Uses what was opened, and closes it however that ends. */
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

/** Runs work that Ctrl-C and service managers can end. */
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
