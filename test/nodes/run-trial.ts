// Runs the trial of several nodes at full size and prints its figures: `tsx test/nodes/run-trial.ts [SOURCES [KILLS]]`.
// Needs the built service. `DIGEST_TEST_POSTGRES` can name a database that is empty.

import { startPostgres } from '../store/postgres-server.ts'
import { runTrial } from './trial.ts'

const [sources = 1_000, kills = 50] = process.argv.slice(2).map(Number)
const server = await startPostgres()
if (server === undefined)
  throw new Error('there is no PostgreSQL for this platform; set DIGEST_TEST_POSTGRES')
try {
  const result = await runTrial({
    url: server.url,
    sources,
    maxDelayMs: 1_000,
    kills,
    rounds: 3,
    nodes: { collector: 3, digester: 2, api: 2 },
    progress: (line) => process.stderr.write(`${new Date().toISOString()} ${line}\n`),
  })
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  await server.stop()
}
