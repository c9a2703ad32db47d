import { Worker, type WorkerOptions } from 'node:worker_threads'

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
