/** An object of JSON or YAML, with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses JSON, with or without a byte order mark. @returns `undefined` if it is invalid */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
