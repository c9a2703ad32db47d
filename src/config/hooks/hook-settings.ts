import type * as z from 'zod'
import { DELETE_REASONS, PUT_REASONS } from '../../model/change.ts'
import { HOOK_TEMPLATES, HOOK_TRIGGERS } from '../../model/hook.ts'
import { webAddress } from '../address-kinds.ts'
import { decimal, oneOf, slug, someOf, text, wholeNumber } from '../kinds.ts'
import { optionalSetting, requiredSetting, section, setting } from '../setting.ts'

export const hookSettings = section({
  name: requiredSetting(slug('a slug'), {
    about: 'Names the hook. Keep it: how far the hook is belongs to its name.',
  }),
  url: requiredSetting(webAddress(), {
    secret: true,
    about: 'Where it sends to. Credentials and tokens in it are used and never shown.',
  }),
  secret: section({
    file: optionalSetting(text('the name of a file', /^[^\0]+$/, 4000), {
      about:
        'File that has the key of the signatures: 24 to 64 bytes in base64, with or without `whsec_` before it. Unset: nothing is signed.',
    }),
  }),
  query: optionalSetting(
    text('parameters of /api/changes, such as category=world&minScore=40', /^\P{Cc}+$/u, 2000),
    {
      about:
        'Which items: the filters of `/api/changes`, `q` for a search, and `fields`, `include` and `maxChars` for what is sent of them. Unset: all.',
    },
  ),
  on: setting(oneOf(HOOK_TRIGGERS), {
    default: 'items',
    about:
      '`items`: changes of items. `stories`: each story once, when it first meets `when`. `digests`: nothing but the editions of digests that name this hook.',
  }),
  reasons: setting(someOf([...PUT_REASONS, ...DELETE_REASONS]), {
    default: ['added'],
    about: 'Why an item is sent, with `on: items`.',
  }),
  when: section({
    sourceCount: optionalSetting(wholeNumber(1, 10_000, 'sources'), {
      about: 'The story is reported by at least so many sources.',
    }),
    score: optionalSetting(decimal(0, 100, 'score'), {
      about: 'The item that stands for the story has at least this score.',
    }),
    trend: optionalSetting(decimal(0, 10_000, 'score'), {
      about: 'The story trends at least so strongly: `trend.score` of `/api/trending`, over 24 hours.',
    }),
  }),
  template: optionalSetting(oneOf(HOOK_TEMPLATES), {
    about:
      'Sends a message of this chat, one line for each item with its link. Unset: the rows of `/api/changes` as JSON.',
  }),
})

export type HookSettings = z.output<typeof hookSettings>
