import * as z from 'zod'
import type { OpenApi, Parameter, Schema } from './read-openapi.ts'

/** What a proxy does that holds traffic to an OpenAPI document, by nothing but that document. */
export interface ValidatingProxy {
  /** What is wrong with a request; empty where it passes. */
  errorsOf(path: string, query: string): string[]
  /** What is wrong with a JSON answer. */
  bodyErrorsOf(path: string, status: number, body: unknown): string[]
}

export function validatingProxy(document: OpenApi): ValidatingProxy {
  const definitions = atDefs(document.components.schemas)
  const validator = (schema: object): z.ZodType =>
    z.fromJSONSchema(
      { ...atDefs(schema), definitions },
      {
        defaultTarget: 'openapi-3.0',
      },
    )
  const check = (schema: object, value: unknown, what: string): string[] =>
    validator(schema)
      .safeParse(value)
      .error?.issues.map(({ path, message }) => `${what} ${path.join('.')}: ${message}`) ?? []

  return {
    errorsOf(path, query) {
      const parameters = document.paths[path]?.get?.parameters ?? []
      const given = new URLSearchParams(query)
      const unknown = [...given.keys()].filter((name) => parameters.every((one) => one.name !== name))
      return [
        ...unknown.map((name) => `${name}: not described`),
        ...parameters.flatMap((parameter) => {
          const texts = given.getAll(parameter.name)
          if (texts.length === 0)
            return parameter.required === true && parameter.in === 'query'
              ? [`${parameter.name}: missing`]
              : []
          return check(parameter.schema, valueOf(parameter, texts), parameter.name)
        }),
      ]
    },
    bodyErrorsOf(path, status, body) {
      const content = document.paths[path]?.get?.responses[status]?.content
      if (content === undefined) return [`${path} ${status}: not described`]
      const [media] = Object.values(content)
      return media === undefined || !('schema' in media)
        ? []
        : check(media.schema as object, body, `${path} ${status}`)
    },
  }
}

/** `style: form`: with `explode: false` a list is separated by commas, else it is given by repeating. */
function valueOf({ schema, explode = true }: Parameter, texts: readonly string[]): unknown {
  if (schema.type === 'array') {
    const parts = explode ? texts : texts.flatMap((text) => text.split(','))
    return parts.map((text) => scalarOf(schema.items, text))
  }
  return texts.length === 1 ? scalarOf(schema, texts[0] ?? '') : texts
}

function scalarOf(schema: Schema | undefined, text: string): unknown {
  if (schema?.type === 'integer' || schema?.type === 'number') return text === '' ? text : Number(text)
  if (schema?.anyOf?.some(({ type }) => type === 'integer') === true && /^\d+$/.test(text))
    return Number(text)
  if (schema?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/** The validator looks for what a schema refers to in the schema itself. */
function atDefs(value: object): z.core.JSONSchema.JSONSchema {
  return JSON.parse(
    JSON.stringify(value).replaceAll('#/components/schemas/', '#/definitions/'),
  ) as z.core.JSONSchema.JSONSchema
}
