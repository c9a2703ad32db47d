import { Headline } from '../parts/headline.tsx'
import { ItemMeta } from '../parts/item-meta.tsx'
import { highlighted } from './highlighted.ts'
import type { ListItem } from './list-data.ts'

/** An article in a list. */
export function ItemRow({ item }: { readonly item: ListItem }) {
  const { highlights } = item
  return (
    <li class="row">
      <Headline item={item} level={2}>
        {highlights === undefined ? undefined : highlighted(highlights.title)}
      </Headline>
      {item.summary !== '' && (
        <p class="summary" dir="auto">
          {highlights === undefined ? item.summary : highlighted(highlights.summary)}
        </p>
      )}
      <ItemMeta item={item} story={item.story} score={item.score} />
    </li>
  )
}
