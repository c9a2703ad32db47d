/** The part of OpenAPI 3.0 that the API uses. */
export interface OpenApi {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, { readonly get?: OpenOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, OpenParameter>>
    readonly responses?: Readonly<Record<string, OpenResponse>>
  }
}

/** A reference to a shared part: `#/components/parameters/limit`. */
export interface PartRef {
  readonly $ref: string
}

export interface OpenOperation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (OpenParameter | PartRef)[]
  readonly responses: Readonly<Record<string, OpenResponse | PartRef>>
}

export interface OpenResponse {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface OpenParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly description?: string
  readonly enum?: readonly string[]
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

/** A type in words. Schema names are separate parts, so that they can be links. */
export type Type = readonly (string | { readonly shape: string })[]

export interface Field {
  /** The full name, with outer fields: `health.lastError.code`. */
  readonly name: string
  readonly type: Type
  readonly description: string
}
