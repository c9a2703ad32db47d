import type { HookState } from '../../model/hook.ts'
import { type Connection, listValues } from '../connection.ts'
import type { HookReads } from '../read-store.ts'

const STATE = `name, history AS "historyId", position, batch_id, batch_type, failures, failing_since AS "failingSince",
  next_at AS "nextAt", resting, changed_at AS "changedAt", last_sent_at AS "lastSentAt", error`

export const HOOK_SQL = {
  find: `SELECT ${STATE}, batch_body FROM hooks WHERE name = $1`,
  list: `SELECT ${STATE}, '' AS batch_body FROM hooks ORDER BY name`,
  // Announced under its id, the id of a story merged into it, or of one merged into the same story.
  announced: `SELECT x.id FROM unnest($2::bigint[]) x(id) LEFT JOIN stories s ON s.id = x.id
    WHERE EXISTS (SELECT 1 FROM announced_stories t WHERE t.hook = $1 AND t.story_id IN (x.id, s.alias_of))
      OR EXISTS (SELECT 1 FROM stories a CROSS JOIN announced_stories t
        WHERE a.alias_of = coalesce(s.alias_of, x.id) AND t.hook = $1 AND t.story_id = a.id)`,
} as const

interface HookRow extends Omit<HookState, 'batch' | 'isResting'> {
  readonly batch_id: string | null
  readonly batch_type: string
  readonly batch_body: string
  readonly resting: number
}

/** @param rows not a replica, which may lack the latest writes */
export function hookReads(rows: Connection): HookReads {
  return {
    findHook: async (name) => {
      const [row] = await rows.rows<HookRow>(HOOK_SQL.find, [name])
      return row && stateOf(row)
    },
    listHooks: async () => (await rows.rows<HookRow>(HOOK_SQL.list)).map(stateOf),
    listAnnounced: async (hook, storyIds) =>
      new Set(await listValues<number>(rows, HOOK_SQL.announced, [hook, storyIds])),
  }
}

function stateOf({
  batch_id: id,
  batch_type: mimeType,
  batch_body: text,
  resting,
  ...row
}: HookRow): HookState {
  return { ...row, batch: id === null ? undefined : { id, mimeType, text }, isResting: resting === 1 }
}
