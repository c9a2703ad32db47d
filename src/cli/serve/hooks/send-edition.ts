import type { Config } from '../../../config/config.ts'
import type { SendResult } from '../../../digests/mail.ts'
import { chatMessage } from '../../../hooks/chat-message.ts'
import { deliver } from '../../../hooks/deliver.ts'
import type { Edition } from '../../../model/edition.ts'
import type { Hook, HookBody } from '../../../model/hook.ts'
import { closing } from '../../io.ts'
import { openHookClient } from './open-hooks.ts'

type SenderConfig = Pick<Config, 'hooks' | 'collect' | 'server'>

/** Sends an edition to a hook once. All attempts have the same `webhook-id`. */
export async function sendEditionToHook(
  config: SenderConfig,
  name: string,
  edition: Edition,
): Promise<SendResult> {
  const hook = config.hooks.find((hook) => hook.name === name)
  if (hook === undefined) return { state: 'pending', error: `the settings have no hook ${name}` }
  return closing(openHookClient(config), async (http) => {
    const batch = { id: `edition_${edition.digest}_${edition.date}`, ...bodyOf(hook, edition, config) }
    const delivered = await deliver(hook, batch, { http, now: Date.now }, new AbortController().signal)
    if (delivered.kind === 'accepted') return { state: 'sent' }
    return { state: delivered.kind === 'failed' ? 'pending' : 'refused', error: delivered.error }
  })
}

/** The edition as JSON, or a chat message with as many stories as fit. */
function bodyOf(
  { name, template }: Hook,
  edition: Edition,
  { server: { baseUrl } }: Pick<Config, 'server'>,
): HookBody {
  if (template === undefined)
    return { mimeType: 'application/json', text: JSON.stringify({ hook: name, edition }) }
  const { digest, date, title } = edition
  const head = {
    title,
    reportedBy: date,
    url: baseUrl === undefined ? '' : `${baseUrl}/digest/${digest}/${date}`,
  }
  const stories = edition.sections.flatMap((section) => section.stories)
  const lines = stories.map(({ title, url, sourceCount, sourceName }) => ({
    title,
    url,
    reportedBy: sourceCount > 1 ? sourceCount : sourceName,
  }))
  const { mimeType, text } = chatMessage(template, [head, ...lines])
  return { mimeType, text }
}
