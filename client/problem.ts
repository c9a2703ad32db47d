import type { Problem } from './types.ts'

/** `unreachable`: there was no answer. `unreadable`: the answer was none of the service, such as a proxy's. */
export type ProblemCode = Problem['code'] | 'unreachable' | 'unreadable'

/** What is known of a failed request. */
export interface ProblemParts {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: Problem['errors']
  readonly requestId?: string
  readonly retryAfterSeconds?: number | undefined
}

/** A request that failed. Branch on `code`; the message is for people. */
export class DigestProblem extends Error {
  override readonly name = 'DigestProblem'
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly code: ProblemCode
  /** One for each invalid parameter. */
  readonly errors: Problem['errors']
  /** Names the request in the log of the service; `null` if there was no answer of it. */
  readonly requestId: string | null
  /** When to come back, if the service says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    { status, code, detail, errors, requestId, retryAfterSeconds }: ProblemParts,
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.status = status
    this.code = code
    this.errors = errors ?? []
    this.requestId = requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the same request may succeed later: no answer, too many requests, or trouble of the service. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** @param body parsed; `undefined` if it is no JSON */
export function problemOf({ status, headers }: Response, body: unknown): DigestProblem {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  if (!isProblem(body)) {
    const detail = `The answer with status ${status} is not one of the service.`
    return new DigestProblem({ status, code: 'unreadable', detail, retryAfterSeconds })
  }
  return new DigestProblem({ ...body, status, retryAfterSeconds })
}

export function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'errors' in body
}
