import { isObject, type JsonObject } from '../model/json-object.ts'

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function mapValues(
  value: unknown,
  change: (child: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, child]) => [key, change(child, key)]))
}
