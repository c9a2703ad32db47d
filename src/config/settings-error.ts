import type { SettingPath } from './setting.ts'

/** What is wrong at a path of the settings. */
export interface SettingsError {
  readonly path: SettingPath
  /** Which of the two to point at. */
  readonly on: 'key' | 'value'
  readonly message: string
  /** Where else it stands, for what may stand once. */
  readonly alsoAt?: SettingPath
}

/** `sources[2].name`, `server.trustProxy[0]`. */
export function label(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** A value as a message may show it: on one line, cut, without credentials. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${shorten(value)}'`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'a block'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'nothing'
}

/** On one line, for a terminal: no control characters, no credentials. */
function shorten(text: string): string {
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\/\/[^/@\s]*@/g, '//…@')
  return oneLine.length > 60 ? `${oneLine.slice(0, 59)}…` : oneLine
}
