// Builds the search index of a large store while the API answers: only its thread loads this.
import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf, buildParts } from './search-build.ts'

if (parentPort !== null && typeof workerData === 'string') {
  const built = buildParts(workerData)
  parentPort.postMessage(built, buffersOf(built.parts))
}
