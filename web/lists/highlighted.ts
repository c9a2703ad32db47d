import { h, type VNode } from 'preact'

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * What was found in a text, as the interface marks it: `<mark>` is its only tag, all else is escaped. It is
 * read here and made anew rather than put into the page as HTML, so that nothing else can come along.
 */
export function highlighted(html: string): (string | VNode)[] {
  return html.split(/<mark>(.*?)<\/mark>/s).map((part, at) => {
    const text = part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    return at % 2 === 0 ? text : h('mark', null, text)
  })
}
