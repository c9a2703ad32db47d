import type { z } from 'zod'
import type { SourceReport } from '../../model/source.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import type { CategoryReport } from '../../store/read-store.ts'
import type { CategoryBody, SourceBody } from '../schemas/service.ts'

/** @param baseUrl of the links, without a slash at its end */
export function sourceJson(source: SourceReport, baseUrl: string): z.output<typeof SourceBody> {
  const { health } = source
  return {
    id: source.id,
    name: source.name,
    type: source.type,
    feedUrl: source.feedUrl,
    siteUrl: source.siteUrl,
    category: source.category,
    categoryName: source.categoryName,
    region: source.region,
    language: source.language,
    enabled: source.enabled,
    iconUrl: source.hasIcon ? `${baseUrl}/icons/${source.id}` : null,
    itemCount: source.itemCount,
    itemsLast24h: source.itemsLast24h,
    lastItemAt: toIsoOrNull(source.lastItemAt),
    health: {
      ...health,
      lastVisitAt: toIsoOrNull(health.lastVisitAt),
      lastSuccessAt: toIsoOrNull(health.lastSuccessAt),
      nextVisitAt: toIsoOrNull(health.nextVisitAt),
      lastError: health.lastError && { ...health.lastError, at: toIso(health.lastError.at) },
    },
  }
}

export function categoryJson(category: CategoryReport): z.output<typeof CategoryBody> {
  return { ...category, latestAt: toIsoOrNull(category.latestAt) }
}
