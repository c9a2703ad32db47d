import { withFormulas } from './formulas.ts'

/** An element that XHTML closes at once. In HTML the rest of the document would be its content. */
const CLOSED = /(<(iframe|(?:amp-)?(?:audio|video))\b[^<>]*)\/>(?!\s*<\/\2)/gi

/** What a player has for programs that play nothing: "Your browser does not support the video tag". */
const FALLBACK = /(<((?:amp-)?(?:audio|video))\b[^<>]*>)((?:(?!<\/?\2)[^]){1,2000})(?=<\/\2)/gi

/** A `<` that begins no tag, though a letter follows: `$k<n$`, `<stdio.h>`, `<me@site.example>`, of publishers who escape once too little. */
const LESS_THAN = /<(?=[a-z][\w:-]*(?:[$<@,;|^\\(){}[\]&+*]|\.(?!\.)))/gi

/** What Word leaves for itself, and the bold in which Google Docs wraps texts that are not bold. */
const OF_EDITORS =
  /<xml\b[^<>]*>\s*<[a-z]:(?:(?!<\/?xml)[^]){0,50000}<\/xml\s*>|<(?:b|strong)\b(?=[^<>]*font-weight\s*:\s*(?:normal|400))[^<>]*>/gi

/** Changes markup that a parser of HTML reads in another way than it is meant. */
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
