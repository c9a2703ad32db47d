// `npm run screenshots`: each view of the page, as it is built, into docs/images/.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startNewsroom } from '../../sample/newsroom.ts'
import type { Trouble } from '../../sample/trouble/trouble.ts'
import { openPage } from '../../src/cli/serve/open-page.ts'
import type { Source } from '../../src/model/source.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import { type Browser, launchBrowser } from '../browser.ts'
import { openCollectedWorld } from './collected-world.ts'
import { addressOfEveryView } from './every-view.ts'
import { makeEditions } from './make-editions.ts'
import { openService } from './open-service.ts'
import { palettePng } from './palette-png.ts'
import { alive, openReader } from './reader.ts'

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../docs/images')

/** Larger pictures make the repository heavy, and say no more. */
const MAX_BYTES = 200_000

/** A Tuesday evening: the day's news is told. */
const NOW = Date.parse('2026-03-10T18:40:00.000Z')

/** Visits end before the moment that is shown, however long they take. */
const COLLECTED_AT = NOW - 10 * MINUTE_MS

/** Outlets of each language; fonts for others are not on every machine. */
const OUTLETS: Readonly<Record<string, number>> = { en: 14, de: 5, es: 3 }

/** Sources that are not well, as in any real collection. */
const TROUBLED: readonly { readonly name: string; readonly trouble: Trouble }[] = [
  { name: 'The Closed Door', trouble: 'status-403' },
  { name: 'Riddle Gate', trouble: 'bot-challenge' },
  { name: 'Out of Order', trouble: 'status-500' },
]

const SIZES = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 390, height: 844 },
} as const

/** One edition looks as another does. Nothing here can be heard, and a new browser keeps nothing. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['/digest/:name/:date', '/listen', '/offline'])

interface Shot {
  readonly path: string
  readonly size: keyof typeof SIZES
  readonly theme: 'light' | 'dark'
}

const world = await collect()
await makeEditions(world, NOW)
const service = await openService({ store: world.store, now: () => NOW })
const browser = await launchBrowser()
try {
  const paths = (await openPage())?.paths ?? []
  const addresses = await addressOfEveryView(service, paths)
  mkdirSync(FOLDER, { recursive: true })
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.png'))) rmSync(join(FOLDER, file))
  for (const shot of paths.filter((path) => !NOT_SHOWN.has(path)).flatMap(shotsOf)) {
    const file = nameOf(shot)
    const bytes = await take(browser, service.base, addresses[shot.path] ?? shot.path, shot)
    if (bytes.length > MAX_BYTES) throw new RangeError(`${file} is too large: ${bytes.length} bytes`)
    writeFileSync(join(FOLDER, file), bytes)
    console.log(`${file}  ${Math.round(bytes.length / 1000)} kB`)
  }
} finally {
  await browser.close()
  await service.close()
  await world.close()
}

/** Every view wide and narrow by day, some by night. */
function shotsOf(path: string): Shot[] {
  const byDay: Shot[] = [
    { path, size: 'wide', theme: 'light' },
    { path, size: 'narrow', theme: 'light' },
  ]
  return ['/', '/stats', '/article', '/digest/:name'].includes(path)
    ? [...byDay, { path, size: 'wide', theme: 'dark' }]
    : byDay
}

function nameOf({ path, size, theme }: Shot): string {
  const view = path === '/' ? 'front' : path.slice(1).replace('/:name', '')
  return `${view}-${size}${theme === 'dark' ? '-dark' : ''}.png`
}

async function take(browser: Browser, base: string, address: string, { size, theme }: Shot): Promise<Buffer> {
  const reader = await openReader(browser, {
    base,
    viewport: SIZES[size],
    colorScheme: theme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await reader.page.goto(base + address)
  await alive(reader.page)
  const bytes = await reader.page.screenshot({ caret: 'hide', animations: 'disabled' })
  await reader.close()
  return palettePng(bytes)
}

/** The newsroom as it was found over the last days, and sources in trouble beside it. */
async function collect() {
  const newsroom = await startNewsroom({ port: 0, now: () => COLLECTED_AT })
  // On a server of their own: whoever refuses one visit is left alone for a while.
  const otherNewsroom = await startNewsroom({ port: 0, now: () => COLLECTED_AT })
  const [model] = newsroom.sources
  if (model === undefined) throw new RangeError('the newsroom has no sources')
  const troubled = TROUBLED.map(({ name, trouble }): Source => ({
    ...model,
    id: trouble,
    name,
    url: `${otherNewsroom.url}/trouble/${trouble}`,
  }))
  const well = Object.entries(OUTLETS).flatMap(([language, count]) =>
    newsroom.sources.filter((source) => source.language === language).slice(0, count),
  )
  const mayFail = troubled.map(({ id }) => id)
  const collected = await openCollectedWorld([...well, ...troubled], COLLECTED_AT, mayFail)
  await newsroom.close()
  await otherNewsroom.close()
  return collected
}
