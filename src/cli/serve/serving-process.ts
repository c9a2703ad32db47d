// One of several processes that answer requests. It does what the primary process says, and ends with it: node:cluster
// ends a process whose primary has gone.

import { isatty } from 'node:tty'
import type { Logger } from 'pino'
import type { BackupState } from '../../model/backup.ts'
import { DigestError, type ErrorCode } from '../../model/errors.ts'
import { logWarnings, openLog } from './log.ts'
import type { MetricData } from './metrics/metric-data.ts'
import { openServing, type Serving, type ServingOptions, type ServingSettings } from './serving.ts'

/** Messages from the primary process. `start` comes first. */
export type ToServing =
  | { readonly kind: 'start'; readonly options: ServingOptions }
  | { readonly kind: 'saved' }
  | { readonly kind: 'collector'; readonly isHealthy: boolean }
  | { readonly kind: 'clock'; readonly problem: string | undefined }
  | { readonly kind: 'backups'; readonly state: BackupState | undefined }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'change'; readonly settings: ServingSettings }
  | { readonly kind: 'stop' }

/** Messages to the primary process: that it receives messages, then `listening` or `failed`, once. */
export type FromServing =
  | { readonly kind: 'ready' }
  | { readonly kind: 'listening'; readonly address: string; readonly hasPage: boolean }
  | { readonly kind: 'metrics'; readonly metrics: readonly MetricData[] | undefined }
  /** `code` of a `DigestError`: of errors only message and stack are passed on. */
  | { readonly kind: 'failed'; readonly code: ErrorCode | undefined; readonly error: Error }

let log: Logger | undefined
let serving: Serving | undefined
let last = Promise.resolve()

// Each message waits for the one before: `stop` during the start, for example.
process.on('message', (message: ToServing) => {
  last = last.then(() => obey(message)).catch(fail)
})
report({ kind: 'ready' })

// Ctrl-C and service managers signal every process. The primary decides what that means.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
const hadTerminal = isatty(0)
process.on('SIGHUP', () => {
  // Writing to a terminal that was closed would fail.
  if (hadTerminal && !isatty(0) && log !== undefined) log.level = 'silent'
})

async function obey(message: ToServing): Promise<void> {
  switch (message.kind) {
    case 'start': {
      const { options } = message
      log = openLog(options.settings.log.level)
      logWarnings(log)
      serving = await openServing(options, log)
      report({ kind: 'listening', address: serving.address, hasPage: serving.hasPage })
      return
    }
    case 'saved':
      return serving?.refresh()
    case 'collector':
      return serving?.reportCollector(message.isHealthy)
    case 'clock':
      return serving?.reportClock(message.problem)
    case 'backups':
      return serving?.reportBackups(message.state)
    case 'metrics': {
      const [metrics] = (await serving?.readMetrics())?.values() ?? []
      return report({ kind: 'metrics', metrics })
    }
    case 'change':
      if (log !== undefined) log.level = message.settings.log.level
      return serving?.change(message.settings)
    case 'stop':
      await serving?.stop()
      process.exit(0)
  }
}

function fail(cause: unknown): void {
  if (serving !== undefined) return log?.error(cause)
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = cause instanceof DigestError ? cause.code : undefined
  report({ kind: 'failed', code, error }, () => process.exit(1))
}

function report(message: FromServing, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent)
}
