// The sample newsroom's thread: making its feeds never delays an answer.

import { parentPort } from 'node:worker_threads'
import { startNewsroom } from '../../../sample/newsroom.ts'

if (parentPort !== null) {
  const port = parentPort
  void startNewsroom({ now: Date.now }).then(({ sources }) => port.postMessage({ sources }))
}
