export type Block = { [key: string]: Value }
export type Value = string | number | boolean | null | Value[] | Block

/**
 * Reads the YAML that settings are mostly written in, many times as fast as the library: blocks by indentation, lists, `{ … }` and
 * `[ … ]` within a line, plain and quoted scalars of one line, comments. It must agree with the library in all that it reads, and leaves to
 * it all that is rarer: anchors, tags, texts over several lines, escapes, several documents, a key that stands twice, numbers in
 * unusual spelling, and every fault.
 *
 * @param names keys whose numbers are texts, as they are written
 * @returns `undefined` for what is not surely of this form
 */
export function readEverydayYaml(text: string, names: ReadonlySet<unknown>): Block | undefined {
  if (!EVERYDAY.test(text)) return undefined
  const lines = linesOf(text)
  const [first] = lines
  if (first === undefined || first.indent !== 0 || isEntry(first)) return undefined
  const reading: Reading = { lines, at: 0, names, text: '', from: 0, indent: 0 }
  try {
    const block = readMap(reading, 0)
    return reading.at === lines.length ? block : undefined
  } catch (cause) {
    if (cause === UNUSUAL) return undefined
    throw cause
  }
}

/** No tab, carriage return or other control character, no mark of byte order, no space but the plain one. */
const EVERYDAY =
  /^[\n\x20-\x7e\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe\uff00-\uffff]*$/
/** Deeper blocks are the library's; it knows how deep they may be. */
const MAX_DEPTH = 20

const KEY = /([A-Za-z][\w-]{0,63}):(?: +|$)/y
/** What a plain scalar may begin with without meaning anything. */
const PLAIN = /(?:[A-Za-z0-9_./\u00c0-\uffff]|-(?=[0-9]))/y
/** Up to what ends it within `{ … }` and `[ … ]`. */
const PLAIN_IN_FLOW = /(?:[A-Za-z0-9_./\u00c0-\uffff]|-(?=[0-9]))[^,[\]{}]*/y
const QUOTED = /'((?:[^']|'')*)'|"([^"\\]*)"/y
const SPACES = / */y

/** All that YAML's core schema takes for a number. */
const NUMBER =
  /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$/
/** Numbers that no two readers take for different ones. */
const USUAL_NUMBER = /^(?:0|-?[1-9][0-9]{0,14}|-?[1-9][0-9]{0,8}\.[0-9]{1,6}|0\.[0-9]{1,6})$/
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
  ['null', null],
  ['Null', null],
  ['NULL', null],
])

/** Thrown where the library must read; never leaves this file. */
const UNUSUAL = new Error('not everyday YAML')

interface Line {
  readonly indent: number
  /** Without spaces at its ends. */
  readonly text: string
}

interface Reading {
  /** The current one is replaced by what follows the `- ` that it begins with. */
  readonly lines: Line[]
  at: number
  readonly names: ReadonlySet<unknown>
  /** Of a value that says itself where it ends: the line, where in it, and what it must be deeper than. */
  text: string
  from: number
  indent: number
}

/** Those that are neither empty nor a comment. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const whole of text.split('\n')) {
    const line = whole.trimEnd()
    const start = line.trimStart()
    if (start !== '' && !start.startsWith('#'))
      lines.push({ indent: line.length - start.length, text: start })
  }
  return lines
}

function isEntry({ text }: Line): boolean {
  return text === '-' || text.startsWith('- ')
}

function readMap(reading: Reading, depth: number): Block {
  const block: Block = {}
  const indent = reading.lines[reading.at]?.indent
  for (let line = reading.lines[reading.at]; line?.indent === indent; line = reading.lines[reading.at]) {
    if (line === undefined || isEntry(line)) break
    const key = keyAt(line.text, 0, block)
    const value = readRest(reading, line, KEY.lastIndex, depth, key)
    block[key] = value
  }
  return block
}

function readList(reading: Reading, depth: number): Value[] {
  const list: Value[] = []
  const indent = reading.lines[reading.at]?.indent
  for (let line = reading.lines[reading.at]; line?.indent === indent; line = reading.lines[reading.at]) {
    if (line === undefined || !isEntry(line)) break
    const start = startOf(line.text, 1)
    const inner = { indent: line.indent + start, text: line.text.slice(start) }
    if (isEntry(inner) || matches(KEY, inner.text, 0)) {
      reading.lines[reading.at] = inner
      list.push(readBlock(reading, depth + 1))
    } else {
      list.push(readRest(reading, line, start, depth, undefined))
    }
  }
  return list
}

function readBlock(reading: Reading, depth: number): Value {
  const line = reading.lines[reading.at]
  if (line === undefined || depth > MAX_DEPTH) throw UNUSUAL
  return isEntry(line) ? readList(reading, depth) : readMap(reading, depth)
}

/** What stands after a `key:` or `-`: in the line, else in the deeper lines below. */
function readRest(reading: Reading, line: Line, from: number, depth: number, key: string | undefined): Value {
  if (from >= line.text.length || line.text[from] === '#') {
    const next = reading.lines[++reading.at]
    if (next === undefined || next.indent < line.indent) return null
    // A list may stand as deep as the key that it belongs to.
    const isBelow = next.indent > line.indent || (key !== undefined && isEntry(next))
    return isBelow ? readBlock(reading, depth + 1) : null
  }
  const value = matches(PLAIN, line.text, from)
    ? plain(line.text.slice(from).replace(/ +#.*$/, ''), key, reading)
    : readUntilEnd(reading, line, from, key)
  const next = reading.lines[++reading.at]
  // A text that goes on, or a fault.
  if (next !== undefined && next.indent > line.indent) throw UNUSUAL
  return value
}

/** A value that says itself where it ends, with nothing after it. */
function readUntilEnd(reading: Reading, line: Line, from: number, key: string | undefined): Value {
  reading.text = line.text
  reading.from = from
  reading.indent = line.indent
  const value = readFlow(reading, 0, key)
  const end = startOf(reading.text, reading.from)
  const isComment = reading.text[end] === '#' && end > reading.from
  if (end < reading.text.length && !isComment) throw UNUSUAL
  return value
}

/** A quoted scalar, a map or a list from where reading is, and what is plain within these. */
function readFlow(reading: Reading, depth: number, key: string | undefined): Value {
  const { text, from } = reading
  if (depth > MAX_DEPTH) throw UNUSUAL
  if (text[from] === '{') return readFlowMap(reading, depth + 1)
  if (text[from] === '[') return readFlowList(reading, depth + 1)
  QUOTED.lastIndex = from
  const quoted = QUOTED.exec(text)
  if (quoted !== null) {
    reading.from = QUOTED.lastIndex
    return quoted[2] ?? (quoted[1] ?? '').replaceAll("''", "'")
  }
  PLAIN_IN_FLOW.lastIndex = from
  const found = PLAIN_IN_FLOW.exec(text)
  if (found === null || found[0].includes(' #')) throw UNUSUAL
  reading.from = PLAIN_IN_FLOW.lastIndex
  return plain(found[0].trimEnd(), key, reading)
}

function readFlowMap(reading: Reading, depth: number): Block {
  const block: Block = {}
  for (let more = opens(reading, '}'); more; more = goesOn(reading, '}')) {
    const key = keyAt(reading.text, reading.from, block)
    reading.from = KEY.lastIndex
    block[key] = readFlow(reading, depth, key)
  }
  return block
}

function readFlowList(reading: Reading, depth: number): Value[] {
  const list: Value[] = []
  for (let more = opens(reading, ']'); more; more = goesOn(reading, ']'))
    list.push(readFlow(reading, depth, undefined))
  return list
}

/** Goes over the sign that opens or parts. @returns whether an element follows; if not, the `end` is gone over too */
function opens(reading: Reading, end: string): boolean {
  reading.from++
  toNextSign(reading)
  return !closes(reading, end)
}

function goesOn(reading: Reading, end: string): boolean {
  toNextSign(reading)
  if (reading.text[reading.from] === ',') return opens(reading, end)
  if (!closes(reading, end)) throw UNUSUAL
  return false
}

function closes(reading: Reading, end: string): boolean {
  if (reading.text[reading.from] !== end) return false
  reading.from++
  return true
}

/** Over spaces, and to the lines below that belong to the same value. */
function toNextSign(reading: Reading): void {
  reading.from = startOf(reading.text, reading.from)
  while (reading.from === reading.text.length) {
    const next = reading.lines[reading.at + 1]
    if (next === undefined || next.indent <= reading.indent) throw UNUSUAL
    reading.at++
    reading.text = next.text
    reading.from = 0
  }
}

function plain(text: string, key: string | undefined, { names }: Reading): Value {
  const word = WORDS.get(text)
  if (word !== undefined) return word
  if (NUMBER.test(text)) {
    if (!USUAL_NUMBER.test(text)) throw UNUSUAL
    return key !== undefined && names.has(key) ? text : Number(text)
  }
  if (text.endsWith(':') || text.includes(': ')) throw UNUSUAL
  return text
}

/** The key that stands there; `KEY.lastIndex` is then where its value begins. */
function keyAt(text: string, from: number, block: Block): string {
  KEY.lastIndex = from
  const key = KEY.exec(text)?.[1]
  if (key === undefined || WORDS.has(key) || Object.hasOwn(block, key)) throw UNUSUAL
  return key
}

function startOf(text: string, from: number): number {
  SPACES.lastIndex = from
  SPACES.exec(text)
  return SPACES.lastIndex
}

function matches(form: RegExp, text: string, from: number): boolean {
  form.lastIndex = from
  return form.test(text)
}
