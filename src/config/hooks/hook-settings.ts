import type * as z from 'zod'
import { DELETE_REASONS, PUT_REASONS } from '../../model/change.ts'
import { HOOK_TEMPLATES, HOOK_TRIGGERS } from '../../model/hook.ts'
import { webAddress } from '../address-kinds.ts'
import { decimal, oneOf, slug, someOf, text, wholeNumber } from '../kinds.ts'
import { optionalSetting, requiredSetting, section, setting } from '../setting.ts'

export const hookSettings = section({
  name: requiredSetting(slug('a slug'), {
    about:
      "Name of the hook. Do not change it later: the hook's position among the changes is stored under it.",
  }),
  url: requiredSetting(webAddress(), {
    secret: true,
    about: 'Where requests are sent. Credentials and tokens in it are used and never shown.',
  }),
  secret: section({
    file: optionalSetting(text('the name of a file', /^[^\0]+$/, 4000), {
      about:
        'File with the signing key: 24 to 64 bytes in base64, with or without `whsec_` before it. Unset: nothing is signed.',
    }),
  }),
  query: optionalSetting(
    text('parameters of /api/changes, such as category=world&minScore=40', /^\P{Cc}+$/u, 2000),
    {
      about:
        'Which items, by the filters of `/api/changes` and `q` for a search, and what is sent of them, by `fields`, `include` and `maxChars`. Unset: all.',
    },
  ),
  on: setting(oneOf(HOOK_TRIGGERS), {
    default: 'items',
    about:
      '`items`: changes of items. `stories`: each story once, when it first meets `when`. `digests`: only the editions of digests that name this hook.',
  }),
  reasons: setting(someOf([...PUT_REASONS, ...DELETE_REASONS]), {
    default: ['added'],
    about: 'Why an item is sent, with `on: items`.',
  }),
  when: section({
    sourceCount: optionalSetting(wholeNumber(1, 10_000, 'sources'), {
      about: 'At least this many sources report the story.',
    }),
    score: optionalSetting(decimal(0, 100, 'score'), {
      about: "The story's main item has at least this score.",
    }),
    trend: optionalSetting(decimal(0, 10_000, 'score'), {
      about: 'The story has at least this `trend.score` in `/api/trending` over 24 hours.',
    }),
  }),
  template: optionalSetting(oneOf(HOOK_TEMPLATES), {
    about:
      'Sends a message for this chat service, one line with a link for each item. Unset: the rows of `/api/changes` as JSON.',
  }),
})

export type HookSettings = z.output<typeof hookSettings>
