import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { EDITION_LANGUAGES } from '../../model/digest.ts'
import { YEAR_SECONDS } from '../../model/time.ts'

/** Allowed values, the default first. */
const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  language: EDITION_LANGUAGES,
  density: ['comfortable', 'compact', 'headlines'],
} as const

const NAMES = ['theme', 'language', 'density'] as const

/** A reader's preferences. Cookies hold them, so the first byte of a page respects them. */
export type Preferences = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

/** Preferences from the cookies, or else from the browser's headers. */
export function preferencesOf(request: FastifyRequest): Preferences {
  const cookies = readCookies(request.headers.cookie)
  const chosen = (name: keyof Preferences) => cookies.get(cookieName(name))
  return {
    theme: oneOf(CHOICES.theme, chosen('theme')) ?? 'auto',
    language: oneOf(CHOICES.language, chosen('language')) ?? spokenLanguage(request),
    density: oneOf(CHOICES.density, chosen('density')) ?? 'comfortable',
  }
}

/** The cookies for a choice made without JavaScript; unknown values are ignored. */
export function cookiesFor(given: Readonly<Record<string, unknown>>, prefix: string): string[] {
  return NAMES.flatMap((name) => {
    const value = oneOf<string>(CHOICES[name], given[name])
    if (value === undefined) return []
    return [`${cookieName(name)}=${value}; Path=${prefix}/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`]
  })
}

function cookieName(name: keyof Preferences): string {
  return `digest-${name}`
}

function spokenLanguage(request: FastifyRequest): Preferences['language'] {
  const header = request.headers['accept-language']
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages([...CHOICES.language])
  return oneOf(CHOICES.language, best) ?? 'en'
}

function oneOf<Value extends string>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given)
}

export function readCookies(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').slice(0, 8192).split(';')
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name.trim(), value.trim()]
    }),
  )
}
