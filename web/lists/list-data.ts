import type { Api, Parameters } from '../api/api.ts'
import { CARD_FIELDS, type CardItem } from '../api/card-item.ts'
import { ProblemError, type Problem } from '../api/problem.ts'
import type { SearchHit, Item, List } from '../api/types.ts'

/** What a list shows of an item; `highlights` where it was searched for. */
export type ListItem = CardItem & Pick<Item, 'score'> & Partial<Pick<SearchHit, 'highlights'>>

export const LIST_FIELDS = `${CARD_FIELDS},score`

const PAGE_SIZE = 40

/** A part of a list, and how to go on. */
export interface ListPage {
  readonly items: readonly ListItem[]
  readonly total: number
  readonly nextCursor: string | null
}

/** Which list: its address at the interface, without the place in it. */
export interface ListAddress {
  readonly path: '/api/items' | '/api/search'
  readonly parameters: Parameters
}

const NO_PAGE: ListPage = { items: [], total: 0, nextCursor: null }

/** The first page, or why the interface refused what was asked: its form is shown with what was typed. */
export interface FirstPage {
  readonly page: ListPage & Repair
  readonly refused: Problem | null
}

/** As `loadPage`; rejects with a `Problem` only for what no other value of a control would mend. */
export async function loadFirst(
  api: Api,
  address: ListAddress,
  cursor: string | undefined,
): Promise<FirstPage> {
  try {
    return { page: await loadPage(api, address, cursor), refused: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'parameterInvalid') throw error
    return { page: NO_PAGE, refused: error.problem }
  }
}

export async function loadPage(
  api: Api,
  { path, parameters }: ListAddress,
  cursor: string | undefined,
): Promise<ListPage & Repair> {
  const fields = path === '/api/search' ? `${LIST_FIELDS},highlights` : LIST_FIELDS
  const list = await api.get<List<ListItem> & Repair>(path, {
    ...parameters,
    limit: PAGE_SIZE,
    fields,
    cursor,
  })
  return {
    items: list.items,
    total: list.total,
    nextCursor: list.nextCursor,
    ...(list.relaxed === true ? { relaxed: true } : {}),
    ...(list.corrected ? { corrected: list.corrected } : {}),
  }
}

/** What a search did beyond the query, where nothing matched it as it stands. */
export interface Repair {
  readonly relaxed?: boolean
  readonly corrected?: { readonly from: string; readonly to: string } | null
}
