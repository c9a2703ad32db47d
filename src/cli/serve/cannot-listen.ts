import { codeOf, DigestError } from '../../model/errors.ts'

/**
 * Explains why an address cannot be listened on.
 *
 * @param settings names of the settings with the address, for the message
 * @returns the error to throw: `cause` itself if the system gave no reason
 */
export function cannotListen(
  cause: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  settings: { readonly host: string; readonly port: string },
): unknown {
  const code = codeOf(cause)
  if (code === undefined) return cause
  if (code === 'EADDRINUSE') {
    const message = `port ${port} on ${host} is in use; choose another with ${settings.port}`
    return new DigestError('portInUse', message, { cause })
  }
  const others = `${settings.host} and ${settings.port}`
  const message = `cannot listen on port ${port} of ${host} (${code}); choose others with ${others}`
  return new DigestError('configInvalid', message, { cause })
}
