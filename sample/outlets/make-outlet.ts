import type { Language } from '../texts/language.ts'
import type { Category } from '../world/facts.ts'
import type { FeedFormat, HouseStyle, Outlet, OutletRole } from './outlet.ts'

/** Properties in which an outlet differs from the default. */
export interface OutletTraits extends Partial<HouseStyle> {
  readonly role?: OutletRole
  readonly weight?: number
  readonly own?: number
  readonly alert?: number
  readonly weekend?: number
  readonly column?: number
}

/** UTC offset of each region, hours. The invented world has no daylight saving time. */
const OFFSETS: Readonly<Record<string, number>> = {
  us: -5,
  uk: 0,
  au: 10,
  world: 0,
  de: 1,
  at: 1,
  ch: 1,
  es: 1,
  mx: -6,
  cn: 8,
  jp: 9,
}

/** An outlet with default properties except for its traits. Its host is made from its id. */
export function outlet(
  id: string,
  name: string,
  [language, region, category, format]: readonly [Language, string, Category | 'general', FeedFormat],
  traits: OutletTraits = {},
): Outlet {
  const role = traits.role ?? 'paper'
  return {
    id,
    name,
    host: `www.${id.replaceAll('-', '')}.example`,
    role,
    category,
    language,
    region,
    weight: traits.weight ?? 1,
    ownPerDay: traits.own ?? 1.2,
    alertness: traits.alert ?? 0.6,
    utcOffsetHours: OFFSETS[region] ?? 0,
    weekend: traits.weekend ?? 0.5,
    column: traits.column ?? -1,
    style: {
      format,
      titleCase: traits.titleCase ?? 'sentence',
      titleSuffix: traits.titleSuffix ?? '',
      summary: traits.summary ?? 'lead',
      content: traits.content ?? 'none',
      author: traits.author ?? 'name',
      images: traits.images ?? false,
      linkQuery: traits.linkQuery ?? '',
      path: traits.path ?? 'date',
      engagement: traits.engagement ?? (role === 'links' ? 'points' : 'none'),
    },
  }
}
