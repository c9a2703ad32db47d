/** Why an API request failed. Plain JSON, since the server sends it to the browser. */
export interface Problem {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  /** The API's code, or `offline`; for a key that does not open the page, `wrongKey` or `feeds`. */
  readonly code: string
  readonly detail: string
  readonly refused: readonly RefusedParameter[]
}

export interface RefusedParameter {
  readonly parameter: string
  /** `null` if it is missing. */
  readonly value: string | null
  /** In English, with the allowed values. */
  readonly message: string
}

/** There was no response. */
export const OFFLINE: Problem = { status: 0, code: 'offline', detail: '', refused: [] }

export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.status} ${problem.code}`, options)
    this.problem = problem
  }
}

/** The result, or `instead` if the service refused or did not answer. Any other error is a bug. */
export async function unlessProblem<Value, Instead>(
  asked: Promise<Value>,
  instead: Instead,
): Promise<Value | Instead> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProblemError) return instead
    throw error
  }
}

/** @param body a problem (RFC 9457), or any other body */
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
    if (parameter === undefined) return []
    return [{ parameter, value: textOf(error, 'value') ?? null, message: textOf(error, 'message') ?? '' }]
  })
}

function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}
