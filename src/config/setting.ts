import * as z from 'zod'
import type { Kind } from './kinds.ts'

/** Everything about a setting besides its position; a test compares the reference with it. */
export interface Setting {
  readonly kind: Omit<Kind<unknown>, 'schema'>
  /** As in the file; `undefined` if there is no default. */
  readonly default: string | number | boolean | readonly string[] | undefined
  /** What it does, one or two sentences. */
  readonly about: string
  /** As the command line's help shows it: `--port <number>`. */
  readonly flag?: string
  /** Never shown in a message; may come from a file that `DIGEST_…_FILE` names. */
  readonly secret?: boolean
}

export type SettingPath = readonly (string | number)[]

/** A setting in its place. */
export interface PlacedSetting {
  /** `server.rateLimit.max`. */
  readonly key: string
  readonly path: readonly string[]
  readonly setting: Setting
  readonly schema: z.ZodType
}

type Words = Omit<Setting, 'kind' | 'default'>
type Shape = Readonly<Record<string, z.ZodType>>

// Not zod's registry: its types recurse into what is registered.
const settings = new WeakMap<z.ZodType, Setting>()
const sections = new WeakMap<z.ZodType, Shape>()

/** A key without a value counts as left out: this remains when the value is commented out. */
export function setting<T>(
  kind: Kind<T>,
  words: Words & { readonly default: NonNullable<Setting['default']> },
): z.ZodType<T> {
  const schema = z.preprocess((value) => value ?? words.default, kind.schema)
  settings.set(schema, { ...words, kind })
  return schema
}

/** As `setting`, without a default. */
export function optionalSetting<T>(kind: Kind<T>, words: Words): z.ZodType<T | undefined> {
  const schema = z.preprocess((value) => value ?? undefined, kind.schema.optional())
  settings.set(schema, { ...words, kind, default: undefined })
  return schema
}

/** A setting that must be there. */
export function requiredSetting<T>(kind: Kind<T>, words: Words): z.ZodType<T> {
  const { schema } = kind
  settings.set(schema, { ...words, kind, default: undefined })
  return schema
}

/** A block of settings; left out, each has its default. */
export function section<S extends Shape>(shape: S) {
  const object = z.strictObject(shape)
  const empty = object.safeParse({})
  // The result of an empty block is computed once: most sources leave out most of their blocks.
  const schema = z.preprocess(
    (value) => value ?? (empty.success ? undefined : {}),
    empty.success
      ? object.default(() => empty.data as z.core.util.NoUndefined<z.output<typeof object>>)
      : object,
  )
  sections.set(schema, shape)
  return schema
}

/** The settings of a block and of the blocks in it, in the order they are declared. */
export function listSettings(block: z.ZodType, path: readonly string[] = []): PlacedSetting[] {
  return Object.entries(sections.get(block) ?? {}).flatMap(([name, schema]) => {
    const keyPath = [...path, name]
    const setting = settings.get(schema)
    return setting === undefined
      ? listSettings(schema, keyPath)
      : [{ key: keyPath.join('.'), path: keyPath, setting, schema }]
  })
}

/** What is wrong at a path of the settings. */
export interface SettingsError {
  readonly path: SettingPath
  /** Which of the two to point at. */
  readonly on: 'key' | 'value'
  readonly message: string
  /** Where else it stands, for what may stand once. */
  readonly alsoAt?: SettingPath
}

/** `sources[2].name`, `server.trustProxy[0]`. */
export function label(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** A value as a message may show it: on one line, cut, without credentials. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${shorten(value)}'`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a block'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'nothing'
}

/** On one line, for a terminal: no control characters, no credentials. */
function shorten(text: string): string {
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\/\/[^/@\s]*@/g, '//…@')
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine
}
