import type * as z from 'zod'
import { DEFAULT_TITLE } from '../model/site.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts'
import { addressBlocks, baseAddress, origins } from './address-kinds.ts'
import { apiKeys, RATE_LIMIT } from './api-keys.ts'
import { digestSettings, mailSettings } from './digests/digest-settings.ts'
import { hookSettings } from './hooks/hook-settings.ts'
import { colour, decimal, duration, oneOf, size, text, wholeNumber, yesOrNo } from './kinds.ts'
import { proxyAddress } from './proxy.ts'
import { ruleList } from './rules.ts'
import { list, optionalSetting, section, setting } from './setting.ts'
import { CONTENT, RETENTION, sourceSettings, VISIT_EVERY } from './sources/source-settings.ts'
import { storeAddress } from './store-setting.ts'

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const server = section(
  {
    host: setting(text('a host name or IP address', /^[\w.:[\]-]+$/, 255), {
      default: '127.0.0.1',
      flag: '--host <address>',
      about:
        'Address to listen on. `0.0.0.0` or `::` lets other machines in; `localhost` is both `127.0.0.1` and `::1`.',
    }),
    port: setting(wholeNumber(0, 65_535, 'port'), {
      default: 8080,
      flag: '--port <number>',
      about: 'Port to listen on; `0` takes any free one.',
    }),
    baseUrl: optionalSetting(baseAddress(), {
      flag: '--base-url <url>',
      about:
        'Public address of the service, with or without a path prefix. Links in answers and feeds begin with it. Unset: with the address of the request.',
    }),
    title: setting(text('one line', /^\P{Cc}+$/u, 60), {
      default: DEFAULT_TITLE,
      about: 'Name of the service: on the page, in the titles of its feeds, and as the sender of its mails.',
    }),
    description: optionalSetting(text('one line', /^\P{Cc}+$/u, 300), {
      about: 'A sentence about the service, for the page and its feeds. Unset: a built-in sentence.',
    }),
    logo: optionalSetting(text('a file', /^[^\0]+$/, 4000), {
      about:
        'Picture in place of the logo: a PNG, SVG, JPEG, WebP or GIF of at most 100 kB. A relative path is relative to the settings file.',
    }),
    accent: optionalSetting(colour(), {
      about:
        "Colour of the page's marks and buttons, in quotes since `#` begins a comment in YAML. Where it would be hard to read, the page uses a darker or lighter shade (contrast 4.5:1).",
    }),
    corsOrigins: setting(origins(), {
      default: '*',
      about: 'Origins whose pages may call the service from a browser.',
    }),
    apiKeys: setting(apiKeys(), {
      default: [],
      secret: true,
      about:
        'SHA-256 of each key that opens the service, alone or as `{ hash, name, scope, rateLimit }`: the scope `feeds` opens `/feed` and `/sources.opml` alone, and `rateLimit` replaces `server.rateLimit` for this key. `content-digest keys add` makes and adds one. None: no key is asked for. The environment variable takes the keys in clear and hashes them at start.',
    }),
    rateLimit: section(
      {
        max: optionalSetting(RATE_LIMIT.max, {
          about: 'Requests that one client may make in `server.rateLimit.per`. Unset: no limit.',
        }),
        per: setting(RATE_LIMIT.per, {
          default: '1m',
          about: 'Time span of `server.rateLimit.max`.',
        }),
      },
      ({ max, per }) => (max === undefined ? undefined : { max, perMs: per }),
    ),
    trustProxy: setting(addressBlocks(), {
      default: [],
      about:
        'Proxies whose `X-Forwarded-*` headers are trusted. Name only your proxies: whoever is named can pretend to be any client.',
    }),
    crawlers: setting(yesOrNo(), {
      default: true,
      about:
        'Whether search engines and other crawlers may read the front page, articles, stories and lists. Off: `/robots.txt` forbids everything.',
    }),
    securityContact: optionalSetting(
      text('a mail address or an https:// page', /^(?:https:\/\/[\x21-\x7e]+|[^\s@:/]+@[^\s@:/]+)$/, 300),
      {
        about:
          'Where to report a vulnerability of this service, for `/.well-known/security.txt`. Unset: there is no such file.',
      },
    ),
    drain: setting(duration(0, 5 * MINUTE_MS), {
      default: '0s',
      about:
        'On `SIGTERM`, `/readyz` is `503` for this long while requests are still answered, so that a proxy or load balancer sends no more of them. Then the service stops.',
    }),
  },
  ({ drain, ...others }) => ({ ...others, drainMs: drain }),
)

const collect = section(
  {
    every: setting(VISIT_EVERY, {
      default: '30m',
      about:
        'Time between visits to a source that publishes one item an hour, for sources that have no `every` of their own. Busier ones are visited more often (at most every 5 minutes), quieter ones less (at least every 24 times as long, and every day).',
    }),
    concurrency: setting(wholeNumber(1, 512, 'visits'), { default: 32, about: 'Visits at once.' }),
    perHost: setting(wholeNumber(1, 32, 'requests'), { default: 2, about: 'Requests at once to one host.' }),
    timeout: setting(duration(SECOND_MS, 5 * MINUTE_MS), {
      default: '20s',
      about: 'How long one visit waits for servers, redirects and bodies included.',
    }),
    maxBytes: setting(size(10_000, 200e6), {
      default: '10MB',
      about: 'Largest document that is read, measured after decompression.',
    }),
    allowAddresses: setting(addressBlocks(), {
      default: [],
      about:
        'Addresses that may be visited though they are private, loopback or otherwise not public, for sources in your own network.',
    }),
    proxy: optionalSetting(proxyAddress(), {
      secret: true,
      about:
        'Proxy for all requests to servers. Unset: `HTTPS_PROXY` and `HTTP_PROXY`, if set; `false`: none.',
    }),
    proxyDns: setting(yesOrNo(), {
      default: false,
      about:
        'Whether the proxy resolves host names, where this machine cannot or must not. The resolved addresses are then not checked.',
    }),
    userAgent: optionalSetting(text('one line of printable ASCII', /^[\x20-\x7e]+$/, 300), {
      about: 'Replaces the whole `User-Agent` header of visits.',
    }),
    content: setting(CONTENT, {
      default: 'feed',
      about:
        'What is read from the page of each new article, for sources without `content`: nothing (`feed`), image and description where the feed has none (`preview`), or the text as well (`full`).',
    }),
    thumbnails: setting(yesOrNo(), {
      default: true,
      about:
        "Whether small copies of items' pictures are made in the background for the page. Off: existing ones stay as long as their items.",
    }),
    contact: optionalSetting(text('a mail address or page, without spaces', /^[\x21-\x7e]+$/, 200), {
      about: 'Named in the `User-Agent` of visits, so that a publisher with a question can reach you.',
    }),
  },
  ({ every, timeout, ...others }) => ({ ...others, everyMs: every, timeoutMs: timeout }),
)

const metrics = section(
  {
    host: setting(text('a host name or IP address', /^[\w.:[\]-]+$/, 255), {
      default: '127.0.0.1',
      about:
        'Address that `/metrics` listens on. It requires no key: open it only to the network of your Prometheus.',
    }),
    port: optionalSetting(wholeNumber(0, 65_535, 'port'), {
      about: 'Port of `/metrics`, for Prometheus; `0` takes any free one. Unset: no metrics.',
    }),
  },
  ({ host, port }) => (port === undefined ? undefined : { host, port }),
)

/** All settings. Bounds and defaults are stated only here. */
export const allSettings = section({
  data: setting(text('a folder', /^[^\0]+$/, 4000), {
    default: './data',
    flag: '--data <folder>',
    about:
      'Folder for everything that the service writes. The store is there too, unless `store` says otherwise.',
  }),
  store: setting(storeAddress(), {
    default: 'sqlite:./data/digest.db',
    flag: '--store <address>',
    secret: true,
    about:
      'Where items are kept: a SQLite file, or a PostgreSQL database that several nodes can share, with the addresses of its replicas if it has any.',
  }),
  server,
  metrics,
  collect,
  retention: section({
    days: setting(RETENTION.days, {
      default: 90,
      about: 'Items are deleted this long after they were first seen.',
    }),
    maxItemsPerSource: setting(RETENTION.maxItems, {
      default: 10_000,
      about: 'How many items of one source are kept, the newest.',
    }),
  }),
  changes: section({
    keepDays: setting(wholeNumber(7, 36_500, 'days'), {
      default: 90,
      about:
        'Followers of `/api/changes` learn of a deleted item for this long. Clients that were away longer must start over.',
    }),
  }),
  ranking: section({
    halfLifeHours: setting(decimal(0.5, 8760, 'hours'), {
      default: 12,
      about: 'Time in which an item loses half its score in the order `hot`.',
    }),
  }),
  backup: section(
    {
      every: optionalSetting(duration(10 * MINUTE_MS, 366 * DAY_MS), {
        about: 'Time between backups of the store. Unset: none are made.',
      }),
      keep: setting(wholeNumber(1, 10_000, 'files'), {
        default: 7,
        about:
          'How many backups are kept. Older ones are deleted after a new one has been written and verified.',
      }),
      folder: optionalSetting(text('a folder', /^[^\0]+$/, 4000), {
        about: 'Folder of the backups. Unset: `backups` in the data folder.',
      }),
    },
    ({ every, ...others }) => ({ ...others, everyMs: every }),
  ),
  log: section({
    level: setting(oneOf(LOG_LEVELS), {
      default: 'info',
      flag: '--log-level <level>',
      about: 'Least severe level that is logged, on standard error.',
    }),
  }),
  sources: list(sourceSettings),
  rules: ruleList(),
  hooks: list(hookSettings, { max: 100 }),
  digests: list(digestSettings, { max: 100 }),
  mail: mailSettings,
})

/** Settings of earlier versions, by key, and what replaces them. */
export const GONE_SETTINGS: Readonly<Record<string, string>> = {
  'collect.maxEntries': '`limit` of a source bounds what it brings',
  'server.workers':
    'start several `serve --no-collect` on the same store, each on a port of its own, behind a proxy (docs/scaling.md, "Several processes")',
}

export type Settings = z.output<typeof allSettings>
