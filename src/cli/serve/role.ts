import type { Config } from '../../config/config.ts'
import { DigestError } from '../../model/errors.ts'

/** What a node does. Nodes with one PostgreSQL store share the work; a SQLite store has one node, which does all. */
export const ROLES = ['all', 'api', 'collector', 'digester'] as const
export type Role = (typeof ROLES)[number]

export interface RoleFlags {
  readonly role: Role
  /** False for `--no-collect`. */
  readonly collect: boolean
}

/** @throws DigestError('parameterInvalid') if the store or another flag does not allow the role */
export function roleOf({ role, collect }: RoleFlags, { store }: Pick<Config, 'store'>): Role {
  if (store.kind === 'sqlite' && role !== 'all') {
    const message = `--role ${role} needs a PostgreSQL store, which nodes can share; with a SQLite store, one process has all roles: leave out --role, or set --store postgres://…`
    throw new DigestError('parameterInvalid', message)
  }
  if (collect) return role
  if (role === 'collector' || role === 'digester')
    throw new DigestError(
      'parameterInvalid',
      `--no-collect and --role ${role} exclude each other: leave out one`,
    )
  return 'api'
}

export function isServing(role: Role): boolean {
  return role === 'all' || role === 'api'
}
