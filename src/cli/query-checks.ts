import { readDigestQuery } from '../api/query/digest-query.ts'
import { readHookQuery } from '../api/query/hook-query.ts'
import { queryProblem } from '../api/query/query-setting.ts'
import type { QueryChecks } from '../config/list-errors.ts'

/**
 * Checks of queries in the settings. They load the interface's schemas, so only commands that report all errors use
 * them.
 */
export const QUERY_CHECKS: QueryChecks = {
  digests: queryProblem(readDigestQuery),
  hooks: queryProblem(readHookQuery),
}
