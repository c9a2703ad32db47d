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
  readonly items?: Schema
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

export interface Operation {
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

export async function readOpenApi(base: string): Promise<OpenApi> {
  return (await ask(`${base}/api-docs.json`)).json as OpenApi
}

/** Of the `GET` of a path; none where the description has no such path. */
export function parametersOf(document: OpenApi, path: string): readonly Parameter[] {
  return document.paths[path]?.get?.parameters ?? []
}
