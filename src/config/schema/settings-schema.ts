import * as z from 'zod'
import { partsOf, type Setting } from '../setting.ts'
import { allSettings } from '../settings.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * The JSON schema of `digest.yaml`, for editors: names, types, bounds and descriptions of all settings. `check` finds
 * more: contradictions, names that are there twice, secrets that cannot be read.
 */
export function settingsSchema(): JsonSchema {
  const schema = z.toJSONSchema(writtenShape(allSettings), {
    // The version that editors know best.
    target: 'draft-7',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      dropChangedLimits(zodSchema, jsonSchema)
      // Zod leaves it out where the file's value is not the setting's, such as that of a duration.
      const value = z.globalRegistry.get(zodSchema)?.['default']
      if (value !== undefined) jsonSchema.default = value
    },
  })
  return { title: 'Settings of the Content Digest Service', ...(withNullAsType(schema) as JsonSchema) }
}

/** The shape that a value of the settings has in the file. A key without a value counts as absent. */
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

/** What is checked after a text was changed (trimmed, in lower case) is no limit of the text in the file. */
function dropChangedLimits({ _zod: { def } }: z.core.$ZodTypes, schema: JsonSchema): void {
  if (def.type !== 'string') return
  const { checks = [] } = def
  const changed = checks.findIndex(({ _zod }) => _zod.def.check === 'overwrite')
  if (changed < 0) return
  for (const limit of ['maxLength', 'pattern', 'allOf'] as const) delete schema[limit]
  for (const { _zod } of checks.slice(0, changed))
    if ('pattern' in _zod.def && _zod.def.pattern instanceof RegExp) schema.pattern = _zod.def.pattern.source
}

/** Writes "or null" as one of the types wherever it can: editors show fewer alternatives. */
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
