import { request } from 'undici'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Buffer
  readonly text: string
  /** Parsed; `undefined` where the answer is no JSON. */
  readonly json: unknown
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request, answered as it is: nothing decompressed, cached or followed. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Reply> {
  const response = await request(url, {
    method: method as 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const text = bytes.toString('utf8')
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        value === undefined ? value : String(value),
      ]),
    ),
    bytes,
    text,
    json: parse(text),
  }
}

/** A list's page as tests look at it. */
export interface PageJson {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly count: number
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly asOf: string
  readonly query: Readonly<Record<string, unknown>>
}

export async function askPage(url: string): Promise<PageJson> {
  const reply = await ask(url)
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${reply.text}`)
  return reply.json as PageJson
}

export function idsOf(page: PageJson): number[] {
  return page.items.map((item) => Number(item['id']))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
