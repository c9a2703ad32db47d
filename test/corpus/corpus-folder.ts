import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of captured feeds and judged data, which nobody needs to have. */
export const CORPUS = resolve(
  process.env['DIGEST_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'),
)

/** Whether `path` is in the corpus; says loudly what is skipped where it is not. */
export function hasCorpus(path: string): boolean {
  const there = existsSync(join(CORPUS, path))
  if (!there) console.warn(`SKIPPED: no ${path} in ${CORPUS} (set DIGEST_CORPUS to run these tests)`)
  return there
}

export function corpusFile(path: string): string {
  return join(CORPUS, path)
}

/** One JSON value a line. */
export function corpusLines<T>(path: string): T[] {
  return readFileSync(corpusFile(path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
