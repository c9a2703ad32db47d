import type { Story } from '../../api/types.ts'
import { shareText, spanText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { Part } from '../../parts/part.tsx'
import { Time } from '../../parts/time.tsx'
import { listText, type Words } from '../../words/words.ts'

type NearestStory = NonNullable<Story['nearest']>

/** A less probable report tells nothing about the story. */
const MIN_CHANCE = 0.05

/** The nearest other story, and why it is another. */
export function Nearest({ nearest }: { readonly nearest: Story['nearest'] }) {
  const { words, link } = usePage()
  if (nearest === null || nearest.evidence.chance < MIN_CHANCE) return null
  const { item } = nearest
  return (
    <Part id="nearest" class="nearest side-part" title={words.story.nearest}>
      <p class="headline" dir="auto">
        <a href={link('/story', { id: String(item.storyId) })}>{item.title}</a>
      </p>
      <p class="meta">
        <span dir="auto">{item.sourceName}</span>
        <Time at={item.publishedAt} />
      </p>
      <p class="faint">{words.story.nearestNote}</p>
      <ul class="nearest-reasons faint">
        {reasonTexts(nearest, words).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Part>
  )
}

function reasonTexts({ reasons, hoursApart, evidence }: NearestStory, words: Words): string[] {
  const texts = words.story.reasons
  const span = spanText(hoursApart * 3600, words)
  return reasons.flatMap(({ kind, words: here, otherWords: there }) => {
    switch (kind) {
      case 'daysApart':
        return texts.daysApart(span)
      case 'fewWords':
        return texts.fewWords(listText(here, words))
      case 'otherWords':
        return [
          ...(here.length > 0 ? [texts.onlyHere(listText(here, words))] : []),
          ...(there.length > 0 ? [texts.onlyThere(listText(there, words))] : []),
        ]
      case 'otherNumbers':
        return texts.otherNumbers(listText(here, words), listText(there, words))
      case 'hoursApart':
        return words.story.apart(span)
      case 'unsure':
        return texts.unsure(shareText(evidence.chance, words))
      case 'columns':
      case 'samePublisher':
      case 'others':
        return texts[kind]
    }
  })
}
