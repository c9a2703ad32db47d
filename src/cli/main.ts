#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { DigestError, type ErrorCode } from '../model/errors.ts'
import { SERVICE_VERSION } from './version.ts'

/**
 * Errors that exit with code 2, since the caller can correct them: settings, arguments, a foreign store, a
 * database that cannot be reached, a folder without permission. Other errors exit with code 1.
 */
const MENDABLE: readonly ErrorCode[] = [
  'configInvalid',
  'parameterInvalid',
  'storeForeign',
  'storeNewer',
  'storeForbidden',
  'storeUnusable',
  'storeInUse',
  'portInUse',
]

/** Loads only the called command's file: loading all of them would take most of a short run's time. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  serve: async () => (await import('./serve/serve.ts')).registerServe,
  collect: async () => (await import('./commands/collect.ts')).registerCollect,
  init: async () => (await import('./commands/init.ts')).registerInit,
  check: async () => (await import('./commands/check.ts')).registerCheck,
  add: async () => (await import('./commands/add.ts')).registerAdd,
  article: async () => (await import('./commands/article.ts')).registerArticle,
  'apply-rules': async () => (await import('./commands/apply-rules.ts')).registerApplyRules,
  import: async () => (await import('./commands/import.ts')).registerImport,
  export: async () => (await import('./commands/export.ts')).registerExport,
  search: async () => (await import('./commands/search.ts')).registerSearch,
  doctor: async () => (await import('./commands/doctor.ts')).registerDoctor,
  keys: async () => (await import('./commands/keys.ts')).registerKeys,
  backup: async () => (await import('./commands/backup.ts')).registerBackup,
  restore: async () => (await import('./commands/restore.ts')).registerRestore,
  store: async () => (await import('./commands/store.ts')).registerStore,
  newsroom: async () => (await import('./commands/newsroom.ts')).registerNewsroom,
}
type Register = (program: Command) => void

const program = new Command('content-digest')
  .description('Collects what sources publish and serves one clean, ranked, searchable collection of it.')
  .version(SERVICE_VERSION)
  .showSuggestionAfterError()
  .exitOverride()

try {
  for (const register of await commandsFor(process.argv.slice(2))) register(program)
  await program.parseAsync()
} catch (cause) {
  process.exitCode = exitCodeOf(cause)
}

/** The called command; all commands for help and for an unknown name. */
function commandsFor([name = '']: readonly string[]): Promise<Register[]> {
  if (name === '--version' || name === '-V') return Promise.resolve([])
  const called = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return Promise.all((called ? [called] : Object.values(COMMANDS)).map((load) => load()))
}

function exitCodeOf(cause: unknown): number {
  // Commander has already printed the error or the help.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2
  if (cause instanceof DigestError) {
    process.stderr.write(`${cause.message}\n`)
    return MENDABLE.includes(cause.code) ? 2 : 1
  }
  process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
  return 1
}
