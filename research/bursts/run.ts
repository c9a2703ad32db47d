import { simulateBursts } from '../../test/ranking/planted-bursts.ts'

/*
 * Bursts planted in the newsroom, and how trends find them: with items put together by what they truly tell, and by
 * the service itself, in a collection of four weeks and in one of three days. `npx tsx research/bursts/run.ts [SEED …]`
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
      `${stories} stories after ${past}, ${seed}: ${(100 * precision).toFixed(0)} of 100 first-ten places are bursts; ` +
        `${foundAtSecond} of ${planted} found at the second publisher\n`,
    )
  }
}
