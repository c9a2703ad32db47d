import type { IncomingMessage } from 'node:http'

/** A row of `/api/changes`. */
export interface Row {
  readonly seq: number
  readonly op: 'put' | 'delete'
  readonly reasons: readonly string[]
  readonly id: number
  readonly item: unknown
}

/** The rows of server-sent events, as they come. */
export async function* eventsIn(response: IncomingMessage): AsyncGenerator<Row> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const events = (text + String(chunk)).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const at = event.indexOf('\ndata: ')
      if (at >= 0) yield JSON.parse(event.slice(at + '\ndata: '.length)) as Row
    }
  }
}
