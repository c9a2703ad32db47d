import type { VisitErrorCode } from './source.ts'

/** What went wrong, as far as advice depends on it. */
export interface Fault {
  readonly code: VisitErrorCode
  /** HTTP status of the last answer; `null` where none came. */
  readonly status: number | null
  /**
   * The visit's message: it alone tells a robots.txt that shuts programs out, and paths that find nothing,
   * from others of their code.
   */
  readonly message: string
}

/** What an operator can do about a source that fails: one or two sentences, no question, no secret. */
export function adviceFor({ code, status, message }: Fault): string {
  if (code === 'refused' && message.includes('robots.txt')) return BY_ROBOTS
  if ((code === 'empty' || code === 'parse') && LOST.test(message)) return BY_PATHS
  return (code === 'http4xx' && status !== null ? BY_STATUS[status] : undefined) ?? ADVICE[code]
}

const BY_ROBOTS =
  'Its robots.txt asks programs to stay away: ask its publisher for leave, or look for a feed of it (content-digest add), which is read without robots.txt. If the file is only out of reach, wait.'

/** How kinds that are read by paths say that these found nothing. */
const LOST =
  /^(?:no element of the page|nothing stands|what (?:matches|stands)|a selector cannot|'.*' is no path$)/

const BY_PATHS =
  'What it sends is not built as its paths say: look at it in a browser, correct its paths in digest.yaml, and try them with content-digest check --live.'

const ADVICE: Readonly<Record<VisitErrorCode, string>> = {
  timeout:
    'If it answers in a browser, give it more time: collect.timeout. Else wait: it is visited less and less often until it is back.',
  dns: 'Check the name in its url for a slip, and whether this machine finds names at all; a name that stays unknown has been given up by its owner.',
  tls: 'Its certificate is not valid, or it does not speak https: try its address in a browser, and http:// in its url if there is no https. A company’s own certificate authority goes into NODE_EXTRA_CA_CERTS.',
  refused:
    'Its server is down, or nothing listens at this port: check host and port in its url. Else wait: it is visited less and less often until it is back.',
  http4xx:
    'Its server does not accept the request: try its address in a browser, and write to its publisher if it works there.',
  http5xx: 'Its server is broken at the moment. Wait: it is visited less and less often until it is back.',
  rateLimited:
    'It is asked too often: raise its every, or lower collect.perHost where many sources share its host.',
  botChallenge:
    'It lets browsers in and no programs. Ask its publisher to let the User-Agent of this service through (collect.contact tells them who asks), or look for another feed of it.',
  parse: 'What it sends is broken on the way or at its start. Wait; if it stays, tell its publisher.',
  tooLarge:
    'Its document is larger than is accepted: raise collect.maxBytes, or look for a shorter feed of it.',
  blockedAddress:
    'It leads to an address that is not public. If it is yours, name it in collect.allowAddresses; else correct its url.',
  notAFeed:
    'A web page or something else stands where its feed was: look for the feed (content-digest add with the address of its site) and correct its url, or read the page itself with type: page.',
  empty:
    'Its server answers with nothing. Wait; if it stays, tell its publisher, or look for another feed of it.',
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'It asks for a login: give it auth in digest.yaml, a user with a password or a token.',
  402: 'It asks for payment: remove it, or get access and put what opens it into its auth.',
  403: 'It does not let this service in. It may want a login (auth in digest.yaml), or other addresses than this machine’s; ask its publisher.',
  404: 'There is nothing at its url: look for its feed (content-digest add with the address of its site) and correct the url, or remove the source.',
  406: 'It has no feed in a form that we read at this url: correct the url.',
  410: 'Its publisher has taken it down for good: correct its url if it went elsewhere, or remove the source.',
  451: 'It is kept from this machine’s country by law: remove it.',
}
