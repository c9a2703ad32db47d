import type { Source } from '../api/types.ts'

type Named = Pick<Source, 'id' | 'name'>

/**
 * The id of a source whose name is only a host, or also that of another source, as several feeds of a site may have;
 * `undefined` for other names, and if the id says the same.
 *
 * @param shared names that several sources have
 */
export function idBesideName({ id, name }: Named, shared?: ReadonlySet<string>): string | undefined {
  const isHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(name)
  if (shared?.has(name)) return id
  return isHost && id !== name.replaceAll('.', '-').toLowerCase() ? id : undefined
}

/** Names that more than one of the sources has. */
export function sharedNames(sources: readonly Named[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(sources.map(({ name }) => name).filter((name) => seen.has(name) || !seen.add(name)))
}
