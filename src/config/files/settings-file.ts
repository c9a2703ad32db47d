import { isAbsolute, relative } from 'node:path'
import { codeOf, DigestError } from '../../model/errors.ts'
import { digestErrors, mailErrors } from '../digests/digest-errors.ts'
import { hookErrors } from '../hooks/hooks.ts'
import type { QueryChecks } from '../list-errors.ts'
import { type SettingsError, describe, errorAt, fieldOf } from '../setting.ts'
import { allSettings, type Settings } from '../settings.ts'
import { logoErrors } from '../site/logo.ts'
import { isShortForm } from '../sources/short-form.ts'
import type { SecretLocations } from '../sources/source-auth.ts'
import { sourceErrors } from '../sources/sources.ts'
import { errorsOf } from '../validation-errors.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { NotAFile, readWholeFile } from './read-file.ts'
import { type Position, type PlacedError, readDocument } from './yaml-document.ts'

/** Enough for about 100,000 sources. */
const MAX_BYTES = 16e6

/** The content of a settings file, with its errors and warnings. */
export interface CheckedFile {
  readonly raw: unknown
  /** With defaults filled in; empty if there are errors. */
  readonly sources: Settings['sources']
  /** `file:line:column what is wrong, what is allowed, did you mean`, in the order of the file. */
  readonly errors: readonly string[]
  /** Likely mistakes that are harmless, in the form of `errors`. */
  readonly warnings: readonly string[]
}

/** Inputs of checks beyond the file. Absent ones are not checked. */
interface SettingsChecks {
  /** Where to find the secrets of sources, of hooks and of the mail server. */
  readonly secrets?: SecretLocations | undefined
  readonly queries?: QueryChecks | undefined
}

/** @throws DigestError('configInvalid') if the file does not exist or cannot be read */
export function readSettingsFile(file: string, cwd: string, checks?: SettingsChecks): CheckedFile {
  return checkSettings(readSettings(file, cwd), displayPath(file, cwd), checks)
}

/** @throws DigestError('configInvalid') if the file does not exist or cannot be read */
export function readSettings(file: string, cwd: string): Buffer {
  try {
    return readWholeFile(file)
  } catch (cause) {
    throw new DigestError('configInvalid', `${displayPath(file, cwd)}: ${whyUnreadable(cause)}`, { cause })
  }
}

/** @param shown the name of the file in messages */
export function checkSettings(bytes: Buffer, shown: string, checks: SettingsChecks = {}): CheckedFile {
  const refused = (why: string): CheckedFile => ({
    raw: undefined,
    sources: [],
    errors: [`${shown}:1:1 ${why}`],
    warnings: [],
  })
  if (bytes.byteLength > MAX_BYTES) return refused(`the file is larger than ${MAX_BYTES / 1e6} MB`)
  if (bytes.includes(0)) return refused('this is no text; settings are a text in YAML, saved as UTF-8')
  const text = new TextDecoder().decode(bytes)
  const plain = readPlainYaml(text)
  const fine = plain === undefined ? undefined : sourcesIfFine(plain, checks)
  if (fine !== undefined) return { raw: plain, sources: fine, errors: [], warnings: [] }
  const encodingError = findEncodingError(text)
  const document = readDocument(text)
  const clear = isClearBefore(document.brokenAt)
  const raw = document.raw ?? {}
  const { sources, found } = findErrors(raw, checks)
  const placed = found
    .filter((error) => document.brokenAt === undefined || !isBlockAsKey(error))
    .map((error) => locateError(error, document.positionOf))
    .filter(clear)
    .concat(document.errors, encodingError ?? [])
    .sort((a, b) => a.line - b.line || a.column - b.column)
  return {
    raw,
    sources,
    errors: placed.map(formatted),
    warnings: settingsWarnings(document.raw).map((warning) =>
      formatted(locateError(warning, document.positionOf)),
    ),
  }

  function formatted({ line, column, message }: PlacedError): string {
    return `${shown}:${line}:${column} ${onOneLine(message)}`
  }
}

/** The sources of settings without errors and warnings, which most files are. */
function sourcesIfFine(raw: object, checks: SettingsChecks): Settings['sources'] | undefined {
  const { sources, found } = findErrors(raw, checks)
  return found.length === 0 && settingsWarnings(raw).length === 0 ? sources : undefined
}

function findErrors(
  raw: unknown,
  { secrets, queries }: SettingsChecks,
): { readonly sources: Settings['sources']; readonly found: readonly SettingsError[] } {
  const checked = allSettings.safeParse(raw)
  return {
    sources: checked.success ? checked.data.sources : [],
    found: [
      ...(checked.success ? [] : errorsOf(checked.error.issues, raw)),
      ...sourceErrors(fieldOf(raw, 'sources'), secrets),
      ...hookErrors(raw, secrets, queries?.hooks),
      ...digestErrors(raw, queries?.digests),
      ...mailErrors(raw, secrets),
      ...logoErrors(raw, secrets?.folder),
    ],
  }
}

/** Replaces control characters, because text from a file must not control the terminal. */
function onOneLine(message: string): string {
  return message.replaceAll(/[\p{Cc}\uFFFD]+/gu, '?')
}

/** Gives the path relative to `cwd`, for messages. */
export function displayPath(file: string, cwd: string): string {
  const path = relative(cwd, file)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path
}

function locateError(
  error: SettingsError,
  positionOf: (path: SettingsError['path'], on: SettingsError['on']) => Position,
): PlacedError {
  const also = error.alsoAt === undefined ? '' : ` (first at line ${positionOf(error.alsoAt, 'value').line})`
  return { ...positionOf(error.path, error.on), message: `${error.message}${also}` }
}

/** Keeps the errors before the first syntax error: later ones may be its consequences. */
function isClearBefore(broken: Position | undefined): (error: PlacedError) => boolean {
  return ({ line }) => broken === undefined || line < broken.line
}

/** Whether a block became a key, as the library reads some lines with wrong indentation. */
function isBlockAsKey({ path, on }: SettingsError): boolean {
  return on === 'key' && /^[[{]/.test(String(path.at(-1)))
}

/** Finds U+FFFD, which decoding writes for bytes that are not UTF-8. */
function findEncodingError(text: string): PlacedError | undefined {
  const index = text.indexOf('\uFFFD')
  if (index < 0) return undefined
  const before = text.slice(0, index).split('\n')
  const message = 'not UTF-8 text; save the file as UTF-8'
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
}

/** Why a settings file could not be read, for a message. */
function whyUnreadable(cause: unknown): string {
  if (cause instanceof NotAFile) return `this is ${cause.kind}; a file is needed, which can be read again`
  const code = codeOf(cause)
  if (code === 'ENOENT') return "there is no such file; 'content-digest init' writes one to start from"
  if (code === 'EISDIR') return 'this is a folder; a file is needed'
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read by this user'
  return `the file cannot be read (${code ?? String(cause)})`
}

/** Finds settings that have no effect or are likely mistakes. */
function settingsWarnings(raw: unknown): SettingsError[] {
  if (isEmpty(raw)) {
    const message =
      "there is no setting in this file: nothing is collected; 'content-digest init' writes one to start from"
    return [{ path: [], on: 'value', message }]
  }
  const sources = fieldOf(raw, 'sources')
  const usual = fieldOf(fieldOf(raw, 'collect'), 'content')
  const ofSources = Array.isArray(sources)
    ? sources.flatMap((source: unknown, index) => sourceWarnings(source, index, usual))
    : []
  return [...accentWarning(raw), ...ofSources]
}

/** `accent: #0a5c8a` without quotes is an empty setting and a comment. */
function accentWarning(raw: unknown): SettingsError[] {
  if (fieldOf(fieldOf(raw, 'server'), 'accent') !== null) return []
  const problem = "is empty; write the colour in quotes, such as '#0a5c8a', since # begins a comment"
  return [errorAt(['server', 'accent'], 'key', problem)]
}

/** @param usual the default of `content` */
function sourceWarnings(source: unknown, index: number, usual: unknown): SettingsError[] {
  const warnings: SettingsError[] = []
  const url = fieldOf(source, 'url')
  const subreddit =
    typeof url === 'string' && isShortForm(url) ? /^\s*reddit:([\w-]+)\s*$/i.exec(url)?.[1] : undefined
  if (subreddit !== undefined) {
    const problem = `${describe(url)} is taken for reddit:r/${subreddit}; write that, or reddit:u/${subreddit} for a user`
    warnings.push(errorAt(['sources', index, 'url'], 'value', problem))
  }
  if (!isEmpty(fieldOf(source, 'fullText')) && (fieldOf(source, 'content') ?? usual) !== 'full') {
    const problem = "has no effect without 'content: full'"
    warnings.push(errorAt(['sources', index, 'fullText'], 'key', problem))
  }
  return warnings
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  )
}
