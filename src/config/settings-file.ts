import { readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { codeOf, DigestError } from '../domain/errors.ts'
import { type Place, type PlacedFault, readDocument } from './document.ts'
import type { Fault } from './fault.ts'
import { faultsOf } from './faults.ts'
import { allSettings, type Settings } from './settings.ts'
import type { SecretPlaces } from './source-auth.ts'
import { rulesFaults, sourcesFaults } from './sources.ts'
import { settingsWarnings } from './warnings.ts'

/** Some 100,000 sources. */
const MAX_BYTES = 16e6

/** What a settings' file says, or what is wrong with it. */
export interface CheckedFile {
  readonly raw: unknown
  /** With their defaults; empty where there are faults. */
  readonly sources: Settings['sources']
  /** `file:line:column what is wrong, what is allowed, did you mean`, in the order of the file. */
  readonly faults: readonly string[]
  /** In the form of `faults`: what does no harm and is likely not meant. */
  readonly warnings: readonly string[]
}

/** @throws DigestError('configInvalid') where there is no such file or it cannot be read */
export function readSettingsFile(file: string, cwd: string, secrets?: SecretPlaces): CheckedFile {
  const shown = shownPath(file, cwd)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw new DigestError('configInvalid', `${shown}: ${whyUnreadable(cause)}`, { cause })
  }
  return checkSettings(bytes, shown, secrets)
}

/**
 * @param shown how messages name the file
 * @param secrets where the secrets of sources must be found; not looked for where it is left out
 */
export function checkSettings(bytes: Buffer, shown: string, secrets?: SecretPlaces): CheckedFile {
  if (bytes.byteLength > MAX_BYTES)
    return { ...NOTHING, faults: [`${shown}:1:1 the file is larger than ${MAX_BYTES / 1e6} MB`] }

  if (bytes.includes(0))
    return {
      ...NOTHING,
      faults: [`${shown}:1:1 this is no text; settings are a text in YAML, saved as UTF-8`],
    }
  const text = new TextDecoder().decode(bytes)
  const strange = strangeCharacter(text)
  const document = readDocument(text)
  const clear = isClearBefore(document.brokenAt)
  const raw = document.raw ?? {}
  const checked = allSettings.safeParse(raw)
  const found: readonly Fault[] = [
    ...(checked.success ? [] : faultsOf(checked.error.issues, raw)),
    ...sourcesFaults(typeof raw === 'object' && 'sources' in raw ? raw.sources : undefined, secrets),
    ...rulesFaults(raw, []),
  ]
  const placed = found
    .map((fault) => placeFault(fault, document.place))
    .filter(clear)
    .concat(document.faults, strange ?? [])
    .sort((a, b) => a.line - b.line || a.column - b.column)
  return {
    raw,
    sources: checked.success ? checked.data.sources : [],
    faults: placed.map(told),
    warnings: settingsWarnings(document.raw).map((warning) => told(placeFault(warning, document.place))),
  }

  function told({ line, column, message }: PlacedFault): string {
    return `${shown}:${line}:${column} ${onOneLine(message)}`
  }
}

const NOTHING: Pick<CheckedFile, 'raw' | 'sources' | 'warnings'> = {
  raw: undefined,
  sources: [],
  warnings: [],
}

/** What a file says must not reach a terminal as control characters. */
function onOneLine(message: string): string {
  return message.replaceAll(/[\p{Cc}\uFFFD]+/gu, '?')
}

/** As a person in `cwd` would write it. */
export function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path
}

function placeFault(fault: Fault, place: (path: Fault['path'], on: Fault['on']) => Place): PlacedFault {
  const also = fault.alsoAt === undefined ? '' : ` (first at line ${place(fault.alsoAt, 'value').line})`
  return { ...place(fault.path, fault.on), message: `${fault.message}${also}` }
}

/** Past the first place that is not YAML, settings may only look wrong. */
function isClearBefore(broken: Place | undefined): (fault: PlacedFault) => boolean {
  return ({ line }) => broken === undefined || line < broken.line
}

/** U+FFFD stands where the bytes were not UTF-8. */
function strangeCharacter(text: string): PlacedFault | undefined {
  const index = text.indexOf('\uFFFD')
  if (index < 0) return undefined
  const before = text.slice(0, index).split('\n')
  const message = 'not UTF-8 text; save the file as UTF-8'
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
}

function whyUnreadable(cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ENOENT') return "there is no such file; 'content-digest init' writes one to start from"
  if (code === 'EISDIR') return 'this is a folder; a file is needed'
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read by this user'
  return `the file cannot be read (${code ?? String(cause)})`
}
