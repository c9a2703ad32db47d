import { ask } from './ask.ts'

/** What of a JSON schema tests look at. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly default?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
  readonly items?: Schema
  readonly $ref?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, object>> }>
  >
}

export interface OpenApi {
  readonly openapi: string
  readonly info: object
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** With the parts of paths that stand among the components put where paths refer to them; schemas stay references. */
export async function readOpenApi(base: string): Promise<OpenApi> {
  const { json } = await ask(`${base}/api-docs.json`)
  return resolved(json, json as Components) as OpenApi
}

interface Components {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

function resolved(value: unknown, document: Components): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, document))
  if (typeof value !== 'object' || value === null) return value
  const [, kind = '', name = ''] =
    /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec('$ref' in value ? String(value.$ref) : '') ??
    []
  if (kind !== '') return resolved(document.components[kind]?.[name], document)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolved(child, document)]))
}

/** Of the `GET` of a path; none where the description has no such path. */
export function parametersOf(document: OpenApi, path: string): readonly Parameter[] {
  return document.paths[path]?.get?.parameters ?? []
}
