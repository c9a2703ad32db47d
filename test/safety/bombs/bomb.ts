/** A document that is made to do harm, as it goes over the wire. */
export interface Bomb {
  readonly name: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Made when it is asked for: some are large. */
  readonly body: () => Buffer | string
  /** What must come of it. */
  readonly outcome: RegExp
}

/** Read or cut: what is harmless in it may come through. */
export const EITHER = /^(entries|parse|notAFeed|tooLarge|empty)$/
export const READ = /^entries$/

export function rss(inside: string, doctype = ''): string {
  return `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>Bomb</title>${inside}</channel></rss>`
}

export function item(inside: string): string {
  return `<item><guid>1</guid><link>https://a.example/1</link>${inside}</item>`
}
