import type { Hook, HookBody } from '../model/hook.ts'
import { chatText } from './chat-message.ts'

const WORDS = {
  test: (name: string) => `A test of the hook ${name}.`,
} as const

/** The body of a request that tells nothing, for a trial. */
export function testBody({ name, template }: Pick<Hook, 'name' | 'template'>): HookBody {
  if (template !== undefined) return chatText(template, WORDS.test(name))
  return {
    mimeType: 'application/json',
    text: JSON.stringify({ hook: name, test: true, changes: [], count: 0 }),
  }
}
