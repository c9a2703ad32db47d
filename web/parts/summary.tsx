import type { ComponentChildren } from 'preact'

interface SummaryProps {
  readonly item: { readonly title: string; readonly summary: string | null; readonly language: string | null }
  /** In place of the summary: a passage with marks. */
  readonly children?: ComponentChildren
}

/** What an article says in short: nothing where that is its title once more, as many feeds have it. */
export function Summary({ item: { title, summary, language }, children }: SummaryProps) {
  if (children === undefined && (summary === null || summary === title)) return null
  return (
    <p class="summary" dir="auto" {...(language === null ? {} : { lang: language })}>
      {children ?? summary}
    </p>
  )
}
