/** Where a command's words go: the process's streams, or a test's list. */
interface Output {
  write(text: string): unknown
  /** Whether a person watches, so that progress is shown. */
  readonly isTTY?: boolean
}

/** Results go to `stdout`, so that they can be piped; everything said about them to `stderr`. */
interface Io {
  readonly stdout: Output
  readonly stderr: Output
}

/** 0 done, 1 a failure, 2 something the caller can mend. */
export type ExitCode = 0 | 1 | 2

/** What commands take from the process. */
export interface CommandDeps {
  readonly io: Io
  readonly cwd: string
  /** `undefined` is the process's own environment. */
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly now: () => number
  readonly exit: (code: ExitCode) => void
}

export function processDeps(): CommandDeps {
  return {
    io: { stdout: process.stdout, stderr: process.stderr },
    cwd: process.cwd(),
    env: undefined,
    now: Date.now,
    exit: (code) => {
      // Not process.exit: what is written to a pipe must still arrive.
      if (code !== 0) process.exitCode = code
    },
  }
}
