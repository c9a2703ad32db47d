import type { Field, Schema, Type } from './open-api.ts'

const SHAPES = '#/components/schemas/'

/** Depth of described fields. Deeper ones have their own schema. */
const MAX_DEPTH = 4

/** A schema in English words, like the API: `integer, 1 to 500`; `list of Item`; `string or null`. */
export function typeOf(schema: Schema): Type {
  const type = bareType(schema)
  return schema.nullable === true ? [...type, ' or null'] : type
}

function bareType(schema: Schema): Type {
  if (schema.$ref !== undefined) return [{ shape: schema.$ref.slice(SHAPES.length) }]
  const alternatives = schema.anyOf ?? schema.allOf
  if (alternatives !== undefined)
    return alternatives.flatMap((one, at) => (at === 0 ? typeOf(one) : [' or ', ...typeOf(one)]))
  if (schema.enum !== undefined)
    return [`${schema.enum.length === 1 ? '' : 'one of '}${schema.enum.join(', ')}`]
  if (schema.type === 'array') return listType(schema)
  if (schema.type === 'string') return [`${schema.format ?? 'string'}${lengthText(schema)}`]
  if (schema.type === 'integer' || schema.type === 'number')
    return [`${schema.type}${bounds(schema.minimum, schema.maximum)}`]
  return [schema.type ?? 'any']
}

/** Omits bounds for a list of fixed values, each of which may occur once, and the bounds of a single text. */
function listType({ items = {}, minItems, maxItems }: Schema): Type {
  if (items.enum !== undefined) return ['some of ', items.enum.join(', ')]
  const of = items.type === 'string' ? [items.format ?? 'string'] : typeOf(items)
  const isFixed = minItems !== undefined && minItems === maxItems
  const bound = maxItems === undefined ? '' : isFixed ? `, ${maxItems} of them` : `, at most ${maxItems}`
  return ['list of ', ...of, bound]
}

/** All fields of an object, including nested ones with their full names. */
export function fieldsOf(schema: Schema, before = '', depth = 1): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const whole = `${before}${name}`
    const own = { name: whole, type: typeOf(child), description: child.description ?? '' }
    if (depth === MAX_DEPTH) return [own]
    const within = child.type === 'array' ? (child.items ?? {}) : child
    return [own, ...fieldsOf(within, `${whole}${child.type === 'array' ? '[].' : '.'}`, depth + 1)]
  })
}

/** `, 1 to 500`, without bounds that every number meets. */
function bounds(min: number | undefined, max: number | undefined): string {
  const end = max === Number.MAX_SAFE_INTEGER ? undefined : max
  if (min === undefined && end === undefined) return ''
  if (end === undefined) return min === 0 ? '' : `, ${min} or more`
  return min === end ? `, ${end}` : `, ${min ?? 0} to ${end}`
}

function lengthText({ minLength, maxLength }: Schema): string {
  const text = bounds(minLength, maxLength)
  return text === '' || maxLength === undefined ? '' : `${text} characters`
}
