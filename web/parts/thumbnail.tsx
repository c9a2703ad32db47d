import type { Thumbnailed } from '../api/card-item.ts'
import type { Item } from '../api/types.ts'
import { usePage } from '../page-context.ts'

/**
 * An article's thumbnail, served by this service; nothing if it has none. Hidden from screen readers, since the
 * headline links to the same article.
 */
export function Thumbnail({ item }: { readonly item: Pick<Item, 'id'> & Thumbnailed }) {
  const { link } = usePage()
  if (item.hasThumbnail !== true) return null
  return (
    <a class="thumbnail" href={link('/article', { id: item.id })} tabindex={-1} aria-hidden="true">
      <img
        src={link(`/thumbnails/${item.id}`)}
        alt=""
        width="96"
        height="72"
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => (currentTarget.hidden = true)}
      />
    </a>
  )
}
