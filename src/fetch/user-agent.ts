import { SERVICE_VERSION } from '../model/version.ts'

/**
 * The `User-Agent` of the service.
 *
 * @param contact mail address or page of the operator
 */
export function userAgentOf(contact: string | undefined): string {
  const who =
    contact === undefined ? 'feed collector' : `feed collector; +${contact.replace(/[^\x21-\x7e]/g, '')}`
  return `content-digest/${SERVICE_VERSION} (${who})`
}
