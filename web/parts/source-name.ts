import type { Source } from '../api/types.ts'

/**
 * The id of a source whose name is only a host, as several feeds of a site may have; `undefined` for other names, and
 * if the id says the same.
 */
export function idBesideName({ id, name }: Pick<Source, 'id' | 'name'>): string | undefined {
  const isHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(name)
  return isHost && id !== name.replaceAll('.', '-').toLowerCase() ? id : undefined
}
