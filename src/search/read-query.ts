import type { QueryNode } from '../model/search.ts'
import type { ReadStore } from '../store/read-store.ts'
import { wholeWord } from './query/node.ts'
import { ignoredOperators, parseQuery } from './query/parse.ts'

/** A query, ready to be searched. */
export interface PreparedQuery {
  readonly node: QueryNode
  /** In normal form. */
  readonly text: string
  /** Names that look like operators and are searched as text. */
  readonly ignoredOperators: readonly string[]
}

/**
 * Parses a query and resolves names in the store: an address means its article, and a merged story the one that it was
 * merged into.
 *
 * @returns `undefined` if the query has nothing to search for
 */
export async function readQuery(
  store: Pick<ReadStore, 'findItemIdsByUrl' | 'resolveStoryId'>,
  given: string,
): Promise<PreparedQuery | undefined> {
  const address = addressOf(given)
  const [itemId] = address === undefined ? [] : await store.findItemIdsByUrl(address)
  if (itemId !== undefined) {
    return { node: wholeWord(String(itemId), 'id'), text: given.trim(), ignoredOperators: [] }
  }
  const { node, text } = parseQuery(given)
  if (node === undefined) return undefined
  return { node: await withPresentStories(store, node), text, ignoredOperators: ignoredOperators(given) }
}

/** Returns the query as an address, if it is one: with a scheme, or a host with a path. */
function addressOf(given: string): string | undefined {
  const text = given.trim()
  const isHost = /^(?:www\.[^\s/]+\.|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\/)\S+$/u.test(text)
  const address = isHost ? `https://${text}` : text
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined
}

async function withPresentStories(
  store: Pick<ReadStore, 'resolveStoryId'>,
  node: QueryNode,
): Promise<QueryNode> {
  switch (node.kind) {
    case 'word': {
      if (node.field !== 'story') return node
      const id = await store.resolveStoryId(Number(node.text))
      return id === undefined ? node : { ...node, text: String(id) }
    }
    case 'not':
      return { kind: 'not', child: await withPresentStories(store, node.child) }
    case 'and':
    case 'or':
      return {
        kind: node.kind,
        children: await Promise.all(node.children.map((child) => withPresentStories(store, child))),
      }
    case 'phrase':
    case 'before':
    case 'after':
      return node
  }
}
