import type { VisitError } from '../model/source.ts'
import { createFinder } from '../text/xml/tag.ts'

/** What is said of a visit that such a page answers. */
export const CHALLENGE: VisitError = {
  code: 'botChallenge',
  message: 'the page shows a CAPTCHA or bot check',
}

/** Titles of the pages with which sites ask whether a person is there. */
const TITLES =
  /<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare|Access denied \| .*Cloudflare|DDoS-Guard|Making sure you(?:'|&#39;)re not a bot!|Client Challenge|Robot or human\?|Bot Verification)/i

/** What such pages load; pages of articles do too, to watch their readers or to guard a form. */
const SCRIPTS =
  /\/cdn-cgi\/challenge-platform\/|_Incapsula_Resource|px-captcha|captcha-delivery\.com|sucuri_cloudproxy_js|awsWafCookieDomainList|challenges\.cloudflare\.com\/turnstile/i

/** Whether an answer asks for proof that no program sent the request. */
export function isBotChallenge(headers: ReadonlyMap<string, string>, body: string): boolean {
  return (
    headers.get('cf-mitigated') === 'challenge' ||
    headers.has('x-amzn-waf-action') ||
    TITLES.test(body) ||
    (SCRIPTS.test(body) && !saysMuch(body))
  )
}

/** A challenge says less, in characters. */
const LONGEST_CHALLENGE = 600
/** What stands in these is not shown, or not to us. */
const HIDDEN = /^<(script|style|noscript|template|head)[\s>]/

/** In one pass, whatever the page leaves open. */
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
