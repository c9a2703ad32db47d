import type { ComponentChildren } from 'preact'

interface SummaryProps {
  readonly item: { readonly title: string; readonly summary: string | null; readonly language: string | null }
  /** Replaces the summary by a passage with marks. */
  readonly children?: ComponentChildren
}

/** An article's summary; nothing if it repeats the title, as in many feeds. */
export function Summary({ item: { title, summary, language }, children }: SummaryProps) {
  if (children === undefined && (summary === null || summary === title)) return null
  return (
    <p class="summary" dir="auto" lang={language ?? undefined}>
      {children ?? summary}
    </p>
  )
}
