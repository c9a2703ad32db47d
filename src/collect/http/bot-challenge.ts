/** Traces of the pages with which sites ask whether a person is there. */
const TRACES =
  /<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare|Access denied \| .*Cloudflare|DDoS-Guard|Making sure you(?:'|&#39;)re not a bot!|Client Challenge|Robot or human\?|Bot Verification)|\/cdn-cgi\/challenge-platform\/|_Incapsula_Resource|px-captcha|captcha-delivery\.com|sucuri_cloudproxy_js|awsWafCookieDomainList|challenges\.cloudflare\.com\/turnstile/i

/** Whether an answer asks for proof that no program sent the request. */
export function isBotChallenge(headers: ReadonlyMap<string, string>, body: string): boolean {
  return headers.get('cf-mitigated') === 'challenge' || headers.has('x-amzn-waf-action') || TRACES.test(body)
}
