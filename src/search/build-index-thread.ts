// Entry point of the thread that builds the search index of a large store while the API answers.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { StoreAddress } from '../model/store-address.ts'
import { buffersOf, buildIndex } from './build-index.ts'

if (parentPort !== null) {
  void build(parentPort, workerData as StoreAddress)
}

async function build(port: MessagePort, address: StoreAddress): Promise<void> {
  const built = await buildIndex(address, (share) => port.postMessage(share))
  port.postMessage(built, buffersOf(built.segments))
}
