import { plainText } from '../feed/values.ts'

/** A JSON object of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text with white space made single; `undefined` for what is none, or empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = plainText(value)
  return plain === '' ? undefined : plain
}

/** A text as it stands. */
export function verbatimOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A whole number >= 0, written as a number or as its digits. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.round(number) : null
}

/** @returns `undefined` for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
