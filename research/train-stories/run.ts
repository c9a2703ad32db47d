import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print } from '../../bench/harness/print.ts'
import { DAY_MS } from '../../src/model/time.ts'
import type { LinkModel } from '../../src/stories/cluster/link-odds.ts'
import type { LabelledSet } from '../stories/labelled-set.ts'
import { writeModelWithout } from '../stories/models.ts'
import {
  corpusFolder,
  newsroomSet,
  readSet,
  REAL_SETS,
  type RealSet,
  type TextKind,
} from '../stories/sets.ts'
import { writeBackground } from './background.ts'
import { examplesOf } from './examples.ts'
import { learn } from './learn.ts'

/** The set without summaries. Of the others a copy without summaries is learned too: else no summary means one language. */
const TITLES_ONLY: RealSet = 'real-2026a'

/**
 * Weight of invented news. Real feeds have few texts of one form about other names ("Quake shakes X"), and they are no one
 * event. The languages have Latin letters: real sets say how Chinese titles compare.
 */
const INVENTED_SHARE = 0.5
const INVENTED_LANGUAGES = new Set(['en', 'de', 'es'])
const INVENTED_DAYS = 9

/* background: makes the table of word frequencies anew instead. Train again afterwards. */
const { values } = parseArgs({ options: { background: { type: 'boolean', default: false } } })
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are missing. Set DIGEST_CORPUS to the folder that has stories/.',
  )
} else if (values.background) {
  await writeBackground(folder)
} else {
  const real = REAL_SETS.flatMap((name) => {
    const texts: TextKind[] = name === TITLES_ONLY ? ['titles'] : ['title+summary', 'titles']
    return texts.map((text) => ({ name, share: 1, examples: examplesOf(readSet(folder, name, text)) }))
  })
  const invented = { name: 'newsroom', share: INVENTED_SHARE, examples: examplesOf(inventedSet()) }
  const lessons = [...real, invented]
  for (const { name, examples } of lessons)
    print(
      `${name}: ${examples.length} pairs, ${examples.filter(({ isOneEvent }) => isOneEvent).length} of one event`,
    )
  writeServed(learn(lessons))
  for (const left of REAL_SETS) writeModelWithout(left, learn(lessons.filter(({ name }) => name !== left)))
}

function inventedSet(): LabelledSet {
  const set = newsroomSet('title+summary', 'lessons')
  const first = Math.min(...set.items.map(({ publishedAt }) => publishedAt))
  const items = set.items.filter(
    ({ language, publishedAt }) =>
      INVENTED_LANGUAGES.has(language ?? '') && publishedAt < first + INVENTED_DAYS * DAY_MS,
  )
  return { ...set, items }
}

function writeServed({ bias, weights, products }: LinkModel): void {
  const file = join(import.meta.dirname, '../../src/stories/cluster/link-model.ts')
  const lines = [
    "import type { LinkModel } from './link-odds.ts'",
    '',
    '/** Learned from the labelled sets by `npm run train`. `docs/stories.md` gives its quality. */',
    'export const LINK_MODEL: LinkModel = {',
    `  bias: ${bias},`,
    `  weights: ${JSON.stringify(weights)},`,
    `  products: ${JSON.stringify(products)},`,
    '}',
    '',
  ]
  writeFileSync(file, lines.join('\n'))
}
