import { oneLine } from '../../text/html/text-of-html.ts'

/** A tag: its slash, name and attributes, and whether it is closed. */
const TAG = /<([/!?]?)([a-z][^\s/<>]*)([^<>]*)(>?)/gi

/** Attributes without values, and values that load nothing, run nothing and name nothing. */
const HARMLESS =
  /^(?:\s+(?:[\w:-]+|(?:alt|dir|for|height|lang|loading|max|media|min|placeholder|rel|target|type|width)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w#%.-]+)))*\s*\/?$/i

const RAW_TEXT = /^(?:script|style)$/i

/** Every script that calls or assigns something has one of these characters. */
const CODE = /[(`=[{]/
/** Every style rule has one of these characters. */
const RULE = /[{@]/

/**
 * Inserts a blank after the `<` of each tag that could act if a client rendered the plain text as HTML. Browsers show
 * `< img` as text, so no word is lost. Mentions of tags stay unchanged: `<script>` before prose, `<canvas>`, `<input
 * type="date">`.
 */
export function defused(text: string): string {
  if (!text.includes('<')) return text
  return oneLine(
    text.replace(TAG, (tag, slash: string, name: string, attributes: string, end: string, at: number) => {
      const acts =
        // In a tag that is still open, browsers read `<` as part of it.
        (end === ''
          ? /^[^>]*=/.test(text.slice(at))
          : attributes.includes('=') && !HARMLESS.test(attributes)) ||
        (slash === '' && RAW_TEXT.test(name) && holdsCode(text.slice(at + tag.length), name))
      return acts ? `< ${tag.slice(1)}` : tag
    }),
  )
}

/** Whether a start tag opens a style sheet or a script. A script without an end tag never runs. */
function holdsCode(rest: string, name: string): boolean {
  const end = rest.search(new RegExp(`</${name}`, 'i'))
  const content = end < 0 ? rest : rest.slice(0, end)
  if (name.toLowerCase() === 'style') return RULE.test(content)
  return end < 0 ? /^\w/.test(rest) : CODE.test(content)
}
