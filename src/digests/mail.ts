import { createHash } from 'node:crypto'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { MailSettings } from '../model/digest.ts'
import { EDITION_WORDS } from '../model/edition-words.ts'
import type { Edition } from '../model/edition.ts'
import { messageOf, tlsReason } from '../model/errors.ts'
import { SECOND_MS } from '../model/time.ts'
import { isLoopback } from '../url/host.ts'
import { editionDay, editionText } from './edition-text.ts'

/** The result of an attempt. `pending`: a retry may succeed. `refused`: it will not. */
export type SendResult =
  | { readonly state: 'sent' }
  | { readonly state: 'pending' | 'refused'; readonly error: string }

export type Mailer = Awaited<ReturnType<typeof openMailer>>

/** Renders an edition as HTML; `undefined` for a plain-text mail. */
type MailHtml = (edition: Edition, baseUrl: string | undefined) => string

const CONNECT_MS = 30 * SECOND_MS
const MAX_ERROR = 300

/** Loads the mail package. @param baseUrl of the service, for links; `undefined` if unknown */
export async function openMailer(
  settings: MailSettings,
  baseUrl: string | undefined,
  html: MailHtml | undefined,
) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(settings))
  return {
    /** Sends one edition to one address. Never rejects. */
    send: (edition: Edition, address: string): Promise<SendResult> =>
      sendOne(transport, mailOf(edition, settings.from, address, baseUrl, html)),
  }
}

function transportOptions({ smtp: { url, password } }: MailSettings) {
  const { protocol, hostname, port, username } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isHere = isLoopback(host)
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password is sent only over encrypted connections.
    requireTLS: !secure && password !== undefined && !isHere,
    // Mail servers for one machine make their own certificate.
    tls: { rejectUnauthorized: !isHere },
    ...(password === undefined ? {} : { auth: { user: decodeURIComponent(username), pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    // The package waits 10 minutes for an answer (RFC 5321, section 4.5.3.2.6): a server that needs a minute to take a
    // mail would get it again.
    // A message cannot make the package read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The message for one address. Its id is always the same, so that a duplicate after a crash can be recognised. */
function mailOf(
  edition: Edition,
  from: string,
  address: string,
  baseUrl: string | undefined,
  html: MailHtml | undefined,
): SendMailOptions {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const url = baseUrl && `${baseUrl}/digest/${edition.digest}/${edition.date}`
  const receiver = createHash('sha256').update(address).digest('hex').slice(0, 16)
  return {
    from,
    to: { name: '', address },
    subject: `${edition.title}: ${editionDay(edition)}`,
    messageId: `<${edition.digest}.${edition.date}.${receiver}@${domain}>`,
    text: `${editionText(edition, url)}\n${EDITION_WORDS[edition.language].unsubscribe}\n`,
    ...(html === undefined ? {} : { html: html(edition, baseUrl) }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    list: {
      id: {
        url: `${edition.digest}.digest.${domain}`,
        // The package writes other text as one encoded word, which may have only 75 characters (RFC 2047, section 2).
        ...(/^[ -~]*$/.test(edition.title) ? { comment: edition.title } : {}),
      },
      unsubscribe: `mailto:${sender}?subject=unsubscribe%20${edition.digest}`,
      ...(baseUrl === undefined ? {} : { archive: `${baseUrl}/digest/${edition.digest}` }),
    },
  }
}

async function sendOne(transport: Transporter, message: SendMailOptions): Promise<SendResult> {
  try {
    await transport.sendMail(message)
    return { state: 'sent' }
  } catch (cause) {
    const message = messageOf(cause)
    const reason = tlsReason(message)
    const text = reason === undefined ? message : `no secure connection: ${reason}`
    const error = text.replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR)
    return { state: isRefusal(cause) ? 'refused' : 'pending', error }
  }
}

/**
 * Whether the server refuses this address or this mail. Other failures may pass: changed settings can correct the login
 * and the sender.
 */
function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof Error && 'responseCode' in cause && 'command' in cause)) return false
  const status = Number(cause.responseCode)
  // 530 to 538 ask for a login or encryption (RFC 4954, section 6).
  return (
    status >= 500 && (status < 530 || status > 538) && ['RCPT TO', 'DATA'].includes(String(cause.command))
  )
}
