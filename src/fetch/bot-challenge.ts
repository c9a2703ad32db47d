import type { VisitError } from '../model/source.ts'
import { htmlToText } from '../text/html/sanitize.ts'

export const CHALLENGE: VisitError = {
  code: 'botChallenge',
  message: 'the page shows a CAPTCHA or bot check',
}

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

/** Scripts and addresses of bot checks. Pages with articles may load them too, for analytics or forms. */
const SCRIPTS =
  /\/cdn-cgi\/challenge-platform\/|_Incapsula_Resource|px-captcha|captcha-delivery\.com|sucuri_cloudproxy_js|awsWafCookieDomainList|awswaf\.com\/|challenges\.cloudflare\.com\/turnstile|\.well-known\/sgcaptcha|anubis_challenge|[?&]bm-verify=|window\.KPSDK|\/__qrator\/|document\.cookie ?= ?["']__test=|sbbi\/\?sbbpg=/i

/** Longest text of a page that counts as a challenge by its scripts, characters. */
const LONGEST_CHALLENGE = 600

export function isBotChallenge(headers: ReadonlyMap<string, string>, body: string): boolean {
  return (
    ['cf-mitigated', 'x-vercel-mitigated', 'sg-captcha'].some((name) => headers.get(name) === 'challenge') ||
    headers.has('x-amzn-waf-action') ||
    TITLES.test(body) ||
    (SCRIPTS.test(body) && htmlToText(body).length <= LONGEST_CHALLENGE)
  )
}
