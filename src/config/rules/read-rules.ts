import type { Rule } from '../../domain/rule.ts'
import { describe, type Fault, label } from '../fault.ts'
import type { SettingPath } from '../setting.ts'
import { readThen } from './read-action.ts'
import { readWhen } from './read-condition.ts'
import { isBlock, refuseUnknown, type Tell, tellInto } from './tell.ts'

/** Rules as far as they can be read, and what is wrong with the others. */
export interface ReadRules {
  readonly rules: readonly Rule[]
  readonly faults: readonly Fault[]
}

/**
 * Reads a list of rules.
 *
 * @param raw as YAML gives it; nothing at all is no rule
 * @param path where the list stands: `['rules']`, `['sources', 2, 'rules']`
 */
export function readRules(raw: unknown, path: SettingPath): ReadRules {
  const faults: Fault[] = []
  const tell = tellInto(faults)
  if (raw === undefined || raw === null) return { rules: [], faults }
  if (!Array.isArray(raw)) {
    tell(path, `must be a list of rules, each after a '-', not ${describe(raw)}`)
    return { rules: [], faults }
  }
  const rules = raw.flatMap((one: unknown, index) => readRule(one, [...path, index], tell) ?? [])
  return { rules, faults }
}

function readRule(raw: unknown, path: SettingPath, tell: Tell): Rule | undefined {
  if (!isBlock(raw)) return tell(path, `must be a rule with 'when' and 'then', not ${describe(raw)}`)
  refuseUnknown(raw, ['name', 'when', 'then'], path, tell)
  const { name } = raw
  if (name !== undefined && name !== null && !isName(name))
    tell([...path, 'name'], `must be a text of 1 to 100 characters, not ${describe(name)}`)
  const when = readWhen(raw['when'], [...path, 'when'], tell)
  const action = readThen(raw['then'], [...path, 'then'], tell)
  if (when === undefined || action === undefined) return undefined
  return { label: isName(name) ? `${label(path)} (${String(name).trim()})` : label(path), when, action }
}

function isName(name: unknown): name is string | number {
  return (
    typeof name === 'number' ||
    (typeof name === 'string' && name.trim() !== '' && name.length <= 100 && !/\p{Cc}/u.test(name))
  )
}
