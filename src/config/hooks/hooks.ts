import { DigestError } from '../../model/errors.ts'
import type { Hook, HookTemplate } from '../../model/hook.ts'
import { hostOf } from '../../url/host.ts'
import { entriesOf, nameErrors, type QueryCheck, queryErrors, textField } from '../list-errors.ts'
import { describe, errorAt, fieldOf, type SettingsError } from '../setting.ts'
import { readSecret, type SecretLocations } from '../sources/source-auth.ts'
import type { HookSettings } from './hook-settings.ts'

/** @param secrets where keys are; without it, hooks have none */
export function toHooks(
  settings: readonly HookSettings[],
  secrets: SecretLocations | undefined,
): readonly Hook[] {
  return settings.map(({ secret, template, query = '', ...hook }) => {
    const read =
      secret.file === undefined || secrets === undefined ? undefined : readKey(secret.file, secrets)
    if (typeof read === 'string') throw new DigestError('configInvalid', `secret.file ${read}`)
    return { ...hook, query, key: read, template }
  })
}

/**
 * Finds errors across the settings of hooks: duplicate names, unparsable queries, unreadable keys, and settings that
 * contradict each other. It accepts input with other errors, so one run reports all errors.
 *
 * @param secrets without it, keys are not read
 * @param checkQuery without it, queries are not checked
 */
export function hookErrors(
  raw: unknown,
  secrets: SecretLocations | undefined,
  checkQuery: QueryCheck | undefined,
): SettingsError[] {
  const hooks = entriesOf(raw, 'hooks')
  return [
    ...nameErrors('hooks', hooks),
    ...queryErrors('hooks', hooks, checkQuery),
    ...hooks.flatMap((hook, index) => [
      ...triggerErrors(hook, index),
      ...templateErrors(hook, index),
      ...keyErrors(hook, index, secrets),
    ]),
  ]
}

function triggerErrors(hook: unknown, index: number): SettingsError[] {
  const on = fieldOf(hook, 'on') ?? 'items'
  const error = (key: string, message: string) => [errorAt(['hooks', index, key], 'key', message)]
  const conditions = fieldOf(hook, 'when')
  const hasConditions =
    typeof conditions === 'object' &&
    Object.values(conditions ?? {}).some((value) => value !== null && value !== undefined)
  const hasReasons = (fieldOf(hook, 'reasons') ?? undefined) !== undefined
  return [
    ...(on === 'stories' && !hasConditions
      ? error('on', "'stories' needs a 'when', with one or several of sourceCount, score, trend")
      : []),
    ...(on !== 'stories' && hasConditions ? error('when', "goes with 'on: stories' only") : []),
    ...(on !== 'items' && hasReasons ? error('reasons', "goes with 'on: items' only") : []),
  ]
}

/** Chat services that refuse anything but their own messages, by host. */
const CHATS: ReadonlyMap<string, HookTemplate> = new Map([
  ['hooks.slack.com', 'slack'],
  ['discord.com', 'discord'],
  ['discordapp.com', 'discord'],
])

function templateErrors(hook: unknown, index: number): SettingsError[] {
  const chat = CHATS.get(hostOf(textField(hook, 'url') ?? ''))
  if (chat === undefined || (fieldOf(hook, 'template') ?? undefined) !== undefined) return []
  return [
    errorAt(
      ['hooks', index, 'url'],
      'key',
      `leads to a chat that takes its own messages only: add 'template: ${chat}'`,
    ),
  ]
}

function keyErrors(hook: unknown, index: number, secrets: SecretLocations | undefined): SettingsError[] {
  const file = textField(fieldOf(hook, 'secret'), 'file')
  const key = file === undefined || secrets === undefined ? undefined : readKey(file, secrets)
  return typeof key === 'string' ? [errorAt(['hooks', index, 'secret', 'file'], 'value', key)] : []
}

/**
 * Reads a Standard Webhooks key: base64, optionally after `whsec_`.
 *
 * @returns what is wrong, without the key, if it cannot be used
 */
function readKey(file: string, secrets: SecretLocations): Buffer | string {
  const secret = readSecret('token', { file }, secrets)
  if ('error' in secret) return secret.error
  const text = secret.text.trim().replace(/^whsec_/, '')
  const key = Buffer.from(text, 'base64')
  const isBase64 = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  if (isBase64 && key.length >= 24 && key.length <= 64) return key
  return `names the file ${describe(file)}, which must have 24 to 64 bytes in base64, as 'openssl rand -base64 32' makes them`
}
