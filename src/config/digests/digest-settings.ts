import * as z from 'zod'
import { EDITION_LANGUAGES, type DeliveryTarget, WEEKDAYS } from '../../model/digest.ts'
import { DAY_MS, HOUR_MS } from '../../model/time.ts'
import {
  duration,
  type Kind,
  oneOf,
  serverAddress,
  slug,
  someOf,
  text,
  timeOfDay,
  timeZone,
  wholeNumber,
} from '../kinds.ts'
import { optionalSetting, refuse, requiredSetting, section, setting } from '../setting.ts'

/** An address of RFC 5321, without comments and quotes. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]{1,64}@[^\s\p{Cc}@<>()[\],;:"\\]{1,255}$/u
const NAMED_ADDRESS = /^[^\p{Cc}<>]{0,200}<([^<>]+)>$/u

const TARGETS = '{ mail: ADDRESS } or { hook: NAME }'

const target = z.unknown().transform((value, context): DeliveryTarget => {
  const [[kind, name] = [], ...others] = Object.entries(typeof value === 'object' ? (value ?? {}) : {})
  const given = typeof name === 'string' ? name.trim() : ''
  if (others.length === 0 && kind === 'mail' && ADDRESS.test(given)) return { kind, address: given }
  if (others.length === 0 && kind === 'hook' && given !== '') return { kind, name: given }
  const message =
    others.length === 0 && kind === 'mail' ? 'must have a mail address after mail' : `must be ${TARGETS}`
  return refuse(context, message)
})

function targets(): Kind<readonly DeliveryTarget[]> {
  const schema = z.preprocess((value) => value ?? [], z.array(target).max(1000))
  const written = z.array(
    z.union([z.strictObject({ mail: z.string() }), z.strictObject({ hook: z.string() })]),
  )
  return { schema, written, allowed: `a list of ${TARGETS}`, unit: 'list' }
}

function sender(): Kind<string> {
  const schema = z
    .string()
    .trim()
    .max(500)
    .refine((value) => ADDRESS.test(NAMED_ADDRESS.exec(value)?.[1] ?? value))
  return {
    schema,
    allowed: 'a mail address, or a name with an address: News <news@example.org>',
    unit: 'text',
  }
}

function mailServer(): Kind<string> {
  const schema = z
    .string()
    .trim()
    .max(2000)
    .refine((value) => {
      const url = serverAddress(value, /^smtps?:$/)
      return url !== undefined && url.password === '' && /^\/?$/.test(url.pathname)
    })
  const allowed =
    'smtp:// or smtps:// with a host, such as smtps://user@mail.example.org, and without the password, which passwordFile names'
  return { schema, allowed, unit: 'URL' }
}

export const digestSettings = section(
  {
    name: requiredSetting(slug('a slug'), {
      about:
        'Name of the digest in addresses: `/digest/NAME`. Do not change it later: past editions belong to it.',
    }),
    title: optionalSetting(text('one line of text', /^\P{Cc}+$/u, 200), {
      about: 'Title of its editions. Unset: its name.',
    }),
    query: setting(
      text('parameters of /api/items, such as category=world&minScore=40', /^[^\p{Cc}]*$/u, 2000),
      {
        default: 'distinct=story',
        about:
          'Which items: the filters of `/api/items`, `q` for a search, and `sort`. Time parameters are not allowed, since `window` sets the time.',
      },
    ),
    window: setting(duration(HOUR_MS, 92 * DAY_MS), {
      default: '24h',
      about: 'How far back an edition looks, by when items were first seen.',
    }),
    size: setting(wholeNumber(1, 100, 'stories'), {
      default: 20,
      about: 'Maximum of stories in an edition.',
    }),
    sections: setting(oneOf(['none', 'category']), {
      default: 'none',
      about: '`category`: stories are grouped by category.',
    }),
    at: setting(timeOfDay(), {
      default: '07:00',
      about:
        'When an edition is made. A time that daylight saving skips happens an hour later; one that comes twice, the first time.',
    }),
    days: setting(someOf(WEEKDAYS), { default: [...WEEKDAYS], about: 'On which days.' }),
    timezone: setting(timeZone(), { default: 'UTC', about: 'Time zone of `at` and `days`.' }),
    language: setting(oneOf(EDITION_LANGUAGES), {
      default: 'en',
      about: 'Language of the text around the stories, which stay in their own language.',
    }),
    whenEmpty: setting(oneOf(['send', 'skip']), {
      default: 'send',
      about:
        '`send`: an edition without stories is sent, with one line that says so. `skip`: it is kept but not sent.',
    }),
    send: setting(targets(), {
      default: [],
      about: 'Who gets each edition.',
    }),
  },
  ({ window, timezone, title, ...others }) => ({
    ...others,
    title: title ?? others.name,
    windowMs: window,
    timeZone: timezone,
  }),
)

export const mailSettings = section({
  from: optionalSetting(sender(), { about: 'Sender of the mails. Unset: no mail can be sent.' }),
  smtp: section({
    url: optionalSetting(mailServer(), {
      about:
        'The mail server and the user there. `smtps://` encrypts from the start (port 465), `smtp://` when the server offers it (port 587); with a password, encryption is required.',
    }),
    passwordFile: optionalSetting(text('the name of a file', /^[^\0]+$/, 4000), {
      about: 'File with the password of that user.',
    }),
  }),
})
