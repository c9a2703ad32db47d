// Entry point of the thread that builds the search index of a large store while the API answers.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { buffersOf, buildParts } from './build-index.ts'

if (parentPort !== null && typeof workerData === 'string') {
  void build(parentPort, workerData)
}

async function build(port: MessagePort, file: string): Promise<void> {
  const built = await buildParts(file, (share) => port.postMessage(share))
  port.postMessage(built, buffersOf(built.parts))
}
