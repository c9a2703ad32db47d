// The sample newsroom's thread: making its feeds never delays an answer.
import { parentPort } from 'node:worker_threads'
import { startNewsroom } from '../newsroom/newsroom.ts'

if (parentPort !== null) {
  const { sources } = await startNewsroom({ now: Date.now })
  parentPort.postMessage({ sources })
}
