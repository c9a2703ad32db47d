import * as z from 'zod'
import { partsOf, type Setting } from '../setting.ts'
import { allSettings } from '../settings.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * The JSON schema of `digest.yaml`, for editors: names, types, bounds and descriptions. `check` finds more:
 * contradictions, duplicate names, unreadable secrets.
 */
export function settingsSchema(): JsonSchema {
  const schema = z.toJSONSchema(writtenShape(allSettings), {
    // The version with the best support in editors.
    target: 'draft-7',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      dropChangedLimits(zodSchema, jsonSchema)
      // Zod omits it if the type in the file differs from the setting's, as for a duration.
      const value = z.globalRegistry.get(zodSchema)?.['default']
      if (value !== undefined) jsonSchema.default = value
    },
  })
  return { title: 'Settings of the Content Digest Service', ...(withNullAsType(schema) as JsonSchema) }
}

/** The schema of a setting as written in the file. A key without a value counts as absent. */
function writtenShape(schema: z.ZodType): z.ZodType {
  const { setting, section, entry } = partsOf(schema)
  const shape =
    setting !== undefined
      ? (setting.kind.written ?? setting.kind.schema)
      : section !== undefined
        ? z.strictObject(
            Object.fromEntries(Object.entries(section).map(([name, part]) => [name, writtenShape(part)])),
          )
        : entry !== undefined
          ? z.array(writtenShape(entry))
          : schema
  const isOptional = (setting ?? section ?? entry) !== undefined && schema.safeParse(undefined).success
  const written = isOptional ? shape.nullish() : shape
  return setting === undefined ? written : written.meta(wordsOf(setting))
}

function wordsOf({ about, kind: { allowed }, default: value }: Setting): Record<string, unknown> {
  const description = `${about}\n\nAllowed: ${allowed}.`
  return value === undefined ? { description } : { description, default: value }
}

/** Checks after a text was changed (trimmed, lower-cased) do not limit the text in the file. */
function dropChangedLimits({ _zod: { def } }: z.core.$ZodTypes, schema: JsonSchema): void {
  if (def.type !== 'string') return
  const { checks = [] } = def
  const changed = checks.findIndex(({ _zod }) => _zod.def.check === 'overwrite')
  if (changed < 0) return
  for (const limit of ['maxLength', 'pattern', 'allOf'] as const) delete schema[limit]
  for (const { _zod } of checks.slice(0, changed))
    if ('pattern' in _zod.def && _zod.def.pattern instanceof RegExp) schema.pattern = _zod.def.pattern.source
}

/** Expresses "or null" as a type where possible, since editors then show fewer alternatives. */
function withNullAsType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullAsType)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...others } = Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [name, withNullAsType(part)]),
  ) as JsonSchema
  const [inner, none] = anyOf ?? []
  if (inner === undefined || none?.type !== 'null') return anyOf === undefined ? others : { ...others, anyOf }
  if (inner.anyOf !== undefined) return { ...others, ...inner, anyOf: [...inner.anyOf, none] }
  const values = inner.enum === undefined ? {} : { enum: [...inner.enum, null] }
  return { ...others, ...inner, type: [inner.type, 'null'], ...values }
}
