import { nearest } from '../../domain/nearest.ts'
import { describe, type Fault, label } from '../fault.ts'
import type { SettingPath } from '../setting.ts'

/** Notes what is wrong with the value at a path; gives nothing, so that a reader can return what it gives. */
export type Tell = (at: SettingPath, message: string, on?: Fault['on'], named?: boolean) => undefined

export type Block = Readonly<Record<string, unknown>>

export function tellInto(faults: Fault[]): Tell {
  return (path, message, on = 'value', named = true) => {
    faults.push({ path, on, message: named ? `${label(path)} ${message}` : message })
    return undefined
  }
}

export function isBlock(raw: unknown): raw is Block {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

export function refuseUnknown(block: Block, allowed: readonly string[], path: SettingPath, tell: Tell): void {
  for (const key of Object.keys(block)) {
    if (allowed.includes(key)) continue
    const meant = nearest(key, allowed)
    const hint = meant === undefined ? '' : `; did you mean '${meant}'?`
    const message = `unknown key ${describe(key)} in ${label(path)}; allowed here: ${allowed.join(', ')}${hint}`
    tell([...path, key], message, 'key', false)
  }
}
