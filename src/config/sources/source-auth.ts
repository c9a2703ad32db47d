import { resolve } from 'node:path'
import { DigestError } from '../../model/errors.ts'
import { isObject } from '../../model/json-object.ts'
import { readWholeFile, unreadableReason } from '../files/read-file.ts'
import { describe, errorAt, fieldOf, type SettingsError } from '../setting.ts'

export interface SecretLocations {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Relative file names are resolved against this folder. */
  readonly folder: string
}

/** What each setting of a secret names. */
const SECRETS = {
  passwordEnv: 'password',
  passwordFile: 'password',
  tokenEnv: 'token',
  tokenFile: 'token',
} as const

type SecretKey = keyof typeof SECRETS
type SecretKind = (typeof SECRETS)[SecretKey]

/** The `auth` block of a source in the settings file. */
type AuthSettings = { readonly [Name in 'username' | 'header' | SecretKey]?: string | undefined }

/**
 * Makes the request header of a source's credentials: `Authorization: Basic` for a user and password,
 * `Authorization: Bearer` for a token, or another header with the unchanged token. Names are in lower case.
 *
 * @returns `undefined` if the source has no credentials
 * @throws DigestError('configInvalid') if a secret is gone since `authErrors` checked it
 */
export function authHeaders(
  auth: AuthSettings,
  locations: SecretLocations,
): Record<string, string> | undefined {
  const [name] = secretNames(auth)
  if (name === undefined) return undefined
  const secret = readSecret(name.kind, name.place, locations)
  if ('error' in secret) throw new DigestError('configInvalid', `auth.${name.key} ${secret.error}`)
  if (auth.username !== undefined) {
    const pair = Buffer.from(`${auth.username}:${secret.text}`).toString('base64')
    return { authorization: `Basic ${pair}` }
  }
  const header = auth.header?.toLowerCase() ?? 'authorization'
  return { [header]: header === 'authorization' ? `Bearer ${secret.text}` : secret.text }
}

/**
 * Finds contradictions in the credentials of a source, and secrets that cannot be read.
 *
 * @param locations without them, secrets are not read
 */
export function authErrors(
  raw: unknown,
  index: number,
  locations: SecretLocations | undefined,
): SettingsError[] {
  const auth = authOf(raw)
  const error = (key: string | undefined, message: string) => [
    errorAt(['sources', index, 'auth', ...(key === undefined ? [] : [key])], 'key', message),
  ]
  if (auth === undefined) return []

  const names = secretNames(auth)
  const [name, second] = names
  if (name === undefined) {
    if (Object.keys(auth).length === 0) return []
    return error(
      undefined,
      `has no secret; 'username' goes with 'passwordEnv' or 'passwordFile', 'header' with 'tokenEnv' or 'tokenFile'`,
    )
  }
  if (second !== undefined) return error(second.key, `and ${name.key} are both there; keep one of the two`)
  if (name.kind === 'password' && auth.username === undefined) return error(name.key, `needs a 'username'`)
  if (name.kind === 'token' && auth.username !== undefined)
    return error(name.key, `does not go with 'username'; a user has a 'passwordEnv' or 'passwordFile'`)
  if (name.kind === 'password' && auth.header !== undefined)
    return error('header', `goes with 'tokenEnv' or 'tokenFile' only`)
  if (hasCredentials(raw))
    return error(undefined, `and the credentials in the source's 'url' are both there; keep one of the two`)
  const secret =
    locations === undefined || fieldOf(raw, 'enabled') === false
      ? undefined
      : readSecret(name.kind, name.place, locations)
  return secret !== undefined && 'error' in secret ? error(name.key, secret.error) : []
}

/** Gives the environment variables that hold the credentials of a source. */
export function authVariables(raw: unknown): string[] {
  const auth = authOf(raw)
  return [auth?.passwordEnv, auth?.tokenEnv].filter((name) => name !== undefined)
}

/** Gives the header, in lower case, that the credentials of a source are sent in; `undefined` if it has none. */
export function authHeaderOf(raw: unknown): string | undefined {
  const auth = authOf(raw)
  if (auth !== undefined && secretNames(auth).length > 0) return auth.header?.toLowerCase() ?? 'authorization'
  return hasCredentials(raw) ? 'authorization' : undefined
}

export type SecretPlace = { readonly env: string } | { readonly file: string }

interface SecretName {
  readonly key: SecretKey
  readonly kind: SecretKind
  readonly place: SecretPlace
}

function secretNames(auth: AuthSettings): SecretName[] {
  return (Object.keys(SECRETS) as SecretKey[]).flatMap((key) => {
    const name = auth[key]
    if (name === undefined) return []
    return [{ key, kind: SECRETS[key], place: key.endsWith('Env') ? { env: name } : { file: name } }]
  })
}

type Secret = { readonly text: string } | { readonly error: string }

/** Reads a secret. An error never contains the secret. */
export function readSecret(kind: SecretKind, place: SecretPlace, { env, folder }: SecretLocations): Secret {
  const found = 'env' in place ? fromVariable(place.env, env) : fromFile(place.file, folder)
  if ('error' in found) return found
  const text = found.text.replace(/\r?\n$/, '')
  const named = 'env' in place ? `the variable ${place.env}` : `the file ${describe(place.file)}`
  if (text === '') return { error: `names ${named}, which is empty` }
  // A password is sent in base64, so only control characters are excluded. A token is sent unchanged.
  const fits = kind === 'password' ? /^[^\p{Cc}]{1,4096}$/u : /^[\x21-\x7e][\x20-\x7e]{0,8191}$/
  return fits.test(text)
    ? { text }
    : { error: `names ${named}, which does not hold one line that can be sent` }
}

function fromVariable(name: string, env: SecretLocations['env']): Secret {
  const text = env[name]
  return text === undefined || text === ''
    ? { error: `names the variable ${name}, which is not set` }
    : { text }
}

function fromFile(name: string, folder: string): Secret {
  try {
    return { text: readWholeFile(resolve(folder, name)).toString() }
  } catch (cause) {
    return { error: `names a file that cannot be read: ${describe(name)} (${unreadableReason(cause)})` }
  }
}

/** The `auth` block; `undefined` if it is absent or has errors that are reported elsewhere. */
function authOf(raw: unknown): AuthSettings | undefined {
  const auth = fieldOf(raw, 'auth')
  if (!isObject(auth)) return undefined
  const given = Object.entries(auth).filter(([, value]) => value !== null && value !== undefined)
  return given.every(([, value]) => typeof value === 'string') ? Object.fromEntries(given) : undefined
}

function hasCredentials(raw: unknown): boolean {
  const url = fieldOf(raw, 'url')
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}
