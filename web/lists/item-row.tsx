import { Headline } from '../parts/headline.tsx'
import { ItemMeta } from '../parts/item-meta.tsx'
import { Summary } from '../parts/summary.tsx'
import { highlighted } from './highlighted.ts'
import type { ListItem } from './list-data.ts'

/** An article in a list. */
export function ItemRow({ item }: { readonly item: ListItem }) {
  const { highlights } = item
  // A title that is the summary too has its marks already.
  const isPassage =
    highlights !== undefined && highlights.summary !== '' && highlights.summary !== highlights.title
  return (
    <li class="row">
      <Headline item={item} level={2}>
        {highlights === undefined ? undefined : highlighted(highlights.title)}
      </Headline>
      <Summary item={item}>{isPassage ? highlighted(highlights.summary) : undefined}</Summary>
      <ItemMeta item={item} story={item.story} score={item.score} />
    </li>
  )
}
