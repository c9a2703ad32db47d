/** What one robots.txt says, to us. */
export interface RobotsRules {
  allows(url: string): boolean
  /** As written. */
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  /** With `*` for anything, and `$` at its end for the end. */
  readonly path: string
}

/** Most rules that are kept for us: files of a real site have some hundreds. */
const MOST_RULES = 5_000

/**
 * Reads a robots.txt. Of the groups for `ourName` all count, else those for everybody; of the rules that
 * match an address the longest, and of equally long ones the one that allows.
 *
 * @see RFC 9309
 */
export function parseRobots(text: string, ourName: string): RobotsRules {
  const ours: Rule[] = []
  const everybodys: Rule[] = []
  const sitemaps: string[] = []
  let named = false
  let agents: string[] = []
  let inRules = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', written = ''] = /^\s*([^:#]+?)\s*:\s*([^#]*)/.exec(line) ?? []
    const value = written.trim()
    switch (key.toLowerCase()) {
      case 'user-agent':
        if (inRules) agents = []
        inRules = false
        agents.push(value.toLowerCase())
        named ||= isOurs(value.toLowerCase(), ourName)
        break
      case 'allow':
      case 'disallow': {
        inRules = true
        if (value === '') break // nothing is disallowed by an empty rule
        const rule = { allow: key.toLowerCase() === 'allow', path: normalized(value) }
        if (agents.some((agent) => isOurs(agent, ourName)) && ours.length < MOST_RULES) ours.push(rule)
        if (agents.includes('*') && everybodys.length < MOST_RULES) everybodys.push(rule)
        break
      }
      case 'sitemap':
        if (value !== '') sitemaps.push(value)
        break
      default: // crawl-delay, host and whatever else people write
        inRules ||= agents.length > 0 && key !== ''
    }
  }
  const rules = named ? ours : everybodys
  return { allows: (url) => isAllowed(url, rules), sitemaps: [...new Set(sitemaps)] }
}

/** A group names the first word of a program's name, in any case. */
function isOurs(agent: string, ourName: string): boolean {
  return /^[\w-]*/.exec(agent)?.[0] === ourName
}

function isAllowed(url: string, rules: readonly Rule[]): boolean {
  const { pathname, search } = new URL(url)
  const path = normalized(pathname + search)
  if (path === '/robots.txt') return true
  let best: Rule | undefined
  for (const rule of rules) {
    if (best !== undefined && rule.path.length < best.path.length) continue
    if (best !== undefined && rule.path.length === best.path.length && best.allow) continue
    if (matches(path, rule.path)) best = rule
  }
  return best?.allow ?? true
}

/** Takes time in proportion to path and rule, however many `*` a site writes. */
function matches(path: string, rule: string): boolean {
  const whole = rule.endsWith('$')
  const [start = '', ...parts] = (whole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(start)) return false
  let at = start.length
  for (const [index, part] of parts.entries()) {
    if (whole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !whole || at === path.length
}

/** One spelling for what percent signs can spell in several ways. */
function normalized(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, (signs) => encodeURIComponent(Buffer.from(signs).toString()))
  return encoded.replace(/%([\da-f]{2})/gi, (whole, hex: string) => {
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    return /[\w.~-]/.test(sign) ? sign : whole.toUpperCase()
  })
}
