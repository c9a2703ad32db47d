import { type JsonObject } from '../model/json-object.ts'
import { listOf, mapValues, objectOf } from './json-value.ts'

/** Names of shared responses. The main response of a path, `200`, is never shared. */
const NAMES: Readonly<Record<string, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

/**
 * Moves repeated parameters and responses into components: the document shrinks to less than half, and generated
 * clients have one type for each. A name stands for its most frequent form; other forms, such as a `limit` with another
 * default, stay inline.
 */
export function shareParts(paths: unknown) {
  const operations = Object.values(objectOf(paths)).flatMap((path) =>
    Object.values(objectOf(path)).map(objectOf),
  )
  const parameters = mostFrequent(
    operations.flatMap((operation) => listOf(operation['parameters']).map((part) => [nameOf(part), part])),
  )
  const responses = mostFrequent(
    operations.flatMap((operation) =>
      Object.entries(objectOf(operation['responses'])).map(([status, part]) => [NAMES[status], part]),
    ),
  )
  const share = (operation: unknown): JsonObject => {
    const { parameters: own, ...rest } = objectOf(operation)
    return {
      ...rest,
      ...(own !== undefined && {
        parameters: listOf(own).map((part) => refer('parameters', parameters, nameOf(part), part)),
      }),
      responses: mapValues(rest['responses'], (part, status) =>
        refer('responses', responses, NAMES[status], part),
      ),
    }
  }
  return {
    paths: mapValues(paths, (path) => mapValues(path, share)),
    parameters: Object.fromEntries(parameters),
    responses: Object.fromEntries(responses),
  }
}

/** The most frequent form of each name that occurs more than once. */
function mostFrequent(
  named: readonly (readonly [string | undefined, unknown])[],
): ReadonlyMap<string, unknown> {
  const forms = new Map<string, { readonly name: string; readonly part: unknown; count: number }>()
  for (const [name, part] of named) {
    if (name === undefined) continue
    const key = JSON.stringify([name, part])
    const form = forms.get(key) ?? { name, part, count: 0 }
    form.count += 1
    forms.set(key, form)
  }
  // In ascending order, since the last of equal names stays in the map.
  const repeated = [...forms.values()].filter(({ count }) => count > 1).toSorted((a, b) => a.count - b.count)
  return new Map(repeated.map(({ name, part }) => [name, part]))
}

function refer(
  kind: string,
  shared: ReadonlyMap<string, unknown>,
  name: string | undefined,
  part: unknown,
): unknown {
  const isShared = name !== undefined && JSON.stringify(shared.get(name)) === JSON.stringify(part)
  return isShared ? { $ref: `#/components/${kind}/${name}` } : part
}

function nameOf(parameter: unknown): string {
  return String(objectOf(parameter)['name'])
}
