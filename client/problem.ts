import type { Problem } from './types.ts'

/** `unreachable`: no answer. `unreadable`: an answer that is not the service's, such as a proxy's. */
export type ProblemCode = Problem['code'] | 'unreachable' | 'unreadable'

/** Properties of a failed request. */
export interface ProblemParts {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: Problem['errors']
  readonly requestId?: string
  readonly retryAfterSeconds?: number | undefined
}

/** A failed request. Branch on `code`; the message is for people. */
export class DigestProblem extends Error {
  override readonly name = 'DigestProblem'
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly code: ProblemCode
  /** One for each invalid parameter. */
  readonly errors: Problem['errors']
  /** Identifies the request in the service's log; `null` without an answer of the service. */
  readonly requestId: string | null
  /** When to retry, if the service says so. */
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

  /** Whether a retry may succeed: no answer, too many requests, or a failure of the service. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** @param body parsed; `undefined` if it is not JSON */
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
