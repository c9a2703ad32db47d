import { createHmac, randomUUID } from 'node:crypto'
import type { PostingClient } from '../fetch/client.ts'
import { HttpFailure } from '../fetch/failure.ts'
import type { Hook, HookBatch } from '../model/hook.ts'
import { type Clock, DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../model/time.ts'
import { graphemeStart } from '../text/graphemes.ts'
import { visibleLine } from '../text/html/text-of-html.ts'

interface DeliverDeps {
  readonly http: PostingClient
  readonly now: Clock
}

/** The result of one attempt. */
type Delivered =
  | { readonly kind: 'accepted'; readonly status: number }
  /** A retry may succeed. */
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number }
  /** A retry is useless. */
  | { readonly kind: 'refused'; readonly error: string }

/**
 * Sends a body to a hook once. Network errors, redirects, `408`, `429` and `5xx` may pass; any other status is a
 * refusal.
 *
 * @throws the signal's reason when it is aborted
 */
export async function deliver(
  hook: Pick<Hook, 'url' | 'key'>,
  batch: HookBatch,
  { http, now }: DeliverDeps,
  signal: AbortSignal,
): Promise<Delivered> {
  try {
    const headers = { 'content-type': batch.mimeType, ...webhookHeaders(batch, hook.key, now()) }
    const { status } = await http.post({ url: hook.url, headers, body: Buffer.from(batch.text) }, signal)
    return { kind: 'accepted', status }
  } catch (cause) {
    if (!(cause instanceof HttpFailure)) throw cause
    const { exchange } = cause
    const { status } = exchange
    // The status decides: the rest of an answer that cannot be read says nothing about the request.
    if (status !== null && status >= 200 && status < 300) return { kind: 'accepted', status }
    const error = `${cause.message}${reasonIn(cause.page, hook.url)}`
    if (status !== null && !mayPass(status)) return { kind: 'refused', error }
    return { kind: 'failed', error, retryAfterMs: exchange.retryAfterMs ?? 0 }
  }
}

/** Longest reason, UTF-16 units. */
const MAX_REASON = 200

/** The receiver's reason for a refusal, such as `invalid_payload`: no web page, and no part of the address that may be secret. */
function reasonIn(page: string, url: string): string {
  if (/^\s*(?:<|$)/.test(page)) return ''
  const { pathname, search, username, password } = new URL(url)
  const secrets = `${pathname}/${search}/${username}/${password}`
    .split(/[/?&=]/)
    .filter((part) => part.length > 7)
  const whole = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), visibleLine(page))
  return `, and says: ${whole.slice(0, graphemeStart(whole, MAX_REASON))}`
}

function mayPass(status: number): boolean {
  return status < 400 || status === 408 || status === 429 || status >= 500
}

const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 30 * MINUTE_MS

/**
 * A hook that fails for this long and this often is paused. The time alone says little: the machine may have slept, or
 * its clock was set.
 */
export const FAILING_AT_MOST_MS = DAY_MS
export const FAILURES_AT_LEAST = 10

/** The wait after consecutive failures: 5 s, doubled each time, up to 30 minutes. */
export function retryWaitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
}

/**
 * The headers of Standard Webhooks 1.0. Without a key there is no signature.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function webhookHeaders(
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

/** The id of a request, in the form of Standard Webhooks. */
export function newId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}
