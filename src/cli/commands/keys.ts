import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { apiKeys, hashOfKey, MAX_KEY_NAME, RATE_LIMIT } from '../../config/api-keys.ts'
import { variablesSetFor } from '../../config/environment.ts'
import { changeSettingsFile } from '../../config/files/change-file.ts'
import { appendKey, removeKey, type WrittenKey } from '../../config/files/edit-keys.ts'
import { displayPath, readSettingsFile } from '../../config/files/settings-file.ts'
import { DEFAULT_FILE, findConfigFile } from '../../config/load.ts'
import { formatDuration } from '../../config/units.ts'
import { API_KEY_SCOPES, type ApiKey } from '../../model/api-key.ts'
import { DigestError } from '../../model/errors.ts'
import { type CommandDeps, invalid, jsonText, processDeps } from '../io.ts'
import type { Flags } from '../options.ts'
import { printable } from '../terminal.ts'
import { missingFile } from '../without-settings.ts'

/** Random bytes of a key. It cannot be guessed, so a fast hash is enough. */
const KEY_BYTES = 24

/** Lets scanners for leaked secrets recognise keys. */
const KEY_PREFIX = 'cdk_'

/** Digits of the hash that `list` shows. */
const SHOWN_DIGITS = 12

export function registerKeys(program: Command, deps: CommandDeps = processDeps()): void {
  const keys = program.command('keys').description('add, list and revoke API keys in the settings')
  const withConfig = (command: Command): Command =>
    command.option('--config <file>', 'settings (default: digest.yaml)')

  withConfig(keys.command('add'))
    .description('make a key, print it once, and add its hash to the settings')
    .argument('<name>', 'whose key it is, or what for')
    .option('--scope <scope>', `what it opens: ${API_KEY_SCOPES.join(' or ')}`, 'all')
    .option('--limit <n/duration>', 'its own rate limit, such as 600/1m (default: server.rateLimit)')
    .option('--json', 'print the result as JSON, with the key', false)
    .action((name: string, options: Flags<'json', 'scope' | 'limit'>) => addKey(name, options, deps))
  withConfig(keys.command('list'))
    .description('list the keys by name, without the keys themselves')
    .option('--json', 'as JSON', false)
    .action((options: Flags<'json'>) => listKeys(options, deps))
  withConfig(keys.command('revoke'))
    .description('remove a key from the settings')
    .argument('<key>', 'its name, or the first digits of its hash')
    .option('--last', 'also the last one: the service then needs no key', false)
    .option('--json', 'as JSON', false)
    .action((which: string, options: Flags<'last' | 'json'>) => revokeKey(which, options, deps))
}

/**
 * Makes a key, adds its hash to the settings, and prints the key on stdout. The key itself is not stored.
 *
 * @throws DigestError('parameterInvalid') for an invalid name, scope or limit, or a name in use
 * @throws DigestError('configInvalid') if the settings have errors or cannot be written
 */
export function addKey(written: string, options: Flags<'json', 'scope' | 'limit'>, deps: CommandDeps): void {
  const { io, cwd } = deps
  const file = fileOf(options, deps) ?? join(cwd, DEFAULT_FILE)
  const name = written.trim()
  if (name === '' || name.length > MAX_KEY_NAME || /\p{Cc}/u.test(name))
    throw invalid(`the name must be a text of 1 to ${MAX_KEY_NAME} characters`)
  const scope = API_KEY_SCOPES.find((one) => one === (options.scope ?? 'all'))
  if (scope === undefined)
    throw invalid(`--scope must be one of ${API_KEY_SCOPES.join(', ')}, not '${options.scope}'`)
  const rateLimit = options.limit === undefined ? undefined : limitOf(options.limit)
  if (existsSync(file) && keysIn(file, deps).some((key) => key.name === name))
    throw invalid(`a key named '${name}' is there already; revoke it first, or choose another name`)

  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const hash = hashOfKey(key)
  changeSettingsFile(file, cwd, (text) => appendKey(text, { name, hash, scope, rateLimit }))
  io.stdout.write(options.json === true ? jsonText({ name, scope, hash, key }) : `${key}\n`)
  io.stderr.write(
    printable(`Added '${name}' to ${displayPath(file, cwd)}. The key is shown only now: keep it safe.`) +
      '\n',
  )
  warnOfVariable(deps)
}

export function listKeys(options: Flags<'json'>, deps: CommandDeps): void {
  const { stdout, stderr } = deps.io
  const keys = keysIn(existingFile(options, deps), deps)
  if (options.json === true) {
    stdout.write(jsonText(keys))
  } else {
    const width = Math.max(4, ...keys.map(({ name }) => name.length))
    for (const { name, scope, rateLimit, hash } of keys) {
      const limit = rateLimit === undefined ? '' : `${rateLimit.max}/${formatDuration(rateLimit.perMs)}`
      stdout.write(
        `${printable(name).padEnd(width)}  ${scope.padEnd(5)}  ${limit.padEnd(12)}  ${hash.slice(0, SHOWN_DIGITS)}\n`,
      )
    }
    if (keys.length === 0)
      stderr.write('there are no keys: the service is open to everybody who reaches it\n')
  }
  warnOfVariable(deps)
}

/**
 * Removes a key from the settings. A running service refuses it within a second.
 *
 * @param which its name, or the first digits of its hash
 * @throws DigestError('parameterInvalid') if `which` matches none or several, or the last key and `last` is not set
 */
export function revokeKey(which: string, options: Flags<'last' | 'json'>, deps: CommandDeps): void {
  const { io, cwd } = deps
  const file = existingFile(options, deps)
  const keys = keysIn(file, deps)
  const named = keys.filter(({ name }) => name === which)
  const meant = named.length > 0 ? named : keys.filter(({ hash }) => isHashStart(which, hash))
  const [key] = meant
  if (key === undefined)
    throw invalid(
      `no key is named '${which}'; there are: ${keys.map(({ name }) => name).join(', ') || 'none'}`,
    )
  if (meant.length > 1)
    throw invalid(`'${which}' means ${meant.length} keys; give the digits that 'keys list' shows`)
  if (keys.length === 1 && options.last !== true)
    throw invalid(
      `'${key.name}' is the last key: without keys the service is open to everybody who reaches it. Add another one first, or say --last`,
    )
  changeSettingsFile(file, cwd, (text) => removeKey(text, keys.indexOf(key)))
  if (options.json === true)
    io.stdout.write(jsonText({ name: key.name, scope: key.scope, hash: key.hash, revoked: true }))
  io.stderr.write(`${printable(`Revoked '${key.name}' in ${displayPath(file, cwd)}.`)}\n`)
  warnOfVariable(deps)
}

function isHashStart(text: string, hash: string): boolean {
  return /^[0-9a-f]{4,64}$/i.test(text) && hash.startsWith(text.toLowerCase())
}

function limitOf(text: string): WrittenKey['rateLimit'] {
  const [, max, per = ''] = /^\s*(\d+)\s*\/\s*(\S+)\s*$/.exec(text) ?? []
  const isValid =
    RATE_LIMIT.max.schema.safeParse(Number(max)).success && RATE_LIMIT.per.schema.safeParse(per).success
  if (isValid) return { max: Number(max), per }
  throw invalid(
    `--limit must be ${RATE_LIMIT.max.allowed}, a slash and ${RATE_LIMIT.per.allowed}, together such as 600/1m, not '${text}'`,
  )
}

function keysIn(file: string, { cwd }: CommandDeps): readonly ApiKey[] {
  const { raw, errors } = readSettingsFile(file, cwd)
  if (errors.length > 0) throw new DigestError('configInvalid', errors.join('\n'))
  const { server } = raw as { readonly server?: { readonly apiKeys?: unknown } | null }
  return apiKeys().schema.parse(server?.apiKeys ?? [])
}

function fileOf({ config }: Flags, { env, cwd }: CommandDeps): string | undefined {
  return findConfigFile({ flags: { config }, env, cwd })
}

function existingFile(options: Flags, deps: CommandDeps): string {
  const file = fileOf(options, deps)
  if (file === undefined) throw missingFile()
  return file
}

/** Warns that keys of the environment replace those of the file. */
function warnOfVariable({ io, env }: CommandDeps): void {
  for (const name of variablesSetFor('server.apiKeys', env))
    io.stderr.write(`${name} is set: a service started with it uses its keys, not those of the file\n`)
}
