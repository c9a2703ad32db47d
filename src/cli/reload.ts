import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { DigestError, messageOf } from '../domain/errors.ts'

export interface ReloadDeps {
  /** The settings' file, absolute. */
  readonly file: string
  /** Reads all settings anew. Throws `configInvalid` with every fault. */
  readonly load: () => Config
  readonly change: (settings: Config) => Promise<void>
  readonly log: Logger
}

/**
 * Gives what reads the settings anew and hands them over, one time after the other. Settings with a fault change nothing, and
 * every fault is logged with its place. Never rejects.
 */
export function createReload({ file, load, change, log }: ReloadDeps): () => Promise<void> {
  let last = Promise.resolve()

  async function reload(): Promise<void> {
    if (!existsSync(file)) {
      log.error(`${file} is missing: the settings stay as they were`)
      return
    }
    try {
      const settings = load()
      for (const warning of settings.warnings) log.warn(warning)
      await change(settings)
    } catch (cause) {
      const isFault = cause instanceof DigestError && cause.code === 'configInvalid'
      for (const line of messageOf(cause).split('\n')) log.error(line)
      log.error(isFault ? 'the settings stay as they were' : 'the settings could not be changed')
    }
  }

  return () => (last = last.then(reload))
}
