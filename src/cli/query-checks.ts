import { readDigestQuery } from '../api/query/digest-query.ts'
import { readHookQuery } from '../api/query/hook-query.ts'
import { queryProblem } from '../api/query/query-setting.ts'
import type { QueryChecks } from '../config/list-errors.ts'

/** Checks of settings that are queries, for commands whose task it is to name every error: they load the interface's schemas. */
export const QUERY_CHECKS: QueryChecks = {
  digests: queryProblem(readDigestQuery),
  hooks: queryProblem(readHookQuery),
}
