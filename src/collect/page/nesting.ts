/** Deeper than any page that people made; HTML parsers take time that grows with its square. */
const DEEPEST = 512

/** Elements that close each other or have no content, so that many open ones mean no depth. */
const FLAT =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|optgroup|rb|rt|rp)$/

/** Whether a page's elements nest so deep that no parser should see it. */
export function nestsTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name = '', selfClosing] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)[^<>]*?(\/?)>/gi)) {
    if (FLAT.test(name.toLowerCase())) continue
    if (slash === '/') depth = Math.max(0, depth - 1)
    else if (selfClosing !== '/' || !/^(?:svg|path|g|use|circle|rect)$/i.test(name)) depth++
    if (depth > DEEPEST) return true
  }
  return false
}
