import { judgeLinks } from './eval-stories/languages.ts'
import { replay } from './eval-stories/replay.ts'

/*
 * Links between stories of different languages in the invented news: of stories as they truly are, and of those that
 * the service makes. `npx tsx bench/links.ts [SEED …]`; the thresholds were chosen on `meridian`.
 */
const seeds = process.argv.length > 2 ? process.argv.slice(2) : ['meridian', 'alpha', 'stories']

for (const seed of seeds) {
  for (const stories of ['true', 'own'] as const) {
    const result = await judgeLinks(
      seed,
      stories === 'own' ? (items) => replay(items, 'by source') : undefined,
    )
    process.stdout.write(
      `${stories} stories, ${seed}: ${result.stories} stories, precision ${result.precision.toFixed(3)}, ` +
        `recall ${result.recall.toFixed(3)}, between Latin alphabets ${result.latinRecall.toFixed(3)}\n`,
    )
  }
}
