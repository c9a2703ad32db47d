import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  Parser,
  visit,
  type YAMLError,
} from 'yaml'
import type { SettingPath } from '../setting.ts'

/** A position in the file, both numbers from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface PlacedError extends Position {
  readonly message: string
}

/** A YAML file. A damaged one is read as far as possible. */
interface SettingsDocument {
  /** Plain objects, lists and scalars; `undefined` if nothing could be read. */
  readonly raw: unknown
  readonly errors: readonly PlacedError[]
  /** Where parsing failed. Text after this position may be misread. */
  readonly brokenAt: Position | undefined
  /** The position of a key or value; for a missing one, that of its block. */
  readonly positionOf: (path: SettingPath, on: 'key' | 'value') => Position
}

/** Maximum depth. The YAML library crashes at some thousand levels. */
const MAX_DEPTH = 64
/** An alias (`*name`) repeats a block, and nested aliases multiply. The limit stops a "billion laughs" file. */
const MAX_ALIASES = 50

const WORDING: ReadonlyMap<string, string> = new Map([
  ['DUPLICATE_KEY', 'this key stands here a second time; keep one of the two'],
  ['TAB_AS_INDENT', 'a tab cannot indent; use spaces'],
  ['TAG_RESOLVE_FAILED', 'a tag (a word that begins with !) has no meaning here; leave it out'],
  ['NON_STRING_KEY', 'a key must be a plain word'],
])

/** Reads YAML 1.2. Never throws, whatever the text. */
export function readDocument(text: string): SettingsDocument {
  const lines = new LineCounter()
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    // The counter gives 0 if the text has no lines.
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }

  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  const deep = findDeep(tokens)
  if (deep !== undefined) {
    const error = { ...at(deep), message: `blocks nest deeper than ${MAX_DEPTH} levels` }
    return { raw: undefined, errors: [error], brokenAt: error, positionOf: () => error }
  }

  const [doc, second] = compose(tokens, text.length)
  if (doc === undefined) throw new RangeError('YAML gave no document')
  const problems = [...doc.errors, ...doc.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  // The library often reports one mistake several times per line. The first report fits best.
  const lineOf = (problem: YAMLError | undefined): number | undefined => problem && at(problem.pos[0]).line
  const distinct = problems.filter((problem, index) => lineOf(problem) !== lineOf(problems[index - 1]))
  const errors: PlacedError[] = distinct.map((problem) => ({
    ...at(placeOf(problem, doc)),
    message: WORDING.get(problem.code) ?? plainYamlMessage(problem.message),
  }))
  const secondAt = second === undefined ? undefined : at(second.range[0])
  if (secondAt !== undefined) {
    errors.push({
      ...secondAt,
      message: "a second document begins here; a settings file is one, without '---' inside",
    })
  }
  const broken = problems.find(({ code }) => code !== 'DUPLICATE_KEY' && code !== 'TAG_RESOLVE_FAILED')

  const { raw, error } = toPlain(doc, at)
  if (error !== undefined) errors.push(error)
  return {
    raw,
    errors,
    brokenAt: broken !== undefined ? at(placeOf(broken, doc)) : (secondAt ?? error),
    positionOf: (path, on) => at(offsetOf(doc, path, on)),
  }
}

function toPlain(
  doc: Document.Parsed,
  at: (offset: number) => Position,
): { raw: unknown; error?: PlacedError } {
  try {
    keepNamesAsWritten(doc)
    return { raw: doc.toJS({ maxAliasCount: MAX_ALIASES }) }
  } catch (error) {
    // An alias without its anchor, or multiplying aliases.
    if (!(error instanceof ReferenceError)) throw error
    const what = /Excessive/.test(error.message)
      ? `aliases (*name) repeat more than ${MAX_ALIASES} values; write them out`
      : 'an alias (*name) stands for nothing that is named before it'
    return { raw: undefined, error: { ...at(firstAlias(doc)), message: what } }
  }
}

/** The YAML library's messages for unclosed nodes, with a test for the node. */
const UNCLOSED: readonly (readonly [RegExp, (node: unknown) => boolean])[] = [
  [/^Missing closing .quote/, (node) => isScalar(node) && node.type?.startsWith('QUOTE') === true],
  [/^Flow sequence .* end with a \]/, (node) => isSeq(node) && node.flow === true],
  [/^Flow map .* end with a \}/, (node) => isMap(node) && node.flow === true],
]

/** The offset of a problem. The library reports an unclosed node at the end of the file; this is where it begins. */
function placeOf({ message, pos: [offset] }: YAMLError, doc: Document.Parsed): number {
  const isUnclosed = UNCLOSED.find(([pattern]) => pattern.test(message))?.[1]
  let place = offset
  if (isUnclosed === undefined) return place
  visit(doc, {
    Node: (_, node) => {
      if (isUnclosed(node) && node.range?.[1] === offset) place = node.range[0]
    },
  })
  return place
}

function firstAlias(doc: Document.Parsed): number {
  let offset = 0
  visit(doc, {
    Alias: (_, node) => {
      offset = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}

/**
 * Composes the documents of a text, at least one. Empty documents from a mark at the start or end (`...`, `---`) are
 * dropped. An empty text gives one empty document.
 */
function compose(tokens: readonly CST.Token[], length: number): Document.Parsed[] {
  const composer = new Composer({
    prettyErrors: false,
    stringKeys: true,
    resolveKnownTags: false,
    // The library's warnings are reported as errors.
    logLevel: 'error',
  })
  const all = [...composer.compose(tokens, true, length)]
  const distinct = all.filter((doc) => !isEmpty(doc))
  return distinct.length === 0 ? all.slice(0, 1) : distinct
}

function isEmpty({ contents, errors }: Document.Parsed): boolean {
  return errors.length === 0 && (contents === null || (isScalar(contents) && contents.source === ''))
}

/** Offset of the first block deeper than `MAX_DEPTH`: recursion could overflow the stack. */
function findDeep(tokens: readonly unknown[]): number | undefined {
  let level = tokens
  for (let depth = 0; level.length > 0; depth++) {
    const [first] = level
    if (depth > MAX_DEPTH && isToken(first)) return first.offset
    level = level.flatMap(childTokens)
  }
  return undefined
}

interface Token {
  readonly type: string
  readonly offset: number
  readonly value?: unknown
  readonly items?: readonly { readonly key?: unknown; readonly value?: unknown }[]
}

function childTokens(token: unknown): Token[] {
  if (!isToken(token)) return []
  const inItems = token.items?.flatMap(({ key, value }) => [key, value]) ?? []
  return [token.value, ...inItems].filter(isToken)
}

function isToken(value: unknown): value is Token {
  return typeof value === 'object' && value !== null && 'type' in value && 'offset' in value
}

function offsetOf(doc: Document.Parsed, path: SettingPath, on: 'key' | 'value'): number {
  let node: unknown = doc.contents
  let offset = 0
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(doc)
    offset = startOf(node) ?? offset
    if (isSeq(node)) {
      node = node.items[Number(step)]
      continue
    }
    const pair = isMap(node) ? node.items.find((pair) => keyOf(pair) === String(step)) : undefined
    if (pair === undefined) return offset
    if (on === 'key' && index === path.length - 1) return startOf(pair.key) ?? offset
    // Without a value, the error points at the key.
    offset = startOf(pair.key) ?? offset
    node = isScalar(pair.value) && pair.value.value === null ? pair.key : pair.value
  }
  return startOf(node) ?? offset
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : ''
}

function startOf(node: unknown): number | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined
  return node.range?.[0]
}

/** Settings that are names, which YAML may read as numbers: `id: 2600`, `name: 007`. */
export const NAMES: ReadonlySet<unknown> = new Set(['id', 'name', 'category', 'region'])

function keepNamesAsWritten(doc: Document): void {
  visit(doc, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !NAMES.has(key.value) || !isScalar(value)) return
      if (typeof value.value === 'number' && value.source !== undefined) value.value = value.source
    },
  })
}

/** Plain words for messages of the YAML library. The first match counts. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [
    /^Nested mappings are not allowed/,
    "a value cannot hold another 'key: value'; put the value in quotes, or indent the lines of one block alike",
  ],
  [
    /^Implicit keys need/,
    "this is no 'key: value'; add the ':' and a space after it, or correct the indentation of this line and the next",
  ],
  [/^Implicit map keys need/, "a ':' is missing after this key"],
  [/^The : indicator must be/, 'this is too long for a key; a key is a plain word'],
  [/^Missing closing (.)quote/, 'a text that begins with $1 is not closed; add the $1 at its end'],
  [
    /^Plain value cannot start with (?:reserved character )?(.+)$/,
    'a value cannot begin with $1; put the value in quotes',
  ],
  [/^Flow sequence .* end with a \]/, "a list in brackets is not closed; add its ']'"],
  [/^Flow map .* end with a \}/, "a block in braces is not closed; add its '}'"],
  [
    /^Unexpected (?:scalar|[a-z-]+-scalar|flow-\w+-start) (?:at node end|token in)/,
    "the value has ended before this; put the whole value in quotes, and write a ' inside of '…' twice",
  ],
  [
    /^Unexpected block-seq-ind on same line/,
    "a value cannot begin with '- '; put it in quotes, or each entry on a line of its own",
  ],
  [
    /^Not a YAML token/,
    'a text after > or | begins on the next line; put other values that begin so in quotes',
  ],
  [
    /^Block collections are not allowed/,
    'a colon and a space cannot stand within a value in { } or [ ]; put the value in quotes',
  ],
  [/must start at the same column/, 'this line is indented otherwise than the lines it belongs to'],
  [/must be (?:sufficiently )?indented|must be more indented/, 'this line must be indented more'],
  [/^Missing , (?:or : )?between/, 'a comma is missing before this'],
  [/^Unexpected (?:,|empty item) in/, 'a comma too many stands here'],
  [/^Invalid escape sequence (.+)$/, '$1 has no meaning between double quotes; use single quotes'],
  [/^Missing space after :/, "a space is missing after the ':'"],
  [
    /^Sequence item without - indicator/,
    "an entry of a list begins with '- '; a line that belongs to the entry above is indented as its other lines",
  ],
  [
    /^A block sequence may not be used/,
    "a list begins on a line of its own, each entry after '- '; indent the '- ' of all its entries alike",
  ],
  [/^Comments must be separated/, 'a space is missing before the #'],
  [/^Unexpected (?:flow-map-end|\})/, "a '}' too many stands here"],
  [/^Unexpected (?:flow-seq-end|\])/, "a ']' too many stands here"],
]

/** A YAML library message in plain words. Rare ones stay unchanged. */
function plainYamlMessage(message: string): string {
  for (const [pattern, plain] of PLAIN) {
    const found = pattern.exec(message)
    if (found !== null) return plain.replaceAll('$1', () => found[1] ?? '')
  }
  return `this is not YAML: ${message}`
}
