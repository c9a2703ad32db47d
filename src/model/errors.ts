/** Codes that reach callers; the others appear on the terminal only. */
export const PROBLEM_CODES = [
  'requestInvalid',
  'parameterInvalid',
  'parameterMissing',
  'parameterUnknown',
  'queryInvalid',
  'cursorInvalid',
  'notFound',
  'methodNotAllowed',
  'conflict',
  'gone',
  'unauthorized',
  'rateLimited',
  'unavailable',
  'overloaded',
  'searchUnavailable',
  'internal',
] as const

/** Stable names. They appear in logs and responses, so renaming one is a breaking change. */
export type ErrorCode =
  | (typeof PROBLEM_CODES)[number]
  | 'configInvalid'
  | 'storeForeign'
  | 'storeNewer'
  | 'storeForbidden'
  | 'storeUnusable'
  | 'storeFailed'
  | 'storeInUse'
  | 'portInUse'

/** A fault in one parameter of a request. */
export interface ParameterError {
  readonly parameter: string
  readonly value: string | null
  /** Says what is wrong and what is allowed. */
  readonly message: string
}

/** The error code of Node or a driver, such as `ENOENT`; `undefined` if there is none. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** Gives the message of anything that was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** A failure that the service expects and can name. Anything else is a bug. */
export class DigestError extends Error {
  override readonly name = 'DigestError'
  readonly code: ErrorCode
  /** One for each invalid parameter of a request. */
  readonly parameterErrors: readonly ParameterError[]

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { parameterErrors?: readonly ParameterError[] } = {},
  ) {
    super(message, options)
    this.code = code
    this.parameterErrors = options.parameterErrors ?? []
  }
}
