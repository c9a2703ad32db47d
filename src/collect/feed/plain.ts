import { decodeHTML } from 'entities'
import { plainText } from './values.ts'

/** A tag, whose values may hold `<` and `>` in quotes. */
const TAG = /<\/?[a-z!](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi

/** A tag whose quotes do not close. */
const BROKEN_TAG = /<\/?[a-z!][^<>]*>/gi

/** A short piece of HTML (a title, a tag) as one line of text; `undefined` where nothing is left. */
export function htmlToLine(html: string | undefined): string | undefined {
  if (html === undefined) return undefined
  const untagged = html.includes('<') ? html.replace(TAG, '').replace(BROKEN_TAG, '') : html
  const line = plainText(untagged.includes('&') ? decodeHTML(untagged) : untagged)
  return line === '' ? undefined : line
}
