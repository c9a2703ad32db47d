import { simulateBursts } from '../test/ranking/planted-bursts.ts'

/*
 * Bursts planted in the newsroom, and how trends find them: with items put together by what they truly tell, and by
 * the service itself. `npx tsx bench/bursts.ts [SEED …]`
 */
const seeds = process.argv.length > 2 ? process.argv.slice(2) : ['one', 'two', 'three']

for (const stories of ['true', 'own'] as const) {
  for (const seed of seeds) {
    const { precision, planted, foundAtSecond } = await simulateBursts(seed, stories)
    process.stdout.write(
      `${stories} stories, ${seed}: ${(100 * precision).toFixed(0)} of 100 first-ten places are bursts; ` +
        `${foundAtSecond} of ${planted} found at the second publisher\n`,
    )
  }
}
