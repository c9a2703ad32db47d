/** Why the interface did not give what was asked for; plain, so that the server can hand it on. */
export interface Problem {
  /** HTTP status; 0 where nothing answered. */
  readonly status: number
  /** As the interface names it; or `offline`; or, of a key that does not open the page, `wrongKey` and `feeds`. */
  readonly code: string
  readonly detail: string
  /** Which parameters were refused, and what they said. */
  readonly refused: readonly RefusedParameter[]
}

export interface RefusedParameter {
  readonly parameter: string
  readonly value: string
}

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.status} ${problem.code}`, options)
    this.problem = problem
  }
}

/** @param body a problem as of RFC 9457, or whatever else came */
export function problemOf(status: number, body: unknown): ProblemError {
  return new ProblemError({
    status,
    code: textOf(body, 'code') ?? 'internal',
    detail: textOf(body, 'detail') ?? '',
    refused: refusedIn(body),
  })
}

function refusedIn(body: unknown): RefusedParameter[] {
  const errors: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : undefined
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    const parameter = textOf(error, 'parameter')
    const value = textOf(error, 'value')
    return parameter === undefined || value === undefined ? [] : [{ parameter, value }]
  })
}

function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}
