import type { VisitErrorCode } from './source.ts'

/** Kinds of failures with their own description or advice. */
export type FailureKind = VisitErrorCode | RefinedKind | 'silent'

/** Kinds that the code alone does not distinguish. */
export type RefinedKind = keyof typeof REFINED

/** A description of a failure, and advice for operators, in whole sentences without secrets. */
export interface FailureText {
  readonly said: string
  readonly advice: string
}

/** Texts of failures that the code alone does not distinguish. */
const REFINED = {
  loginRequired: {
    said: 'The server requires a login (401).',
    advice: 'Add auth to the source in digest.yaml: a user with a password, or a token.',
  },
  paymentRequired: {
    said: 'The server requires payment (402).',
    advice: 'Subscribe and add the credentials to the source’s auth in digest.yaml, or remove the source.',
  },
  forbidden: {
    said: 'The server denies access (403).',
    advice:
      'The site may require a login (auth in digest.yaml) or block this machine’s address. Ask its publisher.',
  },
  notFound: {
    said: 'There is nothing at this address (404).',
    advice:
      'Find the feed’s new address (content-digest add with the address of the site) and correct the url, or remove the source.',
  },
  notAcceptable: {
    said: 'The server has no feed in a format that this service reads (406).',
    advice: 'Correct the url.',
  },
  gone: {
    said: 'The publisher has removed this feed permanently (410).',
    advice: 'Correct the url if the feed has moved, or remove the source.',
  },
  blockedByLaw: {
    said: 'The feed is blocked in this machine’s country for legal reasons (451).',
    advice: 'Remove the source.',
  },
  tlsExpired: {
    said: 'The certificate has expired.',
    advice: 'The publisher must renew it. Check the clock of this machine if many sources report this.',
  },
  tlsNotYetValid: {
    said: 'The certificate is not valid yet.',
    advice: 'Check the clock of this machine. If it is right, the publisher must correct the certificate.',
  },
  tlsOtherHost: {
    said: 'The certificate belongs to another host name.',
    advice: 'Check the host name in the url: with or without www, for example.',
  },
  tlsUntrusted: {
    said: 'The certificate was not issued by a trusted authority.',
    advice:
      'If it is your own authority, set NODE_EXTRA_CA_CERTS to its certificate. Otherwise the publisher must install a complete, valid certificate.',
  },
  tlsMissing: {
    said: 'The server does not use https at this address.',
    advice: 'Use http:// in the url, or correct its port.',
  },
  tlsOutdated: {
    said: 'The server supports only versions of TLS that are no longer secure.',
    advice: 'The publisher must update it. If the site has http:// too, use that in the url.',
  },
  clientCertificate: {
    said: 'The server requires a client certificate.',
    advice: 'This service cannot send one. Ask the publisher for another address, or remove the source.',
  },
  nameServer: {
    said: 'The name server gave no answer about the host name.',
    advice:
      'If several sources report this, check the DNS of this machine. Otherwise wait: the name servers of the site have a fault.',
  },
  robots: {
    said: 'The site’s robots.txt does not allow programs to read this page.',
    advice:
      'Ask the publisher for permission, or find a feed of the site (content-digest add): feeds are read regardless of robots.txt. If only robots.txt is unreachable, wait.',
  },
  proxy: {
    said: 'The proxy does not connect to the server.',
    advice:
      'Check collect.proxy or the source’s proxy in digest.yaml, or HTTPS_PROXY, and whether the proxy allows this host. A proxy that allows hosts by name needs collect.proxyDns: true.',
  },
  brokenOff: {
    said: 'The server closes connections without an answer.',
    advice:
      'Open the address in a browser. If it works there, the server may block this machine’s address or programs. Otherwise wait.',
  },
  notHttp: {
    said: 'What answers at this address does not speak HTTP.',
    advice: 'Check host and port in the url.',
  },
  httpsOnly: {
    said: 'The server accepts only https at this port.',
    advice: 'Use https:// in the url.',
  },
  networkLogin: {
    said: 'The network of this machine asks for a login first (511).',
    advice: 'Log in to that network in a browser on this machine, or ask who runs it.',
  },
  opml: {
    said: 'The address leads to a list of feeds (OPML).',
    advice: 'Download it, and add its feeds with content-digest import.',
  },
  sitemap: {
    said: 'The address leads to a sitemap.',
    advice: 'Set type: sitemap, or find a feed of the site (content-digest add).',
  },
  paths: {
    said: 'The configured paths match nothing in the document.',
    advice:
      'Open the document in a browser, correct the paths in digest.yaml, and test them with content-digest check --live.',
  },
  undigested: {
    said: 'The service failed to process what the source sent.',
    advice: 'Look for the source in the log. If it stays, report it as an error of this service.',
  },
} as const satisfies Readonly<Record<string, FailureText>>

/** The texts in English. The page has its own translations. */
export const FAILURES: Readonly<Record<FailureKind, FailureText>> = {
  ...REFINED,
  timeout: {
    said: 'The server did not answer in time.',
    advice:
      'If it answers in a browser, raise collect.timeout. Otherwise wait: it is visited less often until it recovers.',
  },
  dns: {
    said: 'The host name was not found.',
    advice:
      'Check the url for a typing error, and the DNS of this machine. If the name stays unknown, the site is gone.',
  },
  tls: {
    said: 'No secure connection could be established.',
    advice: 'Open the address in a browser to see what is wrong with the site’s certificate or https.',
  },
  refused: {
    said: 'The server accepts no connections.',
    advice:
      'Check host and port in the url. Otherwise wait: the source is visited less often until it recovers.',
  },
  truncated: {
    said: 'The server ended its answer early.',
    advice: 'Wait. If it stays, tell the publisher: the announced length is wrong, or the connection breaks.',
  },
  badRedirect: {
    said: 'The server redirects in a circle, too often, or to no address.',
    advice: 'Open the address in a browser. If it works there, put the address that it ends at into url.',
  },
  http4xx: {
    said: 'The server rejects the request.',
    advice: 'Open the address in a browser. If it works there, contact the publisher.',
  },
  http5xx: {
    said: 'The server has an internal error.',
    advice: 'Wait: the source is visited less often until it recovers.',
  },
  rateLimited: {
    said: 'The server limits the number of requests.',
    advice: 'Raise the source’s every, or lower collect.perHost where many sources share its host.',
  },
  botChallenge: {
    said: 'The site shows a CAPTCHA or bot check.',
    advice:
      'Ask the publisher to allow this service’s User-Agent (set collect.contact to say who you are), or find another feed of the site.',
  },
  parse: {
    said: 'The document is damaged and cannot be read.',
    advice: 'Wait. If it stays, tell the publisher.',
  },
  tooLarge: {
    said: 'The document is larger than allowed.',
    advice: 'Raise collect.maxBytes, or find a shorter feed of the site.',
  },
  blockedAddress: {
    said: 'The address is private.',
    advice: 'To allow it, add it to collect.allowAddresses. Otherwise correct the url.',
  },
  notAFeed: {
    said: 'The address leads to something other than a feed.',
    advice:
      'Find the feed (content-digest add with the address of the site) and correct the url, or read the page itself with type: page.',
  },
  empty: {
    said: 'The server sent an empty document.',
    advice: 'Wait. If it stays, tell the publisher, or find another feed of the site.',
  },
  silent: {
    said: 'It answers, but has had nothing new for longer than usual.',
    advice: 'Open its url and its site in a browser: it may have moved or ended.',
  },
  tooManyEntries: {
    said: 'The document has more entries than the service reads.',
    advice: 'Nothing, if the newest are enough. Otherwise find feeds of parts of the site.',
  },
}
