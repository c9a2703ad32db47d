import { DigestError } from '../../model/errors.ts'
import { DAY_MS, toIso } from '../../model/time.ts'
import { fileRoute } from './file-route.ts'

const PATH = '/.well-known/security.txt'

/** Less than a year (RFC 9116, section 2.5.5). */
const VALID_DAYS = 180

/** GET /.well-known/security.txt: whom to tell of a vulnerability (RFC 9116). */
export const securityTxtRoute = fileRoute(
  PATH,
  {
    operationId: 'getSecurityTxt',
    summary: 'Whom to tell of a vulnerability (RFC 9116)',
    description: 'Only where the settings name a contact (`server.securityContact`).',
    mimeType: 'text/plain; charset=utf-8',
    isOptional: true,
    tickMs: DAY_MS,
  },
  ({ config: { securityContact: contact }, now }) =>
    (baseUrl) => {
      if (contact === undefined)
        throw new DigestError('notFound', 'The operator of this service has named no contact for security.')
      const expiresAt = (Math.floor(now() / DAY_MS) + VALID_DAYS) * DAY_MS
      return [
        `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
        `Expires: ${toIso(expiresAt)}`,
        `Canonical: ${baseUrl}${PATH}`,
        '',
      ].join('\n')
    },
)
