import type { Source } from '../api/types.ts'
import { usePage } from '../page-context.ts'

/** A source's icon, served by this service; its initial if it has none. */
export function SourceIcon({ source }: { readonly source: Pick<Source, 'id' | 'name' | 'iconUrl'> }) {
  const { link } = usePage()
  if (source.iconUrl === null) {
    return (
      <span class="source-icon" aria-hidden="true">
        {initialOf(source.name)}
      </span>
    )
  }
  return (
    <img class="source-icon" src={link(`/icons/${source.id}`)} alt="" width="20" height="20" loading="lazy" />
  )
}

/** The first letter or digit of a name, in any script. */
function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·'
}
