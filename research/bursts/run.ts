import { simulateBursts } from '../../test/ranking/planted-bursts.ts'

/*
 * Measures how well trends find bursts that are planted in the sample newsroom: with the true stories in a collection
 * of three days, and with the stories of the service in collections of four weeks and of three days.
 * `npx tsx research/bursts/run.ts [SEED …]`
 */
const seeds = process.argv.length > 2 ? process.argv.slice(2) : ['one', 'two', 'three', 'four']
const CASES = [
  ['true', 'three days'],
  ['own', 'four weeks'],
  ['own', 'three days'],
] as const

for (const [stories, past] of CASES) {
  for (const seed of seeds) {
    const { precision, planted, foundAtSecond } = await simulateBursts(seed, stories, past)
    process.stdout.write(
      `${stories} stories after ${past}, ${seed}: ${(100 * precision).toFixed(0)} % of the first ten trends are bursts; ` +
        `${foundAtSecond} of ${planted} bursts found at the second publisher\n`,
    )
  }
}
