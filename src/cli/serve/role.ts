import type { Config } from '../../config/config.ts'
import { invalid } from '../io.ts'

/** What a node does. Nodes with one PostgreSQL store share the work; the one node of a SQLite store does everything. */
export const ROLES = ['all', 'api', 'collector', 'digester'] as const
export type Role = (typeof ROLES)[number]

export interface RoleFlags {
  readonly role: Role
  /** False for `--no-collect`. */
  readonly collect: boolean
}

/**
 * Without a settings' file there are no sources. A named store is then only served: collecting would remove its
 * sources.
 *
 * @throws DigestError('parameterInvalid') if the settings or another flag do not allow the role
 */
export function roleOf(
  { role, collect }: RoleFlags,
  { file, store, namesStore }: Pick<Config, 'file' | 'store' | 'namesStore'>,
): Role {
  if (store.kind === 'sqlite' && role !== 'all') {
    const message = `--role ${role} needs a PostgreSQL store, which nodes can share; with a SQLite store, one process has all roles: leave out --role, or set --store postgres://…`
    throw invalid(message)
  }
  const isOnlyServed = file === undefined && namesStore
  if (collect && !isOnlyServed) return role
  if (role === 'collector' || role === 'digester') {
    const message = isOnlyServed
      ? `--role ${role} needs sources, and there is no digest.yaml here: name the file with --config`
      : `--no-collect and --role ${role} exclude each other: leave out one`
    throw invalid(message)
  }
  return 'api'
}
