import * as z from 'zod'
import { isObject } from '../model/json-object.ts'
import type { Kind } from './kinds.ts'

/** Everything about a setting except its position. A test compares the settings reference with it. */
export interface Setting {
  readonly kind: Kind<unknown>
  /** As in the file; `undefined` without a default. */
  readonly default: string | number | boolean | readonly string[] | undefined
  /** What the setting does, in one or two sentences. */
  readonly about: string
  /** The flag in the form that `--help` shows: `--port <number>`. */
  readonly flag?: string
  /** Never shown in messages. `DIGEST_…_FILE` may name a file with the secret. */
  readonly secret?: boolean
}

export type SettingPath = readonly (string | number)[]

export interface PlacedSetting {
  /** For example `server.rateLimit.max`. */
  readonly key: string
  readonly path: readonly string[]
  readonly setting: Setting
  readonly schema: z.ZodType
}

type Words = Omit<Setting, 'kind' | 'default'>
type Shape = Readonly<Record<string, z.ZodType>>

// Not Zod's registry, whose types recurse into the registered values.
const settings = new WeakMap<z.ZodType, Setting>()
const sections = new WeakMap<z.ZodType, Shape>()
const lists = new WeakMap<z.ZodType, z.ZodType>()

/** Makes a setting with a default, which is checked once. */
export function setting<T>(
  kind: Kind<T>,
  words: Words & { readonly default: NonNullable<Setting['default']> },
): z.ZodType<T> {
  const schema = kind.schema.default(kind.schema.parse(words.default) as z.core.util.NoUndefined<T>)
  settings.set(schema, { ...words, kind })
  return schema
}

/** Like `setting`, but without a default. */
export function optionalSetting<T>(kind: Kind<T>, words: Words): z.ZodType<T | undefined> {
  const schema = kind.schema.optional()
  settings.set(schema, { ...words, kind, default: undefined })
  return schema
}

export function requiredSetting<T>(kind: Kind<T>, words: Words): z.ZodType<T> {
  const { schema } = kind
  settings.set(schema, { ...words, kind, default: undefined })
  return schema
}

type Values<S extends Shape> = z.output<z.ZodObject<S, z.core.$strict>>

/** Makes a block of settings. In an absent block each setting has its default. */
export function section<S extends Shape>(shape: S): z.ZodType<Values<S>>
/** @param toConfig converts the values for `Config`, for example names with units for durations */
export function section<S extends Shape, C>(shape: S, toConfig: (values: Values<S>) => C): z.ZodType<C>
export function section<S extends Shape>(shape: S, toConfig?: (values: Values<S>) => unknown): z.ZodType {
  const names = Object.keys(shape).join(', ')
  // For an unknown key, the message lists the names; `errorsOf` adds the most similar one.
  const error = ({ code }: z.core.$ZodRawIssue): string =>
    code === 'unrecognized_keys' ? names : `must be a block of settings (${names})`
  const object = z.strictObject(shape, { error })
  const empty = object.safeParse({})
  // The result of an absent block is computed once, since most sources omit most blocks.
  const values = z.preprocess(
    (value) => withoutEmpty(value, shape) ?? (empty.success ? undefined : {}),
    empty.success ? object.default(() => empty.data as z.core.util.NoUndefined<Values<S>>) : object,
  )
  const schema = toConfig === undefined ? values : values.transform(toConfig)
  sections.set(schema, shape)
  return schema
}

/** A key without a value counts as absent: people comment out values. */
function withoutEmpty(block: unknown, shape: Shape): unknown {
  if (!isObject(block)) return block ?? undefined
  const given = Object.entries(block)
  const isEmpty = ([key, value]: (typeof given)[number]): boolean =>
    value === null && Object.hasOwn(shape, key)
  return given.some(isEmpty) ? Object.fromEntries(given.filter((entry) => !isEmpty(entry))) : block
}

/** Makes a list of blocks. An absent list is empty. */
export function list<T>(
  entry: z.ZodType<T>,
  { of = '', max = Infinity }: { of?: string; max?: number } = {},
): z.ZodType<T[]> {
  const entries = z.array(entry, {
    error: `must be a list${of}, each${of === '' ? ' entry' : ''} after a '-'`,
  })
  const schema = z.preprocess((value) => value ?? [], max === Infinity ? entries : entries.max(max))
  lists.set(schema, entry)
  return schema
}

/** The parts that a schema of the settings was made of. */
export function partsOf(schema: z.ZodType): {
  readonly setting: Setting | undefined
  readonly section: Shape | undefined
  readonly entry: z.ZodType | undefined
} {
  return { setting: settings.get(schema), section: sections.get(schema), entry: lists.get(schema) }
}

/** Gives the settings of a block and of its inner blocks, in the order of their declaration. */
export function listSettings(block: z.ZodType, path: readonly string[] = []): PlacedSetting[] {
  return Object.entries(sections.get(block) ?? {}).flatMap(([name, schema]) => {
    const keyPath = [...path, name]
    const setting = settings.get(schema)
    return setting === undefined
      ? listSettings(schema, keyPath)
      : [{ key: keyPath.join('.'), path: keyPath, setting, schema }]
  })
}

export interface SettingsError {
  readonly path: SettingPath
  readonly on: 'key' | 'value'
  readonly message: string
  readonly alsoAt?: SettingPath
}

/** Refuses a value while reading it. @param message the rest of a sentence about the setting */
export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** An error at a path; the message begins with the path. */
export function errorAt(path: SettingPath, on: SettingsError['on'], message: string): SettingsError {
  return { path, on, message: `${label(path)} ${message}` }
}

/** Writes a path for people: `sources[2].name`, `server.trustProxy[0]`. */
export function label(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** Writes a value for a message: on one line, shortened, without credentials. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${shorten(value)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a block'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'nothing'
}

/** Makes text safe for a terminal: one line, no control characters, no credentials. */
function shorten(text: string): string {
  const oneLine = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\/\/[^/@\s]*@/g, '//…@')
    .replaceAll(/[^/@\s:]+:[^/@\s]+@/g, '…@')
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine
}

/** A field of a value that may not be an object. */
export function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? Reflect.get(raw, name)
    : undefined
}
