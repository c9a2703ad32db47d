import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { LinkModel } from '../../src/digest/stories/network.ts'
import { isForLearning, writeModel } from '../eval-stories/models.ts'
import { corpusFolder, EVALUATED, readSet, SET_NAMES } from '../eval-stories/sets.ts'
import type { SetName } from '../eval-stories/sets.ts'
import { fieldOf } from './decisions.ts'
import { judge, learn } from './learn.ts'
import type { Lesson } from './learn.ts'

/* only: `served`, `halves` or the name of a set that is left out; all of them without it */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const folder = corpusFolder()
if (folder === undefined) {
  console.warn(
    'SKIPPED: the labelled stories are not here; set DIGEST_CORPUS to the folder that holds stories/.',
  )
} else {
  const lessons = EVALUATED.map(({ name, text, share }): NamedLesson => {
    return { name, share, field: fieldOf(readSet(folder, name, text)) }
  })
  if (wants('served')) {
    const model = learn(lessons, () => true)
    writeServed(model)
    for (const lesson of lessons) tell('served', lesson, model, () => true)
  }
  if (wants('halves')) {
    const model = learn(lessons, isForLearning)
    writeModel('halves', model)
    for (const lesson of lessons) tell('halves', lesson, model, (story) => !isForLearning(story))
  }
  for (const name of SET_NAMES) {
    if (!wants(name)) continue
    const model = learn(
      lessons.filter((lesson) => lesson.name !== name),
      () => true,
    )
    writeModel(`without-${name}`, model)
    for (const lesson of lessons) if (lesson.name === name) tell('left out', lesson, model, () => true)
  }
}

interface NamedLesson extends Lesson {
  readonly name: SetName
}

function wants(part: string): boolean {
  return values.only === undefined || values.only === part
}

function writeServed(model: LinkModel): void {
  const file = join(import.meta.dirname, '../../src/digest/stories/link-model.ts')
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

function tell(part: string, { field }: Lesson, model: LinkModel, uses: (story: string) => boolean): void {
  const { precision, recall, f, pairF } = judge(field, model, uses)
  const figures = [precision, recall, f, pairF].map((value) => value.toFixed(3)).join('  ')
  process.stdout.write(`${part.padEnd(10)}${field.name.padEnd(30)}${figures}\n`)
}
