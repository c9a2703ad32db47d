import { MINUTE_MS } from '../../domain/time.ts'
import { JSON_TYPE } from './answer.ts'
import type { Plan } from './answers.ts'

/** The plan of a JSON answer that tells of now: made anew with the minute, as well as with the collection. */
export function minutePlan(key: string, build: Plan['build']): Plan {
  return { key, mimeType: JSON_TYPE, maxAgeSeconds: 15, tickMs: MINUTE_MS, build }
}
