import type * as z from 'zod'
import { didYouMean, nearest } from '../model/nearest.ts'
import {
  listSettings,
  partsOf,
  type PlacedSetting,
  type Setting,
  type SettingPath,
  describe,
  type SettingsError,
  label,
} from './setting.ts'
import { allSettings, GONE_SETTINGS } from './settings.ts'

let placed: ReadonlyMap<string, PlacedSetting> | undefined

/** All settings by place, computed only for an error. */
function placedSettings(): ReadonlyMap<string, PlacedSetting> {
  if (placed !== undefined) return placed
  const { section = {} } = partsOf(allSettings)
  const ofEntries = Object.entries(section).flatMap(([name, schema]) => {
    const { entry } = partsOf(schema)
    const settings = entry === undefined ? [] : listSettings(entry)
    return settings.map((one) => ({ ...one, key: `${name}[].${one.key}` }))
  })
  return (placed = new Map([...listSettings(allSettings), ...ofEntries].map((one) => [one.key, one])))
}

/** Makes one sentence of each error, with the allowed values and the nearest known word. */
export function errorsOf(issues: readonly z.core.$ZodIssue[], raw: unknown): SettingsError[] {
  const errors = issues.flatMap(meantIssues).flatMap((issue) => {
    const path = writtenPath(
      issue.path.filter((step) => typeof step !== 'symbol'),
      raw,
    )
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownKey([...path, key], issue.message.split(', ')))
    const on = issue.code === 'custom' && issue.params?.['on'] === 'key' ? 'key' : 'value'
    return [{ path, on, message: sentence(path, issue, valueAt(raw, path)) } as const]
  })
  // A value can break several rules; the message, which lists the allowed values, appears once.
  return [...new Map(errors.map((error) => [JSON.stringify([error.path, error.on]), error])).values()]
}

/** The issues of the intended alternative: the one for values of this type. */
function meantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  const { code, path } = issue
  if (code !== 'invalid_union' || settingAt(path) !== undefined) return [issue]
  const alternatives = issue.errors.map((inner) =>
    inner.map((one) => ({ ...one, path: [...path, ...one.path] })).flatMap(meantIssues),
  )
  const isOther = (one: z.core.$ZodIssue): boolean =>
    one.path.length === path.length && /^invalid_(?:type|value|union)$/.test(one.code)
  return alternatives.find((inner) => !inner.some(isOther)) ?? [issue]
}

/** Makes the error for a value of a flag or an environment variable. */
export function overrideError(
  name: string,
  setting: Setting,
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
): string {
  const { allowedAsText } = setting.kind
  const kind = allowedAsText === undefined ? setting.kind : { ...setting.kind, allowed: allowedAsText }
  return `${name} ${complaint({ ...setting, kind }, issues[0], raw)}`
}

function unknownKey(path: SettingPath, siblings: readonly string[]): SettingsError {
  const gone = GONE_SETTINGS[label(path)]
  if (gone !== undefined) return { path, on: 'key', message: `${label(path)} is gone: ${gone}` }
  const name = String(path.at(-1))
  const block = label(path.slice(0, -1))
  const meant = nearest(name, siblings) ?? (path.includes('rules') ? undefined : keyInOtherBlock(name))
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`
  const where = block === '' ? '' : ` in ${block}`
  return {
    path,
    on: 'key',
    message: `unknown key ${describe(name)}${where}; allowed here: ${siblings.join(', ')}${hint}`,
  }
}

/** The full key of a setting with this name in another block. */
function keyInOtherBlock(name: string): string | undefined {
  return [...placedSettings().keys()].find((key) => !key.includes('[') && key.split('.').at(-1) === name)
}

function sentence(path: SettingPath, issue: z.core.$ZodIssue, value: unknown): string {
  const placed = settingAt(path)
  const name = label(path) === '' ? 'the file' : label(path)
  if (placed !== undefined) return `${name} ${complaint(placed.setting, issue, value)}`
  if (issue.code === 'custom') return `${name} ${issue.message}`
  const isOfRules = path.includes('rules')
  if (isOfRules && (value ?? undefined) === undefined) return `${name} is missing; it ${issue.message}`
  const isSource = path[0] === 'sources' && path.length === 2 && typeof value === 'string'
  const hint = isSource ? "; put 'url: ' before the address" : ''
  // A text instead of a block is often its secret: `auth: TOKEN`, `secret: WORD`, the address of a hook.
  return `${name} ${issue.message}, not ${typeof value === 'string' && !isOfRules ? 'a text' : describe(value)}${hint}`
}

function settingAt(path: readonly PropertyKey[]): PlacedSetting | undefined {
  const [first, index, ...rest] = path
  const steps = typeof first === 'string' && typeof index === 'number' ? [`${first}[]`, ...rest] : path
  return placedSettings().get(steps.filter((step) => typeof step === 'string').join('.'))
}

function complaint(setting: Setting, issue: z.core.$ZodIssue | undefined, value: unknown): string {
  const { kind } = setting
  if (issue?.code === 'custom' && issue.message !== '' && issue.message !== 'Invalid input')
    return issue.message
  if (value === undefined || value === null) return `is missing; it must be ${kind.allowed}`
  if (setting.secret === true) return `must be ${kind.allowed}`
  return `must be ${kind.allowed}, not ${describe(value)}${hint(kind, value)}`
}

function hint(kind: Setting['kind'], value: unknown): string {
  const quoted = typeof value === 'string' && ['number', 'boolean'].includes(typeof kind.fromText?.(value))
  if (quoted) return ', which is a text; leave out the quotes'
  const bare = typeof value === 'number' && (kind.unit === 'duration' || kind.unit === 'size')
  if (bare) return '; the number needs its unit'
  return didYouMean(typeof value === 'string' ? value : '', kind.words ?? [])
}

/** The path as written: a list of one element may be a single value at the list's path. */
function writtenPath(path: SettingPath, raw: unknown): SettingPath {
  const list = path.slice(0, -1)
  return typeof path.at(-1) === 'number' && typeof valueAt(raw, list) === 'string' ? list : path
}

function valueAt(raw: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    return Reflect.get(value, step)
  }, raw)
}
