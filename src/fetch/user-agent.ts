import { readFileSync } from 'node:fs'

/**
 * The `User-Agent` of the service.
 *
 * @param contact mail address or page of the operator
 */
export function userAgent(contact: string | undefined): string {
  const who =
    contact === undefined ? 'feed collector' : `feed collector; +${contact.replace(/[^\x21-\x7e]/g, '')}`
  return `content-digest/${packageVersion()} (${who})`
}

/** From the package's own description, which stands two folders up, built or not. */
function packageVersion(): string {
  const described: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version =
    typeof described === 'object' && described !== null && 'version' in described ? described.version : ''
  return String(version)
}
