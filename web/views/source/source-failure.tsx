import { failureKind, presentError } from '../../../src/model/advice.ts'
import type { Source } from '../../api/types.ts'
import { usePage } from '../../page-context.ts'
import { Time } from '../../parts/time.tsx'

/** Why the source fails and what to do about it; of one that never answered, what was tried. */
export function SourceFailure({ source }: { readonly source: Pick<Source, 'health' | 'feedUrl'> }) {
  const { words } = usePage()
  const { health, feedUrl } = source
  const error = presentError(health)
  if (error === null) return null
  const { said, advice } = words.errors[failureKind({ ...error, status: health.lastStatus })]
  return (
    <section class="source-alarm" aria-label={words.source.failure}>
      <p>
        <strong>{said}</strong> <Time at={error.at} />
      </p>
      {/* Of servers and of the program, in their own words. */}
      <p class="source-said" dir="auto">
        {error.message}
      </p>
      <p>
        {words.sources.todo}: {advice}
      </p>
      {health.lastSuccessAt === null && (
        <p>
          {words.source.neverAnswered(health.consecutiveErrors)} <code>{feedUrl}</code>
        </p>
      )}
    </section>
  )
}
