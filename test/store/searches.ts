import { expect } from 'vitest'
import { EVERYTHING, type ItemFilter, type SearchOrder } from '../../src/model/filter.ts'
import type { ItemDraft } from '../../src/model/item.ts'
import type { QueryNode } from '../../src/model/search.ts'
import type { WalkWindow } from '../../src/model/walk.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import type { NewStoreFixture } from './contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit } from './drafts.ts'
import { searchIn } from './search-in.ts'

export const word = (text: string, changes: Partial<QueryNode> = {}) =>
  ({ kind: 'word', text, prefix: false, field: undefined, ...changes }) as QueryNode
export const phrase = (text: string): QueryNode => ({ kind: 'phrase', text, field: undefined })
export const and = (...children: QueryNode[]): QueryNode => ({ kind: 'and', children })
export const or = (...children: QueryNode[]): QueryNode => ({ kind: 'or', children })
export const not = (child: QueryNode): QueryNode => ({ kind: 'not', child })

export const NEUTRAL = { summary: '', contentText: '', contentHtml: '' }

/** A store with items of a paper, by id. */
export async function openWith(
  newFixture: NewStoreFixture,
  titles: Readonly<Record<number, Partial<ItemDraft>>>,
): Promise<Store> {
  const store = await (await newFixture()).open()
  await store.syncSources([aSource('paper', { category: 'technology' }), aSource('hn')], NOW)
  const drafts = Object.entries(titles).map(([id, changes]) => [id, aDraft(id, { ...NEUTRAL, ...changes })])
  await store.saveVisit(aFirstVisit('paper', Object.fromEntries(drafts)))
  return store
}

export function search(
  store: Store,
  query: QueryNode,
  order: SearchOrder = 'relevance',
  window: Partial<WalkWindow> = {},
  filter: Partial<ItemFilter> = {},
) {
  return searchIn(store).find(query, { ...EVERYTHING, ...filter }, order, { ...FIRST_PAGE, ...window }, NOW)
}

export async function found(store: Store, query: QueryNode): Promise<number[]> {
  const { hits, total } = await search(store, query)
  expect(total).toBe(hits.length)
  return hits.map(({ id }) => id).sort((a, b) => a - b)
}
