import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request that a hook sent. */
export interface ReceivedRequest {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How a receiver answers a request that it has read. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export const accept: Behaviour = (_, response) => response.writeHead(204).end()
export const hang: Behaviour = () => undefined
export const die: Behaviour = (request) => request.socket.destroy()

export function answer(status: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => response.writeHead(status, headers).end('{"answer":true}')
}

/** A server that hooks send to, on loopback. */
export interface Receiver {
  readonly url: string
  /** All requests, in order. */
  readonly requests: ReceivedRequest[]
  /** Those that were accepted. */
  readonly accepted: ReceivedRequest[]
  /** How the next requests are answered; all others are accepted. */
  readonly next: Behaviour[]
  /** How all others are answered. */
  otherwise: Behaviour
  /** Accepts. */
  readonly accept: Behaviour
  close(): Promise<void>
}

/** One that closes when the test is over. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const receiver = await keepReceiver(port)
  onTestFinished(() => receiver.close())
  return receiver
}

export async function keepReceiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    requests: [],
    accepted: [],
    next: [],
    otherwise: accept,
    accept,
    close,
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    const received = { id: headers['webhook-id'] ?? '', headers, body }
    const behave = receiver.next.shift() ?? receiver.otherwise
    receiver.requests.push(received)
    if (behave === accept) receiver.accepted.push(received)
    behave(request, response)
  }
  return receiver
}

/** The ids of the items of requests, each request once: as a receiver that knows repetitions by their id. */
export function itemIdsOf(requests: readonly ReceivedRequest[]): number[] {
  const once = new Map(requests.map((request) => [request.id, request]))
  return [...once.values()].flatMap(({ body }) => rowsOf(body).map(({ id }) => id))
}

export interface Row {
  readonly seq: number
  readonly op: string
  readonly reasons: readonly string[]
  readonly id: number
  readonly storyId: number | null
  readonly item: { readonly id: number; readonly title: string } | null
}

export function rowsOf(body: string): readonly Row[] {
  return (JSON.parse(body) as { readonly changes: readonly Row[] }).changes
}
