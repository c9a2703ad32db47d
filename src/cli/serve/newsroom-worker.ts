// The sample newsroom's thread, so that writing feeds never delays a response.

import { parentPort } from 'node:worker_threads'
import { startNewsroom } from '../../../sample/newsroom.ts'

if (parentPort !== null) {
  const port = parentPort
  void startNewsroom({ now: Date.now }).then(({ sources }) => port.postMessage({ sources }))
}
