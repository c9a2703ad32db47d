import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../config/config.ts'
import type { SettingFlags } from '../config/environment.ts'
import type { QueryChecks } from '../config/list-errors.ts'
import { loadConfig } from '../config/load.ts'
import { listSettings, type PlacedSetting } from '../config/setting.ts'
import { allSettings } from '../config/settings.ts'

/** Flags of a command: settings, switches and texts. */
export type Flags<Switch extends string = never, Text extends string = never> = SettingFlags & {
  readonly [Name in Switch]?: boolean | undefined
} & { readonly [Name in Text]?: string | undefined }

/** Settings with a flag, in the order of the reference. */
const FLAG_SETTINGS = listSettings(allSettings).filter(({ setting }) => setting.flag !== undefined)

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number ${range}.`)
  }
}

/** Adds the flags of every command that reads the settings. */
export function withConfigOptions(command: Command): Command {
  command.option('--config <file>', 'settings (default: digest.yaml, if it exists)')
  return withSettings(command, (key) => !key.startsWith('server.'))
}

export function withServerOptions(command: Command): Command {
  return withSettings(command, (key) => key.startsWith('server.'))
}

/** Adds the flags of the store's place, for commands that open it only in some cases. */
export function withStoreOptions(command: Command, when: string): Command {
  return withSettings(command, (key) => key === 'data' || key === 'store', `${when}: `)
}

function withSettings(command: Command, isWanted: (key: string) => boolean, prefix = ''): Command {
  for (const { key, setting } of FLAG_SETTINGS) {
    if (isWanted(key)) command.addOption(optionOf(setting, prefix))
  }
  return command
}

/** Allowed words are shown and completed; the settings check them. */
function optionOf(setting: PlacedSetting['setting'], prefix: string): Option {
  const option = new Option(setting.flag ?? '', prefix + optionHelp(setting))
  if (setting.kind.words !== undefined) option.argChoices = [...setting.kind.words]
  return option
}

/** First sentence of the setting's reference, with the default. */
function optionHelp({ about, default: value }: PlacedSetting['setting']): string {
  const sentence = about.replace(/\.(?: .*)?$/s, '').replaceAll('`', '')
  const standard = value === undefined ? '' : ` (default: ${String(value)})`
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${standard}`
}

/**
 * The settings of flags, environment and file together.
 *
 * @param queries checks of queries; without it they are not checked
 * @throws DigestError('configInvalid') with all errors
 */
export function configOf(flags: SettingFlags, queries?: QueryChecks): Config {
  return loadConfig({ flags, queries })
}
