#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { DigestError } from '../domain/errors.ts'
import type { ErrorCode } from '../domain/errors.ts'
import { registerCheck } from './check.ts'
import { registerCollect } from './collect.ts'
import { registerExport } from './export.ts'
import { registerImport } from './import.ts'
import { registerInit } from './init.ts'
import { registerNewsroom } from './newsroom.ts'
import { registerServe } from './serve.ts'
import { SERVICE_VERSION } from './version.ts'

/** Exit codes: 0 done, 1 a failure, 2 something the caller can mend: settings, arguments, a foreign store. */
const MENDABLE: readonly ErrorCode[] = [
  'configInvalid',
  'parameterInvalid',
  'storeForeign',
  'storeNewer',
  'portInUse',
]

const program = new Command('content-digest')
  .description('Collects what sources publish and serves one clean, ranked, searchable collection of it.')
  .version(SERVICE_VERSION)
  .showSuggestionAfterError()
  .exitOverride()

registerServe(program)
registerCollect(program)
registerInit(program)
registerCheck(program)
registerImport(program)
registerExport(program)
registerNewsroom(program)

try {
  await program.parseAsync()
} catch (cause) {
  process.exitCode = exitCodeOf(cause)
}

function exitCodeOf(cause: unknown): number {
  // Commander has already printed what is wrong, or the help that was asked for.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2
  if (cause instanceof DigestError) {
    process.stderr.write(`${cause.message}\n`)
    return MENDABLE.includes(cause.code) ? 2 : 1
  }
  process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
  return 1
}
