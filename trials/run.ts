import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TRIALS } from './groups.ts'
import { writtenInto, type Result } from './harness/report.ts'
import { runTrial } from './harness/run-trial.ts'
import type { Trial } from './harness/trial.ts'

const USAGE = 'Usage: npm run trials -- [--short] [--keep] [--list] [--times N] [--seed N] [TRIAL...]\n'

/*
 * short: the counts that run with the tests
 * keep: write research/trials.md
 * list: list the trials
 * times: at most this many times each
 * seed: of the random numbers
 */
const { values, positionals } = readArguments()
const unknown = positionals.filter((name) => !TRIALS.some((trial) => trial.name === name))
if (values.help) process.stdout.write(USAGE)
else if (values.list || unknown.length > 0) {
  if (unknown.length > 0) process.stdout.write(`Unknown trial: ${unknown.join(', ')}. Use one of these:\n`)
  for (const { name, what } of TRIALS) process.stdout.write(`${name.padEnd(20)}${what}\n`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  const results: Result[] = []
  const isWanted = ({ name, times }: Trial): boolean =>
    positionals.length === 0 ? !values.short || times.short > 0 : positionals.includes(name)
  for (const trial of TRIALS.filter(isWanted)) {
    const folder = mkdtempSync(join(tmpdir(), `content-digest-${trial.name}-`))
    process.stdout.write(`${trial.name}: `)
    const result = await runTrial(trial, {
      isShort: values.short,
      most: Number(values.times),
      folder,
      seed: Number(values.seed),
    })
    process.stdout.write(
      result.skipped === undefined
        ? `${result.tried} tried, ${result.broken.length} broken, ${result.seconds.toFixed(0)} s\n`
        : `SKIPPED: ${result.skipped}\n`,
    )
    for (const line of [...result.broken.slice(0, 20), ...(result.notes ?? [])])
      process.stdout.write(`  ${line}\n`)
    results.push(result)
    // A broken trial leaves its folder, to look into.
    if (result.broken.length === 0) rmSync(folder, { recursive: true, force: true })
    else process.stdout.write(`  left in ${folder}\n`)
  }
  if (values.keep) {
    const file = join(import.meta.dirname, '../research/trials.md')
    writeFileSync(file, writtenInto(readFileSync(file, 'utf8'), results))
  }
  if (results.some(({ broken }) => broken.length > 0)) process.exitCode = 1
}

/** Ends the process with 2 and the usage if they are wrong. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false, short: 'h' },
        short: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        times: { type: 'string', default: 'Infinity' },
        seed: { type: 'string', default: '1' },
      },
    })
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`)
    process.exit(2)
  }
}
