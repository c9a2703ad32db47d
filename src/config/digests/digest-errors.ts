import { entriesOf, nameErrors, type QueryCheck, queryErrors, textField } from '../list-errors.ts'
import { describe, errorAt, fieldOf, type SettingsError } from '../setting.ts'
import { readSecret, type SecretLocations } from '../sources/source-auth.ts'

/** The command that prints an edition has a subcommand with this name. */
const RESERVED_NAME = 'send'

/**
 * Finds errors across the settings of digests: duplicate names, unparsable queries, unknown hooks, mails without a
 * server. It accepts input with other errors, so one run reports all errors.
 *
 * @param checkQuery without it, queries are not checked
 */
export function digestErrors(raw: unknown, checkQuery: QueryCheck | undefined): SettingsError[] {
  const digests = entriesOf(raw, 'digests')
  const hooks = entriesOf(raw, 'hooks').flatMap((hook) => textField(hook, 'name') ?? [])
  return [
    ...nameErrors('digests', digests),
    ...digests.flatMap(reservedNameError),
    ...queryErrors('digests', digests, checkQuery),
    ...digests.flatMap((digest, index) => targetErrors(digest, index, hooks, mailProblem(raw))),
  ]
}

/** Finds a mail password that cannot be read, or has no user. */
export function mailErrors(raw: unknown, secrets: SecretLocations | undefined): SettingsError[] {
  const smtp = fieldOf(fieldOf(raw, 'mail'), 'smtp')
  const file = fieldOf(smtp, 'passwordFile')
  const url = fieldOf(smtp, 'url')
  if (typeof file !== 'string') return []
  const error = (message: string) => [errorAt(['mail', 'smtp', 'passwordFile'], 'key', message)]
  if (typeof url === 'string' && URL.canParse(url) && new URL(url).username === '')
    return error('needs a user in mail.smtp.url, such as smtps://user@mail.example.org')
  const secret = secrets === undefined ? undefined : readSecret('password', { file }, secrets)
  return secret !== undefined && 'error' in secret ? error(secret.error) : []
}

function reservedNameError(digest: unknown, index: number): SettingsError[] {
  if (textField(digest, 'name')?.toLowerCase() !== RESERVED_NAME) return []
  const message = `must not be '${RESERVED_NAME}', which is a command`
  return [errorAt(['digests', index, 'name'], 'value', message)]
}

function targetErrors(
  digest: unknown,
  index: number,
  hooks: readonly string[],
  mail: string | undefined,
): SettingsError[] {
  return entriesOf(digest, 'send').flatMap((target, at): SettingsError[] => {
    const error = (key: string, message: string) =>
      errorAt(['digests', index, 'send', at, key], 'value', message)
    const hook = fieldOf(target, 'hook')
    const address = fieldOf(target, 'mail')
    if (typeof address === 'string' && mail !== undefined) return [error('mail', mail)]
    if (typeof hook !== 'string' || hooks.includes(hook)) return []
    const known = hooks.length === 0 ? 'there are no hooks' : `there are ${hooks.join(', ')}`
    return [error('hook', `names no hook: no hook is named ${describe(hook)}; ${known}`)]
  })
}

/** Why no mail can be sent with these settings. */
function mailProblem(raw: unknown): string | undefined {
  const mail = fieldOf(raw, 'mail')
  const missing = [
    ...(textField(mail, 'from') === undefined ? ['mail.from'] : []),
    ...(textField(fieldOf(mail, 'smtp'), 'url') === undefined ? ['mail.smtp.url'] : []),
  ]
  return missing.length === 0 ? undefined : `cannot be sent to: ${missing.join(' and ')} must be set too`
}
