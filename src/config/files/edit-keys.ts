import type { ApiKeyScope } from '../../model/api-key.ts'
import { editList } from './edit-yaml.ts'

/** An API key in a settings file. */
export interface WrittenKey {
  readonly name: string
  readonly hash: string
  readonly scope: ApiKeyScope
  /** `per` is a duration such as `1m`. */
  readonly rateLimit?: { readonly max: number; readonly per: string } | undefined
}

const PATH = ['server', 'apiKeys'] as const

/** Adds a key at the end of `server.apiKeys`. @param text valid settings or an empty text */
export function appendKey(text: string, { rateLimit, ...key }: WrittenKey): string {
  const written = { ...key, ...(rateLimit && { rateLimit }) }
  return editList(text, PATH, (keys, doc) => keys.add(doc.createNode(written, { flow: true })))
}

/** Removes the key at `index` of `server.apiKeys`. @param text valid settings with that key */
export function removeKey(text: string, index: number): string {
  return editList(text, PATH, (keys) => keys.delete(index))
}
