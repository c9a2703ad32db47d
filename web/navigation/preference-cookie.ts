import type { Preferences } from '../../src/http/page/page.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** Remembers a choice as the server does (`/preferences`), without asking it. */
export function rememberPreference(prefix: string, name: keyof Preferences, value: string): void {
  document.cookie = `digest-${name}=${value}; Path=${prefix}/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
