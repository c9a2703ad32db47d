/**
 * Removes `null` fields from a JSON-RPC message. Clients in Go, Java, C# and Lisp write `null` for absent fields, which
 * the protocol allows only for ids.
 *
 * @returns text that is not JSON unchanged
 */
export function withoutNulls(message: string): string {
  if (!message.includes('null')) return message
  const unlessNull = (key: string, value: unknown) => (value === null && key !== 'id' ? undefined : value)
  try {
    return JSON.stringify(JSON.parse(message, unlessNull)) ?? message
  } catch {
    return message
  }
}
