import type { VisitError } from '../model/source.ts'
import { createFinder } from '../text/xml/tag.ts'

/** The message of a visit that got such a page. */
export const CHALLENGE: VisitError = {
  code: 'botChallenge',
  message: 'the page shows a CAPTCHA or bot check',
}

/** Titles of pages that check for a human visitor. */
const TITLES = new RegExp(
  String.raw`<title[^<>]*>\s*(?:${[
    String.raw`Just a moment(?:\.\.\.| please)|Attention Required! \| Cloudflare|Access denied \| .*Cloudflare|Please wait\.\.\. \| Cloudflare`,
    String.raw`DDoS-Guard|Making sure you(?:'|&#39;)re not a bot!|Client Challenge|Robot or human\?|Bot Verification|Vercel Security Checkpoint`,
    String.raw`Access to this page has been denied|Pardon Our Interruption|One moment, please\.\.\.|Radware (?:Bot Manager )?Captcha`,
    String.raw`Sucuri WebSite Firewall|Your access to this site has been limited|We(?:'|&#39;)re sorry, you are not allowed to proceed`,
    String.raw`(?:Human Verification|Security Check|Checking your browser(?: before accessing [^<]*)?)\s*</title`,
  ].join('|')})`,
  'i',
)

/** Scripts and addresses of such pages. Pages with articles may load them too, for analytics or forms. */
const SCRIPTS =
  /\/cdn-cgi\/challenge-platform\/|_Incapsula_Resource|px-captcha|captcha-delivery\.com|sucuri_cloudproxy_js|awsWafCookieDomainList|awswaf\.com\/|challenges\.cloudflare\.com\/turnstile|\.well-known\/sgcaptcha|anubis_challenge|[?&]bm-verify=|window\.KPSDK|\/__qrator\/|document\.cookie ?= ?["']__test=|sbbi\/\?sbbpg=/i

/** Whether a response is a bot challenge. */
export function isBotChallenge(headers: ReadonlyMap<string, string>, body: string): boolean {
  return (
    ['cf-mitigated', 'x-vercel-mitigated', 'sg-captcha'].some((name) => headers.get(name) === 'challenge') ||
    headers.has('x-amzn-waf-action') ||
    TITLES.test(body) ||
    (SCRIPTS.test(body) && !saysMuch(body))
  )
}

/** Maximum text of a challenge, characters. */
const LONGEST_CHALLENGE = 600
/** Elements whose text is not shown. */
const HIDDEN = /^<(script|style|noscript|template|head)[\s>]/

/** Whether a page shows more text than a challenge. It takes one pass, also for unclosed tags. */
function saysMuch(written: string): boolean {
  const page = written.toLowerCase()
  const find = createFinder(page)
  let chars = 0
  for (let at = 0; at < page.length && chars <= LONGEST_CHALLENGE;) {
    const tag = page.indexOf('<', at)
    chars += page
      .slice(at, tag < 0 ? undefined : tag)
      .replace(/\s+/g, ' ')
      .trim().length
    if (tag < 0) break
    const [, hidden] = HIDDEN.exec(page.slice(tag, tag + 12)) ?? []
    const closing = hidden !== undefined ? `</${hidden}` : page.startsWith('<!--', tag) ? '-->' : '>'
    const end = find(closing, tag + 1)
    at = end < 0 ? tag + 1 : end + 1
  }
  return chars > LONGEST_CHALLENGE
}
