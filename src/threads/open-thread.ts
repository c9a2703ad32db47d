import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Limits of a thread that lives as long as the service. Its young objects would take 34 MB. With 4 MB it needs no more
 * processor time. A thread that builds a search index does: 20 % more.
 */
export const LONG_LIVED: ResourceLimits = { maxYoungGenerationSizeMb: 4 }

/**
 * Starts a thread from the file `name` beside the caller's: JavaScript when built; TypeScript, which must be compiled,
 * when run from source.
 *
 * @param from the caller's `import.meta.url`
 */
export function openThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options)
  const file = new URL(`./${name}.ts`, from).href
  const compiled = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(file)})))`
  return new Worker(compiled, { ...options, eval: true })
}
