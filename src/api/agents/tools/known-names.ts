import type { z } from 'zod'
import type { StatsBody } from '../../../model/stats.ts'
import { languageName } from '../../../text/language/language-tag.ts'
import { categoryName } from '../../../text/slug.ts'
import { type Arguments, type Ask, askJson, unknownName } from './tool.ts'

type Stats = z.output<typeof StatsBody>

/**
 * Refuses a filter value that no item has. The interface answers with an empty list, which tells a model nothing.
 *
 * @throws Refusal
 */
export async function refuseUnknownNames(given: Arguments, ask: Ask): Promise<void> {
  if (given['category'] === undefined && given['source'] === undefined && given['language'] === undefined)
    return
  const { byCategory, bySource, byLanguage } = (await askJson(ask, '/api/stats', {})) as Stats
  refuseUnknown('category', given, byCategory)
  refuseUnknown('source', given, bySource)
  refuseUnknown('language', given, byLanguage)
}

function refuseUnknown(filter: string, given: Arguments, known: Stats['byCategory']): void {
  const names = known.map(({ name }) => name)
  const asked = (given[filter] ?? '').split(',').map((name) => name.trim().replace(/^-/, '').toLowerCase())
  const unknown = asked.find((name) => name !== '' && !names.includes(asWritten(filter, name)))
  if (unknown !== undefined) throw unknownName(filter, unknown, names)
}

/** A name in the form that items have. */
function asWritten(filter: string, name: string): string {
  if (filter === 'category') return categoryName(name)
  return filter === 'language' ? languageName(name) : name
}
