// Runs the built command line whenever it is asked to, in this process: see `run-cli.ts`.
import { randomUUID } from 'node:crypto'

process.setMaxListeners(0)
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
process.once('disconnect', () => process.exit())
process.on('message', (call) => void run(call))

const variables = { ...process.env }

async function run({ main, args, cwd, env, mark }) {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
  Object.assign(process.env, variables, env)
  process.argv = [process.execPath, main, ...args]
  process.exitCode = undefined
  // By another address the program is read and run anew; its parts are there.
  await import(`${main}?${randomUUID()}`)
  const code = process.exitCode ?? 0
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send(code)
}
