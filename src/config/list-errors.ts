import { describe, errorAt, fieldOf, type SettingsError } from './setting.ts'

/** Checks a query. @returns what is wrong, as the rest of a sentence about the setting; `undefined` if valid */
export type QueryCheck = (query: string) => string | undefined

export interface QueryChecks {
  readonly digests: QueryCheck
  readonly hooks: QueryCheck
}

/** The entries of a list in the settings; empty if it is not a list. */
export function entriesOf(raw: unknown, list: string): readonly unknown[] {
  const listed = fieldOf(raw, list)
  return Array.isArray(listed) ? listed : []
}

export function nameErrors(list: string, entries: readonly unknown[]): SettingsError[] {
  const names = entries.map((entry) => textField(entry, 'name')?.toLowerCase())
  return names.flatMap((name, index): SettingsError[] => {
    const first = names.indexOf(name)
    if (name === undefined || first === index) return []
    const error = errorAt([list, index, 'name'], 'value', `${describe(name)} is there twice`)
    return [{ ...error, alsoAt: [list, first, 'name'] }]
  })
}

/** Finds unparsable queries in a list. @param check without it, they are not checked */
export function queryErrors(
  list: string,
  entries: readonly unknown[],
  check: QueryCheck | undefined,
): SettingsError[] {
  return entries.flatMap((entry, index): SettingsError[] => {
    const query = textField(entry, 'query')
    const problem = query === undefined ? undefined : check?.(query)
    return problem === undefined ? [] : [errorAt([list, index, 'query'], 'value', problem)]
  })
}

/** A text in a block of the settings; `undefined` if it is empty or not a text. */
export function textField(block: unknown, name: string): string | undefined {
  const value = fieldOf(block, name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
