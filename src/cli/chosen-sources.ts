import { DigestError } from '../domain/errors.ts'
import { nearest } from '../domain/nearest.ts'
import type { Source } from '../domain/source.ts'

/**
 * The configured sources that a command names by their ids; all of them where it names none.
 *
 * @throws DigestError('parameterInvalid') for ids that are not configured, all of them together, or not enabled
 */
export function chosenSources(sources: readonly Source[], ids: readonly string[]): readonly Source[] {
  if (ids.length === 0) return sources
  const byId = new Map(sources.map((source) => [source.id, source]))
  const faults = [...new Set(ids)].flatMap((id) => faultOf(id, byId) ?? [])
  if (faults.length > 0) throw new DigestError('parameterInvalid', faults.join('\n'))
  return sources.filter(({ id }) => ids.includes(id))
}

function faultOf(id: string, byId: ReadonlyMap<string, Source>): string | undefined {
  const source = byId.get(id)
  if (source === undefined) {
    const meant = nearest(id, [...byId.keys()])
    return `no source has the id '${id}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`
  }
  return source.enabled ? undefined : `source '${id}' is not enabled in the settings`
}
