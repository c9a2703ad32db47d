import { decodeHTML } from 'entities'
import { plainText } from './values.ts'

/** A short piece of HTML (a title, a tag) as one line of text; `undefined` where nothing is left. */
export function htmlToLine(html: string | undefined): string | undefined {
  if (html === undefined) return undefined
  const untagged = html.includes('<') ? html.replace(/<\/?[a-z!][^<>]*>/gi, '') : html
  const line = plainText(untagged.includes('&') ? decodeHTML(untagged) : untagged)
  return line === '' ? undefined : line
}
