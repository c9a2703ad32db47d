import type { SettingsDocument } from './document.ts'
import { keepsItsName, readDocument } from './document.ts'

/**
 * As `readDocument`, at a tenth of the cost for a long list of sources: one that is written plainly, as people and
 * `import` write it, is read line by line; the rest of the file, and any list with something else in it, by the
 * YAML library. Places are looked for only where something is wrong.
 */
export function readSettings(text: string): SettingsDocument {
  const list = findList(text)
  const sources = list && readList(list.lines)
  if (list === undefined || sources === undefined) return readDocument(text)
  const rest = readDocument(list.rest)
  const { raw } = rest
  const isClear = typeof raw === 'object' && raw !== null && 'sources' in raw && raw.sources === null
  if (!isClear || rest.faults.length > 0) return readDocument(text)
  let whole: SettingsDocument | undefined
  return {
    raw: { ...raw, sources },
    faults: [],
    brokenAt: undefined,
    place: (path, on) => (whole ??= readDocument(text)).place(path, on),
  }
}

interface List {
  /** Between the line `sources:` and what is not indented. */
  readonly lines: readonly string[]
  /** The file without them. */
  readonly rest: string
}

function findList(text: string): List | undefined {
  // An anchor or an alias may reach from one part of a file into the other; a carriage return ends lines otherwise.
  if (/(?:^|[\s,[{:-])[&*]|\r|^(?:---|\.\.\.)/m.test(text)) return undefined
  const start = /^sources:[ ]*\n/m.exec(text)
  if (start === null) return undefined
  const from = start.index + start[0].length
  const next = /^[^ #\n]/m.exec(text.slice(from))
  const to = next === null ? text.length : from + next.index
  return { lines: text.slice(from, to).split('\n'), rest: text.slice(0, from) + text.slice(to) }
}

type PlainSource = Record<string, string | number | boolean>

/** Lists that begin otherwise are left to the library, as is everything that is not said here. */
const ITEM = /^( +)- (?=\S)/

/** @returns `undefined` where there is anything that is not plain */
function readList(lines: readonly string[]): PlainSource[] | undefined {
  const sources: PlainSource[] = []
  let indent = ''
  let inBraces = false
  for (const line of lines) {
    if (/^ *(?:#|$)/.test(line)) continue
    const dash = ITEM.exec(line)
    if (dash !== null) {
      const [start = '', before = ''] = dash
      if (sources.length > 0 && before !== indent) return undefined
      indent = before
      const source: PlainSource = {}
      sources.push(source)
      inBraces = line[start.length] === '{'
      if (!(inBraces ? readBraces : readLine)(line, start.length, source)) return undefined
      continue
    }
    const source = sources.at(-1)
    const isNext = line.search(/[^ ]/) === indent.length + 2
    if (source === undefined || inBraces || !isNext) return undefined
    if (!readLine(line, indent.length + 2, source)) return undefined
  }
  return sources.length === 0 ? undefined : sources
}

/** As a place in a line: no pair. */
const NONE = -1

const KEY = /([A-Za-z]+): +/y
/** Without what has a meaning in YAML: at its beginning, or within braces. */
const QUOTED = /'([^'\n]*)'|"([^"\\\n]*)"/y
const IN_BRACES = /[\p{L}\d](?:[^\s,[\]{}:#'"]|:(?=[^\s,[\]{}])|(?<! )#| (?=[^\s,[\]{}:#]))*/uy
const ON_LINE = /[\p{L}\d](?:[^\s:#'"]|:(?=\S)|(?<! )#| (?=[^\s:#]))*/uy

function readBraces(line: string, start: number, source: PlainSource): boolean {
  let at = skipSpaces(line, start + 1)
  for (;;) {
    at = skipSpaces(line, readPair(line, at, source, IN_BRACES))
    if (line[at] === ',') at = skipSpaces(line, at + 1)
    else return line[at] === '}' && /^ *$/.test(line.slice(at + 1))
  }
}

function readLine(line: string, start: number, source: PlainSource): boolean {
  const end = readPair(line, start, source, ON_LINE)
  return end > 0 && /^ *$/.test(line.slice(end))
}

/** @returns where the pair ends; `NONE` where it is none */
function readPair(line: string, at: number, source: PlainSource, plain: RegExp): number {
  KEY.lastIndex = at
  const key = KEY.exec(line)?.[1]
  if (key === undefined || Object.hasOwn(source, key) || key === '__proto__') return NONE
  QUOTED.lastIndex = KEY.lastIndex
  const quoted = QUOTED.exec(line)
  if (quoted !== null) {
    source[key] = quoted[1] ?? quoted[2] ?? ''
    return QUOTED.lastIndex
  }
  plain.lastIndex = KEY.lastIndex
  const written = plain.exec(line)?.[0]
  const value = written === undefined ? undefined : valueOf(written, key)
  if (value === undefined) return NONE
  source[key] = value
  return plain.lastIndex
}

/** @returns `undefined` for what YAML may take for something else than it looks like */
function valueOf(written: string, key: string): string | number | boolean | undefined {
  if (/^\d/.test(written)) {
    if (/^(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(written))
      return keepsItsName(key) ? written : Number(written)
    // `30m` is a text, and so is a name that begins with a digit; what is nearly a number may be one.
    return /^\d+[a-z][a-z-]*$/.test(written) && !/^\d+(?:e|x|o)/.test(written) ? written : undefined
  }
  if (written === 'true' || written === 'false') return written === 'true'
  return /^(?:true|false|null)$/i.test(written) ? undefined : written
}

function skipSpaces(line: string, from: number): number {
  let at = from
  while (line[at] === ' ') at++
  return at
}
