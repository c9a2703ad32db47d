// The sample newsroom's thread. Writing its feeds here never delays an HTTP response.

import { parentPort } from 'node:worker_threads'
import { startNewsroom } from '../../../sample/newsroom.ts'

if (parentPort !== null) {
  const port = parentPort
  void startNewsroom({ now: Date.now }).then(({ sources }) => port.postMessage({ sources }))
}
