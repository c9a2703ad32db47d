// `npm run eval:served` lets the service collect captured feeds, and judges the stories that it serves.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print } from '../../bench/harness/print.ts'
import { randomFor } from '../../sample/random.ts'
import { type Browser, hasBrowser, launchBrowser } from '../../test/browser.ts'
import { hasCorpus } from '../../test/corpus/corpus-folder.ts'
import { alive, openReader } from '../../test/page/reader.ts'
import { byItem } from './measures.ts'
import { frontStories, listItems, type ServedItem, storiesOf } from './served/answers.ts'
import { labelledRounds, recentRounds, type Round, snapshotRounds } from './served/captures.ts'
import { openCollection } from './served/collection.ts'
import { matchLabels, readLabels } from './served/labels.ts'
import { textOfStories } from './served/story-text.ts'

/* out: folder for the texts and pictures · feeds: `snapshots` (default), `labelled` or `recent` */
const { values } = parseArgs({
  options: { out: { type: 'string' }, feeds: { type: 'string', default: 'snapshots' } },
})

const FRONT_STORIES = 20
const RANDOM_STORIES = 50

/** Each run draws the same stories as long as the service serves the same ones. */
const SEED = 'stories to be judged'

const FEEDS: Readonly<Record<string, () => Round[]>> = {
  snapshots: snapshotRounds,
  labelled: labelledRounds,
  recent: recentRounds,
}

const roundsOf = FEEDS[values.feeds]
if (roundsOf === undefined) {
  throw new RangeError(`--feeds ${values.feeds}: use one of ${Object.keys(FEEDS).join(', ')}`)
}
if (hasCorpus('feeds')) await evaluate(roundsOf())

async function evaluate(rounds: readonly Round[]): Promise<void> {
  const out = values.out ?? mkdtempSync(join(tmpdir(), 'digest-stories-'))
  mkdirSync(out, { recursive: true })
  const browser = hasBrowser('pictures of the front page') ? await launchBrowser() : undefined
  const collection = await openCollection(rounds)
  try {
    for (const round of rounds) {
      const { added, edited, failed } = await collection.collect(round)
      print(`${round.name}: ${round.captures.length} feeds, ${added} items added, ${edited} edited`)
      if (failed.length > 0) print(`  not read: ${failed.join('; ')}`)
      await collection.serve((base, now) => inspect(base, now, round, out, browser))
    }
  } finally {
    await collection.close()
    await browser?.close()
  }
  print(`texts and pictures are in ${out}`)
}

/** Judges the served stories, and writes files for a person to judge. */
async function inspect(
  base: string,
  now: number,
  { name, labels }: Round,
  out: string,
  browser: Browser | undefined,
): Promise<void> {
  const at = new Date(now).toISOString()
  const front = await frontStories(base, FRONT_STORIES)
  writeFileSync(join(out, `${name}-front.txt`), textOfStories(`Front page, ${at}`, front))
  const items = await listItems(base)
  const joined = items.filter(({ story }) => story.itemCount > 1)
  const share = ((100 * joined.length) / items.length).toFixed(1)
  const some = await storiesOf(base, drawn(joined))
  const heading = `${some.length} of ${storyIds(joined).size} multi-item stories, drawn at random, ${at}`
  writeFileSync(join(out, `${name}-random.txt`), textOfStories(heading, some))
  print(`  served: ${items.length} items, ${share} % of them in ${storyIds(joined).size} multi-item stories`)
  if (labels !== undefined) judge(labels, items)
  if (browser !== undefined) writeFileSync(join(out, `${name}-front.png`), await picture(browser, base))
}

function judge(set: string, items: readonly ServedItem[]): void {
  const { judged, missing } = matchLabels(readLabels(set), items)
  const { precision, recall, recallAcross, whollyRight, stories } = byItem(judged)
  print(`  ${set}: ${judged.length} labelled items found, ${missing.length} not`)
  print(
    `    by item P ${figure(precision)}  R ${figure(recall)}  across ${figure(recallAcross)}  right ${figure(whollyRight)} of ${stories}`,
  )
}

function figure(value: number): string {
  return value.toFixed(3)
}

function storyIds(items: readonly ServedItem[]): Set<number> {
  return new Set(items.map(({ story }) => story.id))
}

/** One item of each of some random stories. */
function drawn(items: readonly ServedItem[]): ServedItem[] {
  const firsts = new Map(items.toReversed().map((item) => [item.story.id, item]))
  const ordered = [...firsts.values()].toSorted((a, b) => a.story.id - b.story.id)
  return randomFor(SEED).shuffle(ordered).slice(0, RANDOM_STORIES)
}

/** A picture of the whole front page. */
async function picture(browser: Browser, base: string): Promise<Buffer> {
  const reader = await openReader(browser, {
    base,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await reader.page.goto(`${base}/`)
  await alive(reader.page)
  const bytes = await reader.page.screenshot({ fullPage: true, caret: 'hide', animations: 'disabled' })
  await reader.close()
  return bytes
}
