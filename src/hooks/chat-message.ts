import { counted } from '../model/counted.ts'
import type { HookBody, HookTemplate } from '../model/hook.ts'
import { escapeHtml } from '../text/html/escape-html.ts'
import { visibleLine } from '../text/html/text-of-html.ts'

interface ChatLine {
  readonly title: string
  readonly url: string
  /** Name of the source, or the number of sources. */
  readonly reportedBy: string | number
}

interface Chat {
  readonly mimeType: string
  /** The chat's limit on a message. UTF-8 bytes are never fewer than characters. */
  readonly maxBytes: number
  /** Escapes what the chat would interpret. */
  escape(text: string): string
  link(url: string): string
  body(text: string): string
}

const JSON_TYPE = 'application/json'

const CHATS: Readonly<Record<HookTemplate, Chat>> = {
  // https://api.slack.com/reference/surfaces/formatting#escaping
  slack: {
    mimeType: JSON_TYPE,
    maxBytes: 4_000,
    escape: escapeHtml,
    link: (url) => `<${escapeHtml(url)}>`,
    body: (text) => JSON.stringify({ text, mrkdwn: false, unfurl_links: false, unfurl_media: false }),
  },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook. Flag 4: no previews.
  discord: {
    mimeType: JSON_TYPE,
    maxBytes: 2_000,
    escape: (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
    link: (url) => `<${url}>`,
    body: (text) => JSON.stringify({ content: text, allowed_mentions: { parse: [] }, flags: 4 }),
  },
  // https://docs.ntfy.sh/publish/: plain text, in which nothing is interpreted
  ntfy: {
    mimeType: 'text/plain; charset=utf-8',
    maxBytes: 4_000,
    escape: (text) => text,
    link: (url) => url,
    body: (text) => text,
  },
}

const MAX_TITLE = 200
/** Longest address of a line; a longer one is omitted. */
const MAX_URL = 1_000

/**
 * Makes a message with a line for each entry.
 *
 * @param lines at least one
 * @returns with the number of lines that fit, from the first on; at least one
 */
export function chatMessage(
  template: HookTemplate,
  lines: readonly ChatLine[],
): HookBody & { readonly count: number } {
  const chat = CHATS[template]
  const taken: string[] = []
  let bytes = 0
  for (const line of lines) {
    const text = textOf(chat, line)
    bytes += Buffer.byteLength(text) + 1
    if (taken.length > 0 && bytes > chat.maxBytes) break
    taken.push(text)
  }
  return { mimeType: chat.mimeType, text: chat.body(taken.join('\n')), count: taken.length }
}

/** Makes a message of one line of our own. */
export function chatText(template: HookTemplate, text: string): HookBody {
  const chat = CHATS[template]
  return { mimeType: chat.mimeType, text: chat.body(chat.escape(shortLine(text))) }
}

function textOf(chat: Chat, { title, url, reportedBy }: ChatLine): string {
  const who =
    typeof reportedBy === 'number' ? counted(reportedBy, 'source') : chat.escape(shortLine(reportedBy))
  const link =
    url === '' || url.length > MAX_URL ? [] : [chat.link(url.replaceAll(/[<>|\s]/g, encodeURIComponent))]
  return [chat.escape(shortLine(title)), `(${who})`, ...link].join(' ')
}

/** One line, so that a title cannot imitate others. */
function shortLine(text: string): string {
  const characters = Array.from(visibleLine(text))
  return characters.length <= MAX_TITLE
    ? characters.join('')
    : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
