import { didYouMean } from '../model/nearest.ts'
import { readWholeFile, unreadableReason } from './files/read-file.ts'
import { listSettings, type PlacedSetting } from './setting.ts'
import { allSettings, GONE_SETTINGS } from './settings.ts'
import { overrideError } from './validation-errors.ts'

/** Settings that are flags, under the names of the command line's parser. `config` is the file's path. */
export type SettingFlags = {
  readonly [Name in 'config' | 'data' | 'store' | 'host' | 'port' | 'baseUrl' | 'logLevel']?:
    | string
    | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface Override {
  readonly from: 'environment' | 'flag'
  readonly path: readonly string[]
  /** As YAML would give it. */
  readonly raw: unknown
}

export const FILE_VARIABLE = 'DIGEST_CONFIG'
/** Variables for the project's tests only. */
const OTHER_VARIABLES = ['DIGEST_CORPUS']
const SETTINGS = listSettings(allSettings)

/** Gives the variable of a setting: `server.rateLimit.max` gives `DIGEST_SERVER_RATE_LIMIT_MAX`. */
export function variableOf(key: string): string {
  return `DIGEST_${key.replaceAll('.', '_').replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

/** The variables that are set for a setting: its own, and the one that names a file. */
export function variablesSetFor(key: string, environment: Environment = process.env): string[] {
  const variable = variableOf(key)
  return [variable, `${variable}_FILE`].filter((name) => (environment[name] ?? '') !== '')
}

/** Device and inode of the stream to systemd's journal, `DEVICE:INODE`; `undefined` without one. */
export function journalStream(environment: Environment = process.env): string | undefined {
  return environment['JOURNAL_STREAM']
}

/** Gives the parser's name of a flag: `--base-url <url>` gives `baseUrl`. */
function flagProperty(flag: string): string {
  return (flag.split(' ')[0] ?? '')
    .slice(2)
    .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Reads `DIGEST_*`, `DIGEST_*_FILE` and flags, and checks each value. Empty variables count as unset.
 *
 * @param named variables that the settings file names for secrets of sources
 * @returns overrides in ascending precedence
 */
export function readOverrides(environment: Environment, flags: SettingFlags, named: readonly string[] = []) {
  const overrides: Override[] = []
  const errors: string[] = []
  const take = (from: Override['from'], name: string, placed: PlacedSetting, text: string): void => {
    const { fromText } = placed.setting.kind
    const raw = fromText === undefined ? text : fromText(text)
    const checked = placed.schema.safeParse(raw)
    if (checked.success) overrides.push({ from, path: placed.path, raw })
    else errors.push(overrideError(name, placed.setting, checked.error.issues, raw))
  }

  for (const placed of SETTINGS) {
    const given = variableText(environment, placed)
    if ('error' in given) errors.push(given.error)
    else if (given.text !== undefined) take('environment', given.name, placed, given.text)
  }
  for (const placed of SETTINGS) {
    const { flag } = placed.setting
    const text: unknown = flag === undefined ? undefined : Reflect.get(flags, flagProperty(flag))
    if (flag !== undefined && typeof text === 'string') take('flag', flag.split(' ')[0] ?? flag, placed, text)
  }
  return { overrides, errors, warnings: unknownVariables(environment, named) }
}

type VariableText = { readonly name: string; readonly text: string | undefined } | { readonly error: string }

function variableText(environment: Environment, { key, setting }: PlacedSetting): VariableText {
  const name = variableOf(key)
  const text = environment[name] === '' ? undefined : environment[name]
  const fileName = `${name}_FILE`
  const file = setting.secret === true ? environment[fileName] : undefined
  if (file === undefined || file === '') return { name, text }
  if (text !== undefined) return { error: `${name} and ${fileName} are both set; keep one of the two` }
  try {
    return { name: fileName, text: readWholeFile(file).toString().trim() }
  } catch (cause) {
    return {
      error: `${fileName} names a file that cannot be read: ${file} (${unreadableReason(cause)})`,
    }
  }
}

/**
 * Warns about unknown variables. They are not errors: container platforms add variables that begin with the
 * name of a service, for example `DIGEST_SERVICE_HOST` and `DIGEST_PORT_8080_TCP`.
 */
function unknownVariables(environment: Environment, named: readonly string[]): string[] {
  const known = SETTINGS.flatMap(({ key, setting }) => {
    const name = variableOf(key)
    return setting.secret === true ? [name, `${name}_FILE`] : [name]
  })
  known.push(FILE_VARIABLE, ...OTHER_VARIABLES)
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('DIGEST_') && !known.includes(name) && !named.includes(name),
  )
  const gone = Object.entries(GONE_SETTINGS).map(([key, instead]) => [variableOf(key), instead] as const)
  return unknown.map((name) => {
    const instead = new Map(gone).get(name)
    if (instead !== undefined) return `${name} is gone and is ignored: ${instead}`
    return `${name} is no setting and is ignored${didYouMean(name, known)}`
  })
}
