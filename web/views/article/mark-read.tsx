import { useEffect } from 'preact/hooks'
import { usePage } from '../../page-context.ts'

/** Remembers that an article was opened, also where its address was opened fresh. */
export function MarkRead({ id }: { readonly id: number }) {
  const { markRead } = usePage()
  useEffect(() => markRead([id]), [id])
  return null
}
