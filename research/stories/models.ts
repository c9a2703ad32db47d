import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LinkModel } from '../../src/stories/cluster/link-odds.ts'
import type { RealSet } from './sets.ts'

const FOLDER = join(import.meta.dirname, 'models')

/** Reads the model that `npm run train` learned from all real sets but one; the service uses that of all. */
export function readModelWithout(name: RealSet): LinkModel {
  const file = fileOf(name)
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run train`)
  return JSON.parse(readFileSync(file, 'utf8')) as LinkModel
}

export function writeModelWithout(name: RealSet, model: LinkModel): void {
  writeFileSync(fileOf(name), `${JSON.stringify(model)}\n`)
}

function fileOf(name: RealSet): string {
  return join(FOLDER, `without-${name}.json`)
}
