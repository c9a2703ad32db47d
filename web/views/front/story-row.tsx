import { usePage } from '../../page-context.ts'
import { Headline } from '../../parts/headline.tsx'
import { ItemMeta } from '../../parts/item-meta.tsx'
import { Summary } from '../../parts/summary.tsx'
import { Thumbnail } from '../../parts/thumbnail.tsx'
import type { Story } from './stories.ts'

interface StoryRowProps {
  readonly story: Story
  /** Whether it leads the page: larger, and with headlines of other reports. */
  readonly isLead: boolean
}

/** A story of the front page: headline, summary, and other sources. */
export function StoryRow({ story, isLead }: StoryRowProps) {
  const { lead, lastAt, pictured } = story
  const { link } = usePage()
  const wholeStory = link('/story', { id: lead.story.id })
  return (
    <li class={isLead ? 'story lead' : 'story'} data-story={lead.story.id}>
      <Coverage sources={lead.story.sourceCount} href={wholeStory} />
      <div class="story-body">
        <Headline item={lead} level={2} />
        <Summary item={lead} />
        <ItemMeta item={lead} lastAt={lastAt} />
        {!isLead && <Others story={story} href={wholeStory} />}
      </div>
      {pictured !== null && <Thumbnail item={pictured} />}
      {isLead && <Reports story={story} href={wholeStory} />}
    </li>
  )
}

interface OthersProps {
  readonly story: Story
  /** Address of the whole story. */
  readonly href: string
}

/** Other reports, each with its own headline. */
function Reports({ story: { others, more }, href }: OthersProps) {
  const { words, link } = usePage()
  if (others.length === 0) return null
  return (
    <ul class="other-reports">
      {others.map(({ name, title, language, address }) => (
        <li key={address}>
          <a href={link(address)} dir="auto" lang={language ?? undefined}>
            {title}
          </a>{' '}
          <span class="faint" dir="auto">
            {name}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={href}>{words.item.more(more)}</a>
        </li>
      )}
    </ul>
  )
}

/** Other sources in one line. */
function Others({ story: { others, more }, href }: OthersProps) {
  const { words, link } = usePage()
  if (others.length === 0) return null
  return (
    <p class="others">
      <span class="others-label">{words.item.also}</span>{' '}
      {others.map(({ name, title, address }) => (
        <a key={address} href={link(address)} title={title} dir="auto">
          {name}
        </a>
      ))}
      {more > 0 && <a href={href}>{words.item.more(more)}</a>}
    </p>
  )
}

function Coverage({ sources, href }: { readonly sources: number; readonly href: string }) {
  const { words } = usePage()
  const number = (
    <>
      <b>{sources}</b> <span>{words.item.sourcesShort(sources)}</span>
    </>
  )
  if (sources <= 1) return <span class="coverage coverage-one">{number}</span>
  return (
    <a class="coverage" href={href} title={words.item.whole}>
      {number}
    </a>
  )
}
