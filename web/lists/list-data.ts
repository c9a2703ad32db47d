import type { Api, Parameters } from '../api/api.ts'
import { CARD_FIELDS, type CardItem, type Thumbnailed } from '../api/card-item.ts'
import { ProblemError, type Problem } from '../api/problem.ts'
import type { SearchHit, Item, List } from '../api/types.ts'
import type { Card } from '../view.tsx'

export type ListItem = CardItem & Pick<Item, 'score'> & Partial<Pick<SearchHit, 'highlights'>>

export const LIST_FIELDS = `${CARD_FIELDS},score`

const PAGE_SIZE = 40

/** A page of a list. `nextCursor` is `null` on the last page. */
export interface ListPage {
  readonly items: readonly ListItem[]
  readonly total: number
  readonly nextCursor: string | null
}

/** The API path and the parameters of a list, without its cursor. */
export interface ListAddress {
  readonly path: '/api/items' | '/api/search'
  readonly parameters: Parameters
}

/** Headlines that describe a list. */
const NAMED = 3

/** The first headlines in one line; `null` if there are none. */
export function headlinesText(items: readonly { readonly title: string }[]): string | null {
  const headlines = items.slice(0, NAMED).map(({ title }) => title)
  return headlines.length === 0 ? null : headlines.join(' · ')
}

/** Link preview of a list: its first headlines and first picture. */
export function cardOf(items: readonly (Pick<Item, 'id' | 'title'> & Thumbnailed)[]): Card {
  return {
    description: headlinesText(items),
    pictured: items.find(({ hasThumbnail }) => hasThumbnail === true)?.id,
  }
}

const NO_PAGE: ListPage = { items: [], total: 0, nextCursor: null }

/** The first page, or the error if the API refused a parameter: the form then shows the refused values. */
export interface FirstPage {
  readonly page: ListPage & Repair
  readonly refused: Problem | null
}

/** Like `loadPage`, but a refused parameter is a value. Rejects with a `Problem` for every other error. */
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

/**
 * How a search changed a query without hits: `relaxed` if hits have only some of its words, `corrected` if a word was
 * respelled.
 */
export interface Repair {
  readonly relaxed?: boolean
  readonly corrected?: { readonly from: string; readonly to: string } | null
}
