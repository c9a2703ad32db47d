/** Codes in responses. The others appear only in the terminal. */
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

/** Stable names in logs and responses: renaming one is a breaking change. */
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

/** A fault of one parameter of a request. */
export interface ParameterError {
  readonly parameter: string
  readonly value: string | null
  /** What is wrong and what is allowed. */
  readonly message: string
}

/** The error code of Node or a driver, such as `ENOENT`; `undefined` if there is none. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** Returns the message of any thrown value. */
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

/**
 * Returns the reason in a message of OpenSSL, its fifth part: `80EC…:error:0A00010B:SSL routines:ssl3_get_record:wrong
 * version number:../deps/…`.
 */
export function tlsReason(message: string): string | undefined {
  return /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1]
}
