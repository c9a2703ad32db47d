import { oneLine } from './html/text-of-html.ts'

/**
 * Characters that people do not see and programs do: directions of writing, tags, variation selectors but those of emoji,
 * private ones. Joiners are not among them, because Persian and emoji need them.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cn}\uFE00-\uFE0D\u{E0100}-\u{E01EF}]/gu

/** Makes one line of a publisher's text, for terminals, chats, mails and models: without control and hidden characters. */
export function visibleLine(text: string): string {
  return oneLine(text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(HIDDEN, ''))
}
