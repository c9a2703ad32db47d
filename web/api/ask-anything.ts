/** A response for display. */
export interface AnyAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** JSON is indented; empty for a binary body. */
  readonly text: string
  /** Length of the body, decompressed. */
  readonly bytes: number
  readonly tookMs: number
}

/** Headers about the response itself, not about the connection. */
const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'last-modified',
  'cache-control',
  'link',
  'retry-after',
  'ratelimit',
]

/** Requests any address of the service; `undefined` if it cannot be reached. */
export async function askAnything(address: string): Promise<AnyAnswer | undefined> {
  const begun = performance.now()
  try {
    const answer = await fetch(address)
    const body = await answer.arrayBuffer()
    const tookMs = performance.now() - begun
    const type = answer.headers.get('content-type') ?? ''
    return {
      status: answer.status,
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
      text: textOf(body, type),
      bytes: body.byteLength,
      tookMs,
    }
  } catch {
    return undefined
  }
}

function textOf(body: ArrayBuffer, type: string): string {
  if (!/json|xml|text|opml/.test(type)) return ''
  const text = new TextDecoder().decode(body)
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
