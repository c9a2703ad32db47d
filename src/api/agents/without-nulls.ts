/**
 * Gives a message of JSON-RPC without the fields that are `null`. Clients in Go, Java, C# and Lisp write `null` for what they leave
 * out, where the protocol has it nowhere but as an id.
 *
 * @returns what is no JSON as it is
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
