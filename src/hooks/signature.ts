import { createHmac } from 'node:crypto'
import { type EpochMs, SECOND_MS } from '../model/time.ts'

/**
 * The headers of Standard Webhooks 1.0. Without a key there is no signature.
 *
 * @param at time of this attempt
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function webhookHeaders(
  { id, text }: { readonly id: string; readonly text: string },
  key: Uint8Array | undefined,
  at: EpochMs,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / SECOND_MS))
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (key === undefined) return headers
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}
