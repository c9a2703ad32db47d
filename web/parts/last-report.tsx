import { usePage } from '../page-context.ts'
import { Time } from './time.tsx'

/** When a story was last reported; nothing if that need not be said. */
export function LastReport({ at }: { readonly at: string | null }) {
  const { words } = usePage()
  if (at === null) return null
  return (
    <span>
      {words.story.last} <Time at={at} />
    </span>
  )
}
