import type { z } from 'zod'
import { counted } from '../../../model/counted.ts'
import type { SourceBody } from '../../../model/source-report.ts'
import type { CategoryBody } from '../../../model/stats.ts'
import type { ListJson } from '../../schemas/list.ts'
import { quote } from '../quote.ts'
import { timeText } from './entries.ts'
import { WINDOW } from './lists.ts'
import { askJson, type Tool } from './tool.ts'

type Source = z.output<typeof SourceBody>
type Category = z.output<typeof CategoryBody>

const FIELDS = 'id,name,category,language,itemCount,itemsLast24h,lastItemAt,silentSince,health'

const LIMIT = '30'

const MAX_CATEGORIES = 30

export const sources: Tool = {
  name: 'sources',
  description: 'The categories, and the sources with their ids and health',
  properties: {
    q: { type: 'string', description: 'Part of a name or address' },
    category: { type: 'string' },
    status: { type: 'string', description: 'ok, degraded, failing, gone' },
    ...WINDOW,
  },
  async answer(given, ask) {
    const parameters = { limit: LIMIT, ...given, fields: FIELDS }
    const { items, total, offset } = (await askJson(ask, '/api/sources', parameters)) as ListJson<Source>
    const categories = (await askJson(ask, '/api/categories', {})) as ListJson<Category>
    return {
      head: [
        `Categories, with articles: ${categoriesText(categories.items)}`,
        `${counted(total, 'source')}, from offset ${offset}:`,
      ],
      entries: items.map(entryOf),
      more: (shown) =>
        offset + shown < total ? `More: the same with offset=${offset + shown}.` : 'No more.',
    }
  },
}

function categoriesText(categories: readonly Category[]): string {
  const named = categories.slice(0, MAX_CATEGORIES).map(({ displayName, count }) => `${displayName} ${count}`)
  const others = categories.length - named.length
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

function entryOf({
  id,
  name,
  category,
  language,
  itemCount,
  itemsLast24h,
  lastItemAt,
  silentSince,
  health,
}: Source): string {
  const about = [
    `${id} ${quote(name, 30)}`,
    category,
    ...(language === null ? [] : [language]),
    `${itemCount} articles, ${itemsLast24h} in 24 h`,
    ...(lastItemAt === null ? [] : [`last ${timeText(lastItemAt)}`]),
    ...(health.status === 'ok' ? [] : [health.status]),
    ...(silentSince === null ? [] : ['silent']),
  ]
  return `- ${about.join(' · ')}`
}
