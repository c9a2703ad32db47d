import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import { isForLearning, writeModel } from '../stories/models.ts'
import { corpusFolder, readSet, SET_NAMES, type SetName } from '../stories/sets.ts'
import { fieldOf } from './decisions.ts'
import { cautious, judge, learn, type Lesson, makeLessons } from './learn.ts'
import { seen, VIEWS } from './views.ts'

/** Sets that have no summaries. */
const TITLES_ONLY: readonly SetName[] = ['uci-partial', 'hacker-news']

/* only: `served` (the model of the service, and one without each set) or `halves`. Default: both. */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are missing. Set DIGEST_CORPUS to the folder that has stories/.',
  )
} else {
  const captured = readSet(folder, 'captured', 'title+summary').items
  const fields = SET_NAMES.flatMap((set) => {
    const whole = readSet(folder, set, TITLES_ONLY.includes(set) ? 'titles' : 'title+summary')
    return VIEWS[set].map((view) => ({
      set,
      field: fieldOf(`${whole.name} ${JSON.stringify(view)}`, seen(whole, view, captured)),
    }))
  })
  if (wants('served')) {
    const lessons = makeLessons(fields, () => true)
    const model = cautious(learn(lessons))
    writeServed(model)
    for (const lesson of lessons) logQuality('served', lesson, model, () => true)
    for (const name of SET_NAMES) {
      const others = cautious(learn(lessons.filter(({ set }) => set !== name)))
      writeModel(`without-${name}`, others)
      for (const lesson of lessons)
        if (lesson.set === name) logQuality('left out', lesson, others, () => true)
    }
  }
  if (wants('halves')) {
    const lessons = makeLessons(fields, isForLearning)
    const halves = cautious(learn(lessons))
    writeModel('halves', halves)
    for (const lesson of lessons) logQuality('halves', lesson, halves, (story) => !isForLearning(story))
  }
}

function wants(part: string): boolean {
  return values.only === undefined || values.only === part
}

function writeServed(model: LinkModel): void {
  const file = join(import.meta.dirname, '../../src/stories/cluster/link/link-model.ts')
  const lines = [
    '/* oxlint-disable oxc/approx-constant -- learned numbers that happen to be near a constant */',
    "import type { LinkModel } from './network.ts'",
    '',
    '/** Learned from the labelled sets by `npm run train`; how good it is stands in `docs/stories.md`. */',
    'export const LINK_MODEL: LinkModel = {',
    `  direct: ${JSON.stringify(model.direct)},`,
    '  units: [',
    ...model.units.map((unit) => `    ${JSON.stringify(unit)},`),
    '  ],',
    '}',
    '',
  ]
  writeFileSync(file, lines.join('\n'))
}

function logQuality(
  part: string,
  { field }: Lesson,
  model: LinkModel,
  uses: (story: string) => boolean,
): void {
  const { precision, recall, f, pairF } = judge(field, model, uses)
  const figures = [precision, recall, f, pairF].map((value) => value.toFixed(3)).join('  ')
  process.stdout.write(`${part.padEnd(10)}${field.name.padEnd(84)}${figures}\n`)
}
