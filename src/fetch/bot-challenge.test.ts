import { describe, expect, it } from 'vitest'
import { isBotChallenge } from './bot-challenge.ts'

const NO_HEADERS = new Map<string, string>()
const TEXT =
  '<p>The ferry to the outer islands runs every hour from Monday, the harbour office said.</p>'.repeat(9)

describe('a check for a human visitor', () => {
  it.each([
    [
      'SiteGround',
      '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2Ffeed%2F&y=ipc:1.2.3.4">',
    ],
    ['Vercel', '<title>Vercel Security Checkpoint</title>'],
    ['PerimeterX', '<title>Access to this page has been denied</title><p>Press and hold</p>'],
    ['Imperva', '<title>Pardon Our Interruption</title><p>You move too fast.</p>'],
    ['AWS', '<title></title><script src="https://1.token.awswaf.com/1/challenge.js"></script>'],
    ['Imunify360', '<title>One moment, please...</title>'],
    ['Cloudflare', '<title>Please Wait... | Cloudflare</title>'],
    ['Anubis', '<title>Oh noes!</title><script id="anubis_challenge" type="application/json">{}</script>'],
    ['Akamai', `<meta http-equiv="refresh" content="5; URL='/feed?bm-verify=AAQ'">`],
    ['Kasada', '<script>window.KPSDK={}</script><script src="/1/ips.js"></script>'],
    ['Radware', '<title>Radware Bot Manager Captcha</title>'],
    ['Sucuri', '<title>Sucuri WebSite Firewall - Access Denied</title>'],
    ['Wordfence', '<title>Your access to this site has been limited</title>'],
    ['Qrator', '<script src="/__qrator/qauth.js"></script>'],
    ['a cookie by script', '<script>document.cookie="__test="+a+"; path=/"; location.href="/?i=1"</script>'],
    ['any', '<title>Checking your browser before accessing tide.example</title>'],
  ])('is known by the page of %s', (_, page) => {
    expect(isBotChallenge(NO_HEADERS, page)).toBe(true)
  })

  it.each(['cf-mitigated', 'x-vercel-mitigated', 'sg-captcha'])('is known by the header %s', (name) => {
    expect(isBotChallenge(new Map([[name, 'challenge']]), '')).toBe(true)
  })

  it.each([
    '<title>Security check at the harbour</title><p>Passengers wait.</p>',
    '<title>Checking your browser: seven tools</title><p>Which one is yours?</p>',
    `<title>The ferry runs</title>${TEXT}<script src="https://1.awswaf.com/1/challenge.js"></script>`,
  ])('is no page of an article: %s', (page) => {
    expect(isBotChallenge(NO_HEADERS, page)).toBe(false)
  })
})
