/** Where to go back to: on this service, whatever the address says. */
export function localPath(given: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && given.length <= 2000 ? given : '/'
}
