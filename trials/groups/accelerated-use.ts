import { readdirSync, readFileSync, readlinkSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { quantile } from '../../bench/harness/quantile.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openLoopbackHosts } from '../../test/loopback-hosts.ts'
import { feedAsked, newsFeed, newsSettings } from '../harness/news-server.ts'
import { skipped, type Trial } from '../harness/trial.ts'

const FEEDS = 120
const HOSTS = 40
/** Entries that a feed shows, the newest. Each feed publishes one a minute. */
const SHOWN = 20

const SPEED = 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SAMPLE_EVERY_MS = MINUTE_MS / 2
const READ_EVERY_MS = 2_000
const SETTINGS_EVERY_MS = 10 * MINUTE_MS

/** Each hour the rest is removed, so that there are as many items in each hour but the first. */
const SETTINGS = 'retention: { maxItemsPerSource: 50 }\nlog: { level: warn }\n'
const MEGABYTE = 1_000_000
const CLOCK = pathToFileURL(join(import.meta.dirname, '../harness/fast-clock.mjs')).href

export const trial: Trial = {
  name: 'accelerated-use',
  what: `hours of use, ${SPEED} times as fast: feeds publish, change, vanish and come back, readers ask, settings change, old items are removed`,
  promise:
    'every request is answered, no error is logged, and memory, open files, sockets and the store without its log of changes do not grow from the second hour to the last',
  times: { full: 4, short: 0 },
  async run({ times: hours, folder, broken, serve, afterwards }) {
    if (process.platform !== 'linux') return skipped('memory and open files are read from /proc')
    const startedAt = Date.now()
    /** Time that has passed for the service, ms. */
    const passedMs = (): number => (Date.now() - startedAt) * SPEED
    const visitedAt: number[] = []
    const hosts = await openLoopbackHosts(HOSTS, (request, response) => {
      visitedAt.push(passedMs())
      answer(feedAsked(request.url), passedMs(), startedAt, response)
    })
    afterwards(() => hosts.close())
    const [config, data] = [join(folder, 'digest.yaml'), join(folder, 'data')]
    const writeSettings = (round: number): void => {
      // The service looks at the file many times a second, and must not see a part of it.
      writeFileSync(`${config}.new`, newsSettings(FEEDS - (round % 3), hosts, SETTINGS))
      renameSync(`${config}.new`, config)
    }
    writeSettings(0)
    const service = await serve(['--config', config, '--data', data], {
      env: { CLOCK_SPEED: String(SPEED), CLOCK_STARTED_AT: String(startedAt) },
      nodeArgs: ['--expose-gc', '--import', CLOCK],
    })

    const samples: Sample[] = []
    let answers = 0
    const during = async (everyMs: number, act: (n: number) => unknown): Promise<void> => {
      for (let n = 0; passedMs() < hours * HOUR_MS; n++) {
        await act(n)
        await sleep(everyMs / SPEED)
      }
    }
    await Promise.all([
      during(SAMPLE_EVERY_MS, () => samples.push({ at: passedMs(), ...stateOf(service.child.pid, data) })),
      during(SETTINGS_EVERY_MS, writeSettings),
      during(READ_EVERY_MS, async (n) => {
        const path = pathOf(n)
        const response = await fetch(service.url + path)
        const text = await response.text()
        broken.unless(response.ok, `${path}: ${response.status} ${text.slice(0, 200)}`)
        answers += 1
      }),
    ])
    const { code } = await service.stop()
    broken.unless(code === 0, `the service ended with ${code}`)
    const { fileMegabytes, neededMegabytes } = sizesOf(join(data, 'digest.db'))
    broken.unless(
      fileMegabytes <= 2 * neededMegabytes + 1,
      `the store has ${fileMegabytes} MB and needs ${neededMegabytes} MB`,
    )
    const errors = service
      .output()
      .stderr.split('\n')
      .filter((line) => /\berror\b/i.test(line))
    broken.add('in the log', errors.slice(0, 20))

    const inHour = <T>(list: readonly T[], hour: number, at: (one: T) => number): T[] =>
      list.filter((one) => Math.floor(at(one) / HOUR_MS) === hour)
    const notes = MEASURES.map(({ name, of, limit }) => {
      const medians = Array.from({ length: hours }, (_, hour) =>
        median(inHour(samples, hour, ({ at }) => at).map(of)),
      )
      const line = `${name}: ${medians.map(Math.round).join(', ')}`
      broken.unless((medians.at(-1) ?? 0) <= limit(medians[1] ?? 0), line)
      return line
    })
    const visits = Array.from({ length: hours }, (_, hour) => inHour(visitedAt, hour, (at) => at).length)
    broken.unless((visits.at(-1) ?? 0) > (visits[1] ?? 0) / 3, `visits: ${visits.join(', ')}`)
    return {
      notes: [
        `in each hour: ${notes.join('; ')}; visits: ${visits.join(', ')}`,
        `${answers} answers`,
        `store at the end: ${fileMegabytes.toFixed(1)} MB, without gaps ${neededMegabytes.toFixed(1)} MB`,
      ],
    }
  },
}

/** What the system says of a process and its store. */
interface Sample {
  /** Time that had passed for the service, ms. */
  readonly at: number
  readonly rssBytes: number
  readonly files: number
  readonly sockets: number
  readonly threads: number
  /** What the store needs without its log of changes, and its side files. */
  readonly storeBytes: number
  /** Of the log of changes. */
  readonly changesBytes: number
  readonly logBytes: number
}

/** What must not grow: `limit` gives the largest median of the last hour by that of the second. */
const MEASURES: readonly {
  readonly name: string
  readonly of: (sample: Sample) => number
  readonly limit: (before: number) => number
}[] = [
  {
    name: 'memory, MB',
    of: ({ rssBytes }) => rssBytes / MEGABYTE,
    limit: (before) => 1.1 * before + 20,
  },
  { name: 'open files', of: ({ files }) => files, limit: (before) => before + 5 },
  { name: 'sockets', of: ({ sockets }) => sockets, limit: (before) => before + 5 },
  { name: 'threads', of: ({ threads }) => threads, limit: (before) => before + 1 },
  {
    name: 'store, MB',
    of: ({ storeBytes }) => storeBytes / MEGABYTE,
    limit: (before) => 1.1 * before + 1,
  },
  {
    // It is kept for 7 days, and deletes for 90, so it grows for longer than the trial lasts.
    name: 'log of changes, MB',
    of: ({ changesBytes }) => changesBytes / MEGABYTE,
    limit: () => Infinity,
  },
  {
    // SQLite begins it anew from 40 MB on, so it grows for hours and then no more.
    name: 'write-ahead log, MB',
    of: ({ logBytes }) => logBytes / MEGABYTE,
    limit: () => 60,
  },
]

function stateOf(pid: number | undefined, data: string): Omit<Sample, 'at'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const opened = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`))
  const sockets = opened.filter((target) => target.startsWith('socket:')).length
  const sizes = readdirSync(data).map(
    (name) => [name, statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0] as const,
  )
  const bytesOf = (isMeant: (name: string) => boolean): number =>
    sizes.reduce((sum, [name, size]) => sum + (isMeant(name) ? size : 0), 0)
  const needed = neededBytes(join(data, 'digest.db'))
  return {
    rssBytes: figure('VmRSS') * 1024,
    threads: figure('Threads'),
    files: opened.length - sockets,
    sockets,
    storeBytes: needed.rest + bytesOf((name) => /-(?:columns|search|stories)$/.test(name)),
    changesBytes: needed.changes,
    logBytes: bytesOf((name) => name.endsWith('-wal')),
  }
}

/** What the pages in use of a store take. */
function neededBytes(file: string): { readonly changes: number; readonly rest: number } {
  const db = new Database(file, { readonly: true })
  try {
    const sum = db.prepare<[], { changes: number; rest: number }>(
      `SELECT coalesce(sum(pgsize) FILTER (WHERE name LIKE 'changes%'), 0) AS changes,
        coalesce(sum(pgsize) FILTER (WHERE name NOT LIKE 'changes%'), 0) AS rest FROM dbstat WHERE aggregate = TRUE`,
    )
    return sum.get() ?? { changes: 0, rest: 0 }
  } finally {
    db.close()
  }
}

/** How large a store is, and how large its content would be alone. */
function sizesOf(file: string): { readonly fileMegabytes: number; readonly neededMegabytes: number } {
  const copy = `${file}-copy`
  const db = new Database(file, { readonly: true })
  db.prepare('VACUUM INTO ?').run(copy)
  db.close()
  return { fileMegabytes: statSync(file).size / MEGABYTE, neededMegabytes: statSync(copy).size / MEGABYTE }
}

/** Empty if it was closed meanwhile. */
function linkOf(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )
}

/** Of ten feeds, three are in trouble for 20 minutes of each hour, one has no entries then, and one edits what it published. */
function answer(feed: number, atMs: number, startedAt: number, response: ServerResponse): void {
  const minute = Math.floor(atMs / MINUTE_MS)
  const published = SHOWN + minute
  const document = newsFeed(feed, published - SHOWN, published, startedAt + atMs)
  const isTroubled = (minute + feed) % 60 < 20
  const kind = feed % 10
  // Where servers say another time than the machine, nothing is removed.
  response.setHeader('date', new Date(startedAt + atMs).toUTCString())
  if (kind === 0 && isTroubled) response.writeHead(404).end()
  else if (kind === 1 && isTroubled) response.writeHead(503, { 'retry-after': '600' }).end()
  else if (kind === 2 && isTroubled) response.destroy()
  else if (kind === 3) response.end(document.replaceAll('decides', `decides (${minute % 7} updates)`))
  else if (kind === 4 && isTroubled) response.end(newsFeed(feed, 0, 0, startedAt))
  else response.setHeader('etag', `"${minute}"`).end(document)
}

const WORDS =
  'council bridges harbours schools libraries trams orchards markets decides district paper'.split(' ')

/** What readers ask for: lists, searches, feeds and the page, seldom twice the same. */
function pathOf(n: number): string {
  const word = WORDS[n % WORDS.length] ?? ''
  const other = WORDS[(n * 7) % WORDS.length] ?? ''
  const paths = [
    `/api/items?limit=${1 + (n % 200)}&offset=${(n * 13) % 1_000}`,
    `/api/search?q=${word}+${other}&limit=${1 + (n % 50)}`,
    `/api/items?source=news-${n % (FEEDS - 3)}&sort=hot`,
    '/feed/rss',
    '/',
    `/api/search?q=title:${word.slice(0, 3)}*&sort=newest`,
    '/api/items?distinct=story&sort=score',
    `/feed/json?limit=${1 + (n % 100)}`,
    '/api/sources',
    `/?q=${word}`,
    '/api/health',
    '/api/stats',
  ]
  return paths[n % paths.length] ?? '/'
}
