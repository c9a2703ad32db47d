import { randomUUID } from 'node:crypto'

/** The id of a request, in the form of Standard Webhooks. */
export function newId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}
