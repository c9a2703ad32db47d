import * as z from 'zod'
import { type ContentMode, SOURCE_TYPES } from '../../model/source.ts'
import { DAY_MS, SECOND_MS } from '../../model/time.ts'
import { sourceAddress } from '../address-kinds.ts'
import {
  categoryName,
  cssSelector,
  decimal,
  duration,
  entryPath,
  languageTag,
  oneOf,
  slug,
  text,
  wholeNumber,
  yesOrNo,
} from '../kinds.ts'
import { proxyAddress } from '../proxy.ts'
import { ruleList } from '../rules.ts'
import { optionalSetting, requiredSetting, section, setting } from '../setting.ts'
import { HEADER_VALUE, HEADER_VALUES, OWN_HEADER } from './source-headers.ts'

/** Interval of visits, with the same bounds for the default and for one source. */
export const VISIT_EVERY = duration(10 * SECOND_MS, 30 * DAY_MS)

/** What is read from article pages, by default and for one source. */
export const CONTENT = oneOf(['feed', 'preview', 'full'] as const satisfies readonly ContentMode[])

/** The limits of retention, for all sources or one. */
export const RETENTION = {
  days: wholeNumber(1, 36_500, 'days'),
  maxItems: wholeNumber(1, 10_000_000, 'items'),
} as const

/** Where the entries of a `page` or `json` source are. The result is an `EntryPaths`. */
const paths = section({
  items: optionalSetting(entryPath(), {
    about: 'What each entry is: every element that the selector matches, or every value at the path.',
  }),
  title: optionalSetting(entryPath(), {
    about: 'Its title. Unset on a page: its first heading, else its first link.',
  }),
  url: optionalSetting(entryPath(), {
    about: 'Its address. Unset on a page: the link of its heading, else its first link.',
  }),
  publishedAt: optionalSetting(entryPath(), {
    about:
      'When it was published, in any usual form. Unset on a page: its first `time`, else the date of an element whose class says so, or beside its link.',
  }),
  summary: optionalSetting(entryPath(), {
    about: 'A few sentences on it. Unset on a page: its first paragraph.',
  }),
  content: optionalSetting(entryPath(), { about: 'Its whole text, HTML or plain.' }),
  author: optionalSetting(entryPath(), { about: 'Who wrote it.' }),
  image: optionalSetting(entryPath(), { about: 'Address of a picture. Unset on a page: its first one.' }),
  tags: optionalSetting(entryPath(), { about: 'Its tags; every match is one.' }),
  points: optionalSetting(entryPath(), { about: 'A count of votes, likes or points.' }),
  comments: optionalSetting(entryPath(), { about: 'A count of comments.' }),
  id: optionalSetting(entryPath(), {
    about: 'Its permanent identifier. Unset: its address.',
  }),
})

const variable = text('the name of an environment variable', /^[A-Za-z_][A-Za-z0-9_]*$/, 200)
const file = text('the name of a file', /^[^\0]+$/, 4000)

/** Credentials. The settings name the places of secrets and never contain them. */
const auth = section({
  username: optionalSetting(text('a name without a colon', /^[^:\p{Cc}]+$/u, 200), {
    about: 'User name, sent with the password as `Authorization: Basic`.',
  }),
  passwordEnv: optionalSetting(variable, { about: 'Variable with the password.' }),
  passwordFile: optionalSetting(file, { about: 'File with the password.' }),
  tokenEnv: optionalSetting(variable, {
    about: 'Variable with a token, sent as `Authorization: Bearer`, or unchanged in `header`.',
  }),
  tokenFile: optionalSetting(file, { about: 'File with such a token.' }),
  header: optionalSetting(text('the name of a header that carries a key', OWN_HEADER, 100), {
    about: 'Header that carries the token, such as `X-Api-Key`. Unset: `Authorization`.',
  }),
})

export const sourceSettings = section({
  id: optionalSetting(slug('a slug'), {
    about:
      'Name of the source in addresses and filters; never change it, its items hang on it. Unset: made from `name`, else from the host, and from the path where another source without an id has that host.',
  }),
  name: optionalSetting(text('a text of 1 to 200 characters', /^.+$/s, 200), {
    about: 'Name for people. Unset: the title of its feed, and the `id` until that is known.',
  }),
  url: requiredSetting(sourceAddress(), {
    about:
      'Address of the source, or a short form such as `hn:top`. Credentials and tokens in it are used and never shown.',
  }),
  type: optionalSetting(oneOf(SOURCE_TYPES), {
    about: 'How the source is read. Unset: follows from a short form in `url`, else `feed`.',
  }),
  category: setting(categoryName(), {
    default: 'general',
    about:
      'Category of its items, as people write it: filters and addresses take its slug, `ai-and-research` for `AI & Research`.',
  }),
  region: optionalSetting(slug('a region'), {
    about: 'Region of its items, such as `us`, `de` or `europe`.',
  }),
  language: optionalSetting(languageTag(), {
    about: 'Likely language of its items: a hint for texts whose language is unclear.',
  }),
  weight: setting(decimal(0.25, 4, 'factor'), {
    default: 1,
    about: 'How much the source counts in scores; 1 is normal.',
  }),
  enabled: setting(yesOrNo(), { default: true, about: '`false` stops visits; collected items stay.' }),
  limit: optionalSetting(wholeNumber(1, 10_000, 'entries'), {
    about:
      'Maximum of entries taken in one visit. Unset: 60 for `hacker-news`, where each costs a request, else 5,000.',
  }),
  paths,
  content: optionalSetting(CONTENT, {
    about:
      "What is read from each new article's own page: nothing (`feed`), image and description where the feed has none (`preview`), or the text as well (`full`). Unset: `collect.content`.",
  }),
  fullText: section({
    content: optionalSetting(cssSelector(), {
      about: 'The article on its page. Unset, or if nothing matches: it is detected.',
    }),
    remove: optionalSetting(cssSelector(), { about: 'What to leave out of the article.' }),
  }),
  auth,
  headers: optionalSetting(HEADER_VALUES, {
    secret: true,
    about: 'Headers of its requests, by name, such as `Accept-Language: de`. Sent to its own origin alone.',
  }),
  cookie: optionalSetting(HEADER_VALUE, {
    secret: true,
    about: 'The `Cookie` header of its requests, such as `session=…`. Sent to its own origin alone.',
  }),
  userAgent: optionalSetting(HEADER_VALUE, {
    secret: true,
    about: 'Replaces the `User-Agent` of its requests. Sent to its own origin alone.',
  }),
  proxy: optionalSetting(proxyAddress(), {
    secret: true,
    about: 'Proxy for its visits. Unset: `collect.proxy`.',
  }),
  every: optionalSetting(VISIT_EVERY, {
    about: 'Replaces `collect.every` for this source.',
  }),
  retention: section({
    days: optionalSetting(RETENTION.days, {
      about: 'Replaces `retention.days` for its items.',
    }),
    maxItems: optionalSetting(RETENTION.maxItems, {
      about: 'Replaces `retention.maxItemsPerSource` for it.',
    }),
  }),
  rules: ruleList(),
})

export type SourceSettings = z.output<typeof sourceSettings>
