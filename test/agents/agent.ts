import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'

/** The official client, as agents have it. */
export interface Agent {
  readonly client: Client
  /** Calls a tool. @returns its text, and whether it is an error */
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<{ text: string; isError: boolean }>
  close(): Promise<void>
}

/** The protocol of 2025, which begins with a handshake, or that of 2026. */
export const PROTOCOLS = ['legacy', 'auto'] as const

export async function connect(
  transport: Transport,
  mode: (typeof PROTOCOLS)[number] = 'auto',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    async call(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: { ...given } })
      const [first] = content
      if (content.length !== 1 || first?.type !== 'text')
        throw new Error(`no text: ${JSON.stringify(content)}`)
      return { text: first.text, isError: isError === true }
    },
    close: () => client.close(),
  }
}

/** @param base of the service, without a slash at its end */
export function connectHttp(
  base: string,
  mode?: (typeof PROTOCOLS)[number],
  headers: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } })
  return connect(transport, mode)
}

/** An answer without what it quotes from publishers. */
export function ownWords(text: string): string {
  return text.replaceAll(/«[^«»]*»/g, '«»')
}
