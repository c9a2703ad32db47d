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
 * Adds a key at the end of `server.apiKeys`. The YAML library writes the whole text: comments and order stay, some
 * spacing may change.
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

function edited(text: string, edit: (doc: Document, keys: YAMLSeq) => void): string {
  const doc = parseDocument(text)
  edit(doc, keysOf(doc))
  const written = doc.toString({ lineWidth: 0 })
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
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
