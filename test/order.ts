import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first. What is missing here, or has become quicker, costs only time. */
export const LONGEST = [
  'test/trials.test.ts',
  'test/nodes/roles.test.ts',
  'test/safety/xss/xss.test.ts',
  'test/page/accessibility.test.ts',
  'test/e2e/serve.test.ts',
  'test/store/postgres.test.ts',
  'test/page/habits.test.ts',
  'test/client/package.test.ts',
  'test/page/widths.test.ts',
  'test/ranking/trouble-feeds.test.ts',
  'test/page/views.test.ts',
  'test/page/front.test.ts',
  'test/e2e/unusable-index.test.ts',
  'test/store/copy.test.ts',
  'test/store/check.test.ts',
  'test/page/reading-session.test.ts',
  'test/page/loading.test.ts',
  'test/store/engines-agree.test.ts',
  'test/e2e/postgres-settings.test.ts',
  'test/store/backup.test.ts',
]

/** Starts the files that take longest at the beginning, so that no processor is idle at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const position = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return position === -1 ? LONGEST.length : position
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
