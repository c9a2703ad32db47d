import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import type { SetName } from './sets.ts'

/** What a model was learned from: all other sets, or one half of the stories of each set. */
export type Lessons = `without-${SetName}` | 'halves'

const FOLDER = join(import.meta.dirname, 'models')

/** Reads a model that `npm run train` made for the evaluation; the service uses another one. */
export function readModel(lessons: Lessons): LinkModel | undefined {
  const file = join(FOLDER, `${lessons}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LinkModel) : undefined
}

export function writeModel(lessons: Lessons, model: LinkModel): void {
  writeFileSync(join(FOLDER, `${lessons}.json`), `${JSON.stringify(model)}\n`)
}

/** Whether a story belongs to the half for learning; the other half is for testing. */
export function isForLearning(story: string): boolean {
  let hash = 0x811c9dc5
  for (let i = 0; i < story.length; i++) hash = Math.imul(hash ^ story.charCodeAt(i), 0x01000193)
  return (hash >>> 3) % 2 === 0
}
