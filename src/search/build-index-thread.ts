// Entry point of the thread that builds the search index of a large store while the API answers.

import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf, buildParts } from './build-index.ts'

if (parentPort !== null && typeof workerData === 'string') {
  const port = parentPort
  const built = buildParts(workerData, (share) => port.postMessage(share))
  port.postMessage(built, buffersOf(built.parts))
}
