import type { Field, OpenApi, OpenOperation, OpenParameter, PartRef, Schema, Type } from './open-api.ts'
import { fieldsOf, typeOf } from './schema-text.ts'

/** The API's description, as the view shows it. */
export interface Reference {
  readonly version: string
  readonly groups: readonly Group[]
  readonly shapes: readonly Shape[]
}

export interface Group {
  readonly name: string
  readonly operations: readonly Operation[]
}

export interface Operation {
  /** For links within the document. */
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** Parameters that an earlier operation describes. */
  readonly known: { readonly id: string; readonly path: string; readonly names: readonly string[] } | null
  readonly answers: readonly Answer[]
}

export interface Parameter {
  readonly name: string
  readonly location: 'path' | 'query'
  readonly isRequired: boolean
  readonly description: string
  readonly type: Type
  /** All allowed values, if there is a fixed list. */
  readonly choices: readonly string[]
  readonly isNumber: boolean
  /** The default as text; empty if there is none. */
  readonly preset: string
}

export interface Answer {
  readonly status: string
  readonly description: string
  readonly mimeType: string
  readonly type: Type
}

export interface Shape {
  readonly name: string
  readonly description: string
  /** The schema that this one extends. */
  readonly extended: string | null
  readonly fields: readonly Field[]
}

/** The schema that others extend. */
const BASE = 'Item'

export function referenceOf(document: OpenApi): Reference {
  const { schemas } = document.components
  const operations = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined
      ? []
      : [{ tag: get.tags?.[0] ?? '', operation: operationOf(path, get, document.components) }],
  )
  const described = withKnown(operations.map(({ operation }) => operation))
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return {
    version: document.info.version,
    groups: tags.map((name) => ({
      name,
      operations: described.filter((_, at) => operations[at]?.tag === name),
    })),
    shapes: Object.entries(schemas).map(([name, schema]) => shapeOf(name, schema, schemas[BASE])),
  }
}

function operationOf(
  path: string,
  operation: OpenOperation,
  { parameters = {}, responses = {} }: OpenApi['components'],
): Operation {
  return {
    id: `get${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')}`,
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    parameters: partsIn(operation.parameters ?? [], parameters).flatMap(parameterOf),
    known: null,
    answers: Object.entries(operation.responses).flatMap(([status, part]) => {
      const [response] = partsIn([part], responses)
      if (response === undefined) return []
      const [mimeType = '', content] = Object.entries(response.content ?? {})[0] ?? []
      return {
        status,
        description: response.description,
        mimeType,
        type: content?.schema === undefined ? [] : typeOf(content.schema),
      }
    }),
  }
}

/** The parts of an operation, with references resolved. */
function partsIn<Part extends object>(
  parts: readonly (Part | PartRef)[],
  components: Readonly<Record<string, Part>>,
): Part[] {
  return parts.flatMap((part) => {
    const found = '$ref' in part ? components[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)] : part
    return found === undefined ? [] : [found]
  })
}

/** With fewer shared parameters, all are described again. */
const MIN_KNOWN = 3

/** For each operation, the earlier one that shares the most parameters; the first one wins a tie. */
function withKnown(operations: readonly Operation[]): Operation[] {
  return operations.map((operation, at) => {
    const shared = operations.slice(0, at).map(({ id, path, parameters }) => {
      const before = new Set(parameters.map((parameter) => JSON.stringify(parameter)))
      const same = operation.parameters.filter((parameter) => before.has(JSON.stringify(parameter)))
      return { id, path, names: same.map(({ name }) => name) }
    })
    const most = Math.max(0, ...shared.map(({ names }) => names.length))
    const known = most < MIN_KNOWN ? undefined : shared.find(({ names }) => names.length === most)
    return { ...operation, known: known ?? null }
  })
}

function parameterOf(parameter: OpenParameter): Parameter[] {
  const { name, schema } = parameter
  // Not headers, which the browser sets.
  if (parameter.in !== 'query' && parameter.in !== 'path') return []
  return [
    {
      name,
      location: parameter.in,
      isRequired: parameter.required === true,
      description: parameter.description ?? '',
      type: typeOf(schema),
      choices: schema.enum ?? [],
      isNumber: schema.type === 'integer' || schema.type === 'number',
      preset: schema.default === undefined ? '' : String(schema.default),
    },
  ]
}

function shapeOf(name: string, schema: Schema, base: Schema | undefined): Shape {
  const properties = schema.properties ?? {}
  const baseNames = Object.keys(base?.properties ?? {})
  const isMore =
    name !== BASE && baseNames.length > 0 && baseNames.every((field) => Object.hasOwn(properties, field))
  const own = Object.entries(properties).filter(([field]) => !isMore || !baseNames.includes(field))
  return {
    name,
    description: schema.description ?? '',
    extended: isMore ? BASE : null,
    fields: fieldsOf({ ...schema, properties: Object.fromEntries(own) }),
  }
}
