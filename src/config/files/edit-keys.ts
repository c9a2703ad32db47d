import { isDeepStrictEqual } from 'node:util'
import { type Document, isAlias, isNode, isSeq, parseDocument, YAMLSeq } from 'yaml'
import type { ApiKeyScope } from '../../model/api-key.ts'
import { DigestError } from '../../model/errors.ts'

/** An API key as a settings file has it. */
export interface WrittenKey {
  readonly name: string
  readonly hash: string
  readonly scope: ApiKeyScope
  /** `per` is a duration such as `1m`. */
  readonly rateLimit?: { readonly max: number; readonly per: string } | undefined
}

const PATH = ['server', 'apiKeys'] as const

/**
 * Adds a key at the end of `server.apiKeys`. The YAML library writes the block `server` anew: comments and order stay,
 * some spacing of the block may change.
 *
 * @param text valid settings or an empty text
 */
export function appendKey(text: string, { rateLimit, ...key }: WrittenKey): string {
  return edited(text, (doc, keys) =>
    keys.add(doc.createNode({ ...key, ...(rateLimit && { rateLimit }) }, { flow: true })),
  )
}

/**
 * Removes the key at `index` of `server.apiKeys`, as `appendKey` adds one.
 *
 * @param text valid settings with that key
 */
export function removeKey(text: string, index: number): string {
  return edited(text, (_, keys) => keys.delete(index))
}

type Edit = (doc: Document, keys: YAMLSeq) => void

function edited(text: string, edit: Edit): string {
  const lines = text.replaceAll('\r\n', '\n')
  const whole = rewritten(lines, edit)
  const [before, block, after] = aroundServer(lines)
  const isWhole = parseDocument(block).errors.length === 0
  const spliced = isWhole ? before + rewritten(block, edit) + after : whole
  const written = isSame(spliced, whole) ? spliced : whole
  return lines === text ? written : written.replaceAll('\n', '\r\n')
}

function rewritten(text: string, edit: Edit): string {
  const doc = parseDocument(text)
  edit(doc, keysOf(doc))
  // An anchor of another block is not in the text of this one.
  return doc.toString({ lineWidth: 0, verifyAliasOrder: false })
}

/**
 * Splits a text around the lines of its block `server`. Without one the block is empty and stands at the end. Lines are
 * all that this knows of YAML: what it cuts of a text in braces makes no sense.
 */
function aroundServer(text: string): readonly [before: string, block: string, after: string] {
  const lines = text.split(/(?<=\n)/)
  const start = lines.findIndex((line) => line.startsWith('server:'))
  if (start < 0) return [text === '' || text.endsWith('\n') ? text : `${text}\n`, '', '']
  const length = lines.slice(start + 1).findIndex((line) => /^\S/.test(line))
  const open = length < 0 ? lines.length : start + 1 + length
  // Blank lines part the block from what follows.
  const end = lines.findLastIndex((line, index) => index < open && line.trim() !== '') + 1
  const joined = (from: number, to?: number): string => lines.slice(from, to).join('')
  return [joined(0, start), joined(start, end), joined(end)]
}

function isSame(spliced: string, whole: string): boolean {
  const [doc, expected] = [spliced, whole].map((text) => parseDocument(text))
  return doc?.errors.length === 0 && isDeepStrictEqual(doc.toJS(), expected?.toJS())
}

/** The list of keys. A single key, which may stand without a list, becomes a list; a missing list is made. */
function keysOf(doc: Document): YAMLSeq {
  const value = doc.getIn(PATH, true)
  if (isSeq(value)) return value
  if (isAlias(value))
    throw new DigestError('configInvalid', 'server.apiKeys is an alias (*name); write the list out')
  const keys = new YAMLSeq()
  const isThere = isNode(value) && doc.getIn(PATH) !== null
  if (isThere) keys.add(value)
  const server = doc.getIn(['server'], true)
  if (server === undefined || doc.getIn(['server']) === null) {
    const block = doc.createNode({})
    if (isNode(server)) block.commentBefore = server.comment ?? null
    doc.setIn(['server'], block)
  }
  doc.setIn(PATH, keys)
  return keys
}
