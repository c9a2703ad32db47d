import { withFormulas } from './formulas.ts'

/** An XHTML self-closing element. In HTML the rest of the document would be its content. */
const CLOSED = /(<(iframe|(?:amp-)?(?:audio|video))\b[^<>]*)\/>(?!\s*<\/\2)/gi

/** Fallback content of a player: "Your browser does not support the video tag". */
const FALLBACK = /(<((?:amp-)?(?:audio|video))\b[^<>]*>)((?:(?!<\/?\2)[^]){1,2000})(?=<\/\2)/gi

/**
 * A `<` before a letter that begins no tag: `$k<n$`, `<stdio.h>`, `<me@site.example>`; the publisher escaped once too
 * little.
 */
const LESS_THAN = /<(?=[a-z][\w:-]*(?:[$<@,;|^\\(){}[\]&+*]|\.(?!\.)))/gi

/** Word's private XML, and the `<b>` that Google Docs wraps around normal text. */
const OF_EDITORS =
  /<xml\b[^<>]*>\s*<[a-z]:(?:(?!<\/?xml)[^]){0,50000}<\/xml\s*>|<(?:b|strong)\b(?=[^<>]*font-weight\s*:\s*(?:normal|400))[^<>]*>/gi

/** Corrects markup that an HTML parser would misread. */
export function mendMarkup(html: string): string {
  const whole = html.includes('<![CDATA[') ? html.replace(/<!\[CDATA\[|\]\]>/g, '') : html
  return withFormulas(whole)
    .replace(OF_EDITORS, '')
    .replace(LESS_THAN, '&lt;')
    .replace(CLOSED, '$1></$2>')
    .replace(FALLBACK, (player, start: string, _, content: string) => {
      const sources = content.match(/<source\b[^<>]*>/gi) ?? []
      return sources.length > 0 || /\ssrc/i.test(start) ? start + sources.join('') : player
    })
}
