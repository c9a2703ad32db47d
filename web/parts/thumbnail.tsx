import type { Thumbnailed } from '../api/card-item.ts'
import type { Item } from '../api/types.ts'
import { useLink } from '../page-context.ts'
import { addressOf } from '../page-location.ts'

/** An article's small picture, served by this service; nothing where it has none. Its headline says what it leads to. */
export function Thumbnail({ item }: { readonly item: Pick<Item, 'id'> & Thumbnailed }) {
  const link = useLink()
  if (item.hasThumbnail !== true) return null
  return (
    <a class="thumbnail" href={link(addressOf('/article', { id: item.id }))} tabindex={-1} aria-hidden="true">
      <img
        src={link(`/thumbnails/${item.id}`)}
        alt=""
        width="96"
        height="72"
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}
