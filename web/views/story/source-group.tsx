import type { Story } from '../../api/types.ts'
import { spanText } from '../../number-text.ts'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../page-location.ts'
import { Headline } from '../../parts/headline.tsx'
import { Thumbnail } from '../../parts/thumbnail.tsx'
import { Time } from '../../parts/time.tsx'

const WIDTH = 200
const HEIGHT = 12

interface SourceGroupProps {
  readonly group: Group
  readonly story: Pick<Story, 'firstItemAt' | 'lastItemAt' | 'items'>
  readonly thumbnailed: ReadonlySet<number>
}

/** The reports of one source. A line as long as the story's life shows their times. */
export function SourceGroup({ group, story, thumbnailed }: SourceGroupProps) {
  const link = useLink()
  return (
    <section class="story-group">
      <header>
        <h3 dir="auto">
          <a href={link(addressOf('/list', { source: group.source }))}>{group.sourceName}</a>
        </h3>
        <Lane items={group.items} story={story} />
      </header>
      <ol>
        {group.items.map((item) => (
          <li key={item.id}>
            <Time at={item.publishedAt} as="date" />
            <div>
              <Headline item={item} level={3} />
              <Joined item={item} />
            </div>
            <Thumbnail item={{ ...item, hasThumbnail: thumbnailed.has(item.id) }} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Lane({
  items,
  story,
}: {
  readonly items: readonly StoryItem[]
  readonly story: SourceGroupProps['story']
}) {
  const first = Date.parse(story.firstItemAt)
  const span = Math.max(1, Date.parse(story.lastItemAt) - first)
  const y = HEIGHT / 2
  return (
    <svg class="lane" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line class="lane-line" x1="4" x2={WIDTH - 4} y1={y} y2={y} />
      {items.map(({ id, publishedAt }) => {
        const part = (Date.parse(publishedAt) - first) / span
        return <circle key={id} class="lane-dot" cx={4 + Math.round(part * (WIDTH - 8))} cy={y} r="4" />
      })}
    </svg>
  )
}

/** Why a report belongs to the story: the words that it shares with an earlier report. */
function Joined({ item }: { readonly item: StoryItem }) {
  const { words } = usePage()
  const { joined } = item
  if (joined === null) {
    return (
      <p class="meta">
        <span>{words.story.first}</span>
      </p>
    )
  }
  return (
    <p class="meta">
      {joined.words.length > 0 && <span>{words.story.joinedBy(joined.words.join(', '))}</span>}
      <span>
        {joined.evidence.dated
          ? words.story.apart(spanText(joined.hoursApart * 3600, words))
          : words.story.ageUnknown}
      </span>
    </p>
  )
}

type StoryItem = Story['items'][number]

/** The reports of one source on a story. */
interface Group {
  readonly source: string
  readonly sourceName: string
  /** Oldest first. */
  readonly items: readonly StoryItem[]
}

/**
 * Groups reports by source, in the order of the sources' first reports.
 *
 * @param items oldest first
 */
export function groupBySource(items: readonly StoryItem[]): Group[] {
  const groups = new Map<string, StoryItem[]>()
  for (const item of items) {
    const known = groups.get(item.source)
    if (known === undefined) groups.set(item.source, [item])
    else known.push(item)
  }
  return [...groups].map(([source, own]) => ({
    source,
    sourceName: own[0]?.sourceName ?? source,
    items: own,
  }))
}
