import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { MailSettings } from '../model/digest.ts'
import { DigestError } from '../model/errors.ts'
import { didYouMean } from '../model/nearest.ts'
import type { Rule } from '../model/rule.ts'
import type { Source } from '../model/source.ts'
import { categoryName } from '../text/slug.ts'
import { isPublicUrl } from '../url/public-url.ts'
import type { Config } from './config.ts'
import {
  type Environment,
  FILE_VARIABLE,
  type Override,
  readOverrides,
  type SettingFlags,
} from './environment.ts'
import { type CheckedFile, readSettingsFile } from './files/settings-file.ts'
import { toHooks } from './hooks/hooks.ts'
import type { QueryChecks } from './list-errors.ts'
import { proxyRoutes } from './proxy.ts'
import { labelled } from './rules.ts'
import { fieldOf } from './setting.ts'
import { allSettings, type Settings } from './settings.ts'
import { readLogo } from './site/logo.ts'
import { readSecret, type SecretLocations } from './sources/source-auth.ts'
import { secretVariables, toSources } from './sources/sources.ts'

const NO_FILE: CheckedFile = { raw: {}, sources: [], errors: [], warnings: [] }

/** The settings file in the working directory, used if no other is named. */
export const DEFAULT_FILE = 'digest.yaml'

/** The store of the sample newsroom, in the data folder. */
export const SAMPLE_STORE = 'newsroom.db'

export interface LoadRequest {
  /** Flags of the command line. They have the highest precedence. */
  readonly flags?: SettingFlags | undefined
  /** Default: the environment of the process. */
  readonly env?: Environment | undefined
  /** Default: the working directory of the process. */
  readonly cwd?: string | undefined
  /** Whether to read the file; default true. Commands that create the file use `false`. */
  readonly withFile?: boolean
  /** Whether to read credentials of sources, and report missing ones; default true. */
  readonly withSecrets?: boolean
  /** Without them, queries are not checked. */
  readonly queries?: QueryChecks | undefined
}

/**
 * Reads all settings. Precedence: flags, `DIGEST_*` variables, the file, defaults. `--config` or `DIGEST_CONFIG` names
 * the file; without them `digest.yaml` in the working directory is read if it exists.
 *
 * @throws DigestError('configInvalid') with all errors in its message, one on each line
 */
export function loadConfig(request: LoadRequest = {}): Config {
  const { flags = {}, env = process.env, cwd = process.cwd() } = request
  const file = request.withFile === false ? undefined : findConfigFile({ flags, env, cwd })
  const folder = file === undefined ? cwd : dirname(file)
  const secrets = request.withSecrets === false ? undefined : { env, folder }
  const checked =
    file === undefined ? NO_FILE : readSettingsFile(file, cwd, { secrets, queries: request.queries })
  const named = secretVariables(fieldOf(checked.raw, 'sources'))
  const { overrides, errors, warnings } = readOverrides(env, flags, named)
  throwIfAny([...checked.errors, ...errors])

  const raw: unknown = overrides.reduce((value, { path, raw }) => withValue(value, path, raw), checked.raw)
  // Sources are already checked and cannot be overridden. Checking 1,000 of them takes as long as everything else.
  const settings = allSettings.parse(withValue(raw, ['sources'], []))
  const { data, store, collect, rules, backup, mail, hooks, server, ...others } = settings
  const { proxy, proxyDns, ...collecting } = collect
  const proxies = proxyRoutes({ proxy, proxyDns }, env)
  throwIfAny(proxies.errors)
  const sources = toSources(checked.sources, collect, secrets)
  const ruled = labelled(rules, ['rules'])
  /** A path in the file is relative to the file, any other to the working directory. */
  const located = (key: string, path: string | undefined) =>
    path && resolve(overrides.some((override) => override.path.join('.') === key) ? cwd : folder, path)
  return {
    ...others,
    server: { ...server, logo: checkedLogo(located('server.logo', server.logo)) },
    ...storePaths({ data, store }, checked.raw, overrides, { file: folder, cwd }, file !== undefined),
    file,
    collect: { ...collecting, proxy: proxies.routes },
    namesStore: strength('store', checked.raw, overrides) > 0,
    backup: { ...backup, folder: located('backup.folder', backup.folder) },
    rules: ruled,
    hooks: toHooks(hooks, secrets),
    sources,
    mail: mailOf(mail, server.title, secrets),
    warnings: [
      ...checked.warnings,
      ...warnings,
      ...mailWarnings(settings),
      ...originWarnings(settings, sources),
      ...queryWarnings(settings, ruled, sources),
    ],
  }
}

function throwIfAny(errors: readonly string[]): void {
  if (errors.length > 0) throw new DigestError('configInvalid', errors.join('\n'))
}

/** In the file, the logo was checked with its line; here it is checked for a variable. */
function checkedLogo(file: string | undefined): string | undefined {
  const read = file === undefined ? undefined : readLogo(file)
  if (read !== undefined && 'error' in read)
    throw new DigestError('configInvalid', `server.logo ${read.error}`)
  return file
}

function mailOf(
  { from, smtp: { url, passwordFile } }: Settings['mail'],
  title: string,
  secrets: SecretLocations | undefined,
): MailSettings | undefined {
  if (from === undefined || url === undefined) return undefined
  const read =
    passwordFile === undefined || secrets === undefined
      ? undefined
      : readSecret('password', { file: passwordFile }, secrets)
  if (read !== undefined && 'error' in read)
    throw new DigestError('configInvalid', `mail.smtp.passwordFile ${read.error}`)
  const named = from.includes('<') ? from : `"${title.replaceAll(/["\\]/g, '')}" <${from}>`
  return { from: named, smtp: { url, password: read?.text } }
}

function mailWarnings({ digests, server }: Settings): string[] {
  const mailed = digests.filter(({ send }) => send.some(({ kind }) => kind === 'mail'))
  if (mailed.length === 0 || server.baseUrl !== undefined) return []
  return ['server.baseUrl is not set: mails of digests have no links to this service']
}

/** Without keys, `*` allows any page in a browser on this network to read the collection (docs/safety.md). */
function originWarnings(
  { server: { apiKeys, corsOrigins } }: Settings,
  sources: readonly Pick<Source, 'id' | 'url' | 'headers'>[],
): string[] {
  const secret = sources.filter(({ url, headers }) => headers !== undefined || !isPublicUrl(url))
  const [first] = secret
  if (first === undefined || apiKeys.length > 0 || !corsOrigins.includes('*')) return []
  const named =
    secret.length === 1 ? `the source ${first.id} is` : `${secret.length} sources are, such as ${first.id},`
  return [
    `server.corsOrigins is '*' and no key is asked for, but ${named} read with credentials: any page that a browser opens beside this service can read what comes from there. Name the origins, [] for none, or add a key: content-digest keys add`,
  ]
}

/**
 * Warns about sources and categories in queries of hooks and digests that cannot exist: such queries silently find
 * nothing.
 */
function queryWarnings(
  { hooks, digests }: Pick<Settings, 'hooks' | 'digests'>,
  rules: readonly Rule[],
  sources: readonly Source[],
): string[] {
  // A serving node may have its sources' settings elsewhere.
  if (sources.length === 0) return []
  const ruled = [...rules, ...sources.flatMap((source) => source.rules ?? [])]
  const known = {
    source: sources.map(({ id }) => id),
    category: [
      ...sources.map(({ category }) => category),
      ...ruled.flatMap(({ action }) => action.category ?? []),
    ],
  }
  const asked = [
    ...hooks.map(({ name, query }) => ({ at: `hook '${name}'`, query })),
    ...digests.map(({ name, query }) => ({ at: `digest '${name}'`, query })),
  ]
  return asked.flatMap(({ at, query = '' }) =>
    (['source', 'category'] as const).flatMap((what) =>
      valuesOf(query, what).flatMap((written) => {
        const value = what === 'category' ? categoryName(written) : written
        if (known[what].includes(value)) return []
        const hint = didYouMean(value, known[what])
        return `${at}: no source has the ${what === 'source' ? 'id' : 'category'} '${written}' of its query${hint}`
      }),
    ),
  )
}

/** The values of a parameter: `category=a,-b` has a and b. */
function valuesOf(query: string, parameter: string): string[] {
  const lists = new URLSearchParams(query).getAll(parameter)
  return lists.flatMap((list) => list.split(',')).map((value) => value.trim().replace(/^-/, ''))
}

/**
 * Gives the absolute path of the settings file; `undefined` if no file is named and `digest.yaml` is absent.
 */
export function findConfigFile(request: LoadRequest): string | undefined {
  const { flags = {}, env = process.env, cwd = process.cwd() } = request
  const named = flags.config ?? (env[FILE_VARIABLE] === '' ? undefined : env[FILE_VARIABLE])
  if (named !== undefined) return resolve(cwd, named)
  const usual = join(cwd, DEFAULT_FILE)
  return existsSync(usual) ? usual : undefined
}

/** Gives the precedence of a value's origin: 3 flag, 2 environment, 1 file, 0 default. */
function strength(name: string, fileRaw: unknown, overrides: readonly Override[]): 0 | 1 | 2 | 3 {
  const given = overrides.filter(({ path }) => path[0] === name)
  if (given.some(({ from }) => from === 'flag')) return 3
  if (given.length > 0) return 2
  return (fieldOf(fileRaw, name) ?? undefined) === undefined ? 0 : 1
}

/**
 * The data folder and the store. If `data` has a higher precedence than `store`, the store is in the data folder, so
 * that `--data` always works. Relative paths from flags and variables are relative to the working directory; others to
 * the file's folder, because all commands with one file must use the same store. Without a file, commands find the
 * sample newsroom's store, if `serve` made only that one.
 */
function storePaths(
  settings: Pick<Settings, 'data' | 'store'>,
  fileRaw: unknown,
  overrides: readonly Override[],
  bases: { readonly file: string; readonly cwd: string },
  hasFile: boolean,
): Pick<Config, 'dataDir' | 'store'> {
  const data = strength('data', fileRaw, overrides)
  const store = strength('store', fileRaw, overrides)
  const baseOf = (positionOf: number): string => (positionOf >= 2 ? bases.cwd : bases.file)
  const dataDir = resolve(baseOf(data), settings.data)
  // Only a file can move to the data folder, not a database.
  if (store > 0 && settings.store.kind === 'postgres')
    return { dataDir, store: { ...settings.store, file: join(dataDir, 'digest') } }
  if (store > 0 && settings.store.kind === 'sqlite' && data <= store)
    return { dataDir, store: { kind: 'sqlite', file: resolve(baseOf(store), settings.store.file) } }
  const [usual, sample] = [join(dataDir, 'digest.db'), join(dataDir, SAMPLE_STORE)]
  const isSample = !hasFile && store === 0 && !existsSync(usual) && existsSync(sample)
  return { dataDir, store: { kind: 'sqlite', file: isSample ? sample : usual } }
}

/** Copies `target` and sets `value` at `path`. Missing blocks on the way are created. */
function withValue(target: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  const block: object = typeof target === 'object' && target !== null ? target : {}
  return { ...block, [name]: withValue(Reflect.get(block, name), rest, value) }
}
