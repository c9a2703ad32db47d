import { type SettingsError, describe, fieldOf, type SettingPath } from '../setting.ts'
import { readSecret, type SecretLocations } from '../sources/source-auth.ts'

/** Checks a query of digests. @returns what is wrong, as the rest of a sentence about the setting; `undefined` for nothing */
export type QueryCheck = (query: string) => string | undefined

/** The command that prints an edition has a subcommand of this name. */
const RESERVED_NAME = 'send'

/**
 * Finds what no single setting of digests shows: names that come twice, queries that do not parse, hooks that do not exist, and
 * mails without a server. It accepts input with other errors, so one run reports all errors.
 *
 * @param checkQuery without it, queries are not checked
 */
export function digestErrors(raw: unknown, checkQuery: QueryCheck | undefined): SettingsError[] {
  const listed = fieldOf(raw, 'digests')
  const digests: readonly unknown[] = Array.isArray(listed) ? listed : []
  const hooks = hookNames(fieldOf(raw, 'hooks'))
  return [
    ...nameErrors(digests),
    ...digests.flatMap((digest, index) => [
      ...queryErrors(digest, index, checkQuery),
      ...targetErrors(digest, index, hooks, mailProblem(raw)),
    ]),
  ]
}

/** Finds a password of the mail server that cannot be read, or has no user. */
export function mailErrors(raw: unknown, secrets: SecretLocations | undefined): SettingsError[] {
  const smtp = fieldOf(fieldOf(raw, 'mail'), 'smtp')
  const file = fieldOf(smtp, 'passwordFile')
  const url = fieldOf(smtp, 'url')
  if (typeof file !== 'string') return []
  const path = ['mail', 'smtp', 'passwordFile']
  const error = (message: string): SettingsError[] => [
    { path, on: 'key', message: `mail.smtp.passwordFile ${message}` },
  ]
  if (typeof url === 'string' && URL.canParse(url) && new URL(url).username === '')
    return error('needs a user in mail.smtp.url, such as smtps://user@mail.example.org')
  const secret = secrets === undefined ? undefined : readMailPassword(file, secrets)
  return secret !== undefined && 'error' in secret ? error(secret.error) : []
}

export function readMailPassword(file: string, secrets: SecretLocations): ReturnType<typeof readSecret> {
  return readSecret({ key: 'passwordFile', kind: 'password', in: 'file', name: file }, secrets)
}

function nameErrors(digests: readonly unknown[]): SettingsError[] {
  const names = digests.map((digest) => {
    const name = fieldOf(digest, 'name')
    return typeof name === 'string' ? name.trim().toLowerCase() : undefined
  })
  return names.flatMap((name, index): SettingsError[] => {
    const path = ['digests', index, 'name']
    const first = names.indexOf(name)
    if (name === undefined) return []
    if (name === RESERVED_NAME)
      return [
        { path, on: 'value', message: `digests[${index}].name must not be '${name}', which is a command` },
      ]
    if (first === index) return []
    const message = `digests[${index}].name ${describe(name)} is there twice`
    return [{ path, on: 'value', message, alsoAt: ['digests', first, 'name'] }]
  })
}

function queryErrors(digest: unknown, index: number, check: QueryCheck | undefined): SettingsError[] {
  const query = fieldOf(digest, 'query')
  const problem = typeof query === 'string' ? check?.(query.trim()) : undefined
  const path = ['digests', index, 'query']
  return problem === undefined ? [] : [{ path, on: 'value', message: `digests[${index}].query ${problem}` }]
}

function targetErrors(
  digest: unknown,
  index: number,
  hooks: readonly string[],
  mail: string | undefined,
): SettingsError[] {
  const listed = fieldOf(digest, 'send')
  const targets: readonly unknown[] = Array.isArray(listed) ? listed : []
  return targets.flatMap((target, at): SettingsError[] => {
    const error = (key: string, message: string): SettingsError => {
      const path: SettingPath = ['digests', index, 'send', at, key]
      return { path, on: 'value', message: `digests[${index}].send[${at}].${key} ${message}` }
    }
    const hook = fieldOf(target, 'hook')
    const address = fieldOf(target, 'mail')
    if (typeof address === 'string' && mail !== undefined) return [error('mail', mail)]
    if (typeof hook !== 'string' || hooks.includes(hook)) return []
    const known = hooks.length === 0 ? 'there are no hooks' : `there are ${hooks.join(', ')}`
    return [error('hook', `names no hook: no hook is named ${describe(hook)}; ${known}`)]
  })
}

/** Why no mail can be sent by these settings. */
function mailProblem(raw: unknown): string | undefined {
  const mail = fieldOf(raw, 'mail')
  const missing = [
    ...(isGiven(fieldOf(mail, 'from')) ? [] : ['mail.from']),
    ...(isGiven(fieldOf(fieldOf(mail, 'smtp'), 'url')) ? [] : ['mail.smtp.url']),
  ]
  return missing.length === 0 ? undefined : `cannot be sent to: ${missing.join(' and ')} must be set too`
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function hookNames(hooks: unknown): string[] {
  const listed: readonly unknown[] = Array.isArray(hooks) ? hooks : []
  return listed.map((hook) => fieldOf(hook, 'name')).filter((name) => typeof name === 'string')
}
