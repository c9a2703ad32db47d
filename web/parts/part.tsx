import type { ComponentChildren } from 'preact'

interface PartProps {
  /** Id of the heading, unique on the page. */
  readonly id: string
  readonly class: string
  readonly title: ComponentChildren
  /** Shown on hover over the title. */
  readonly note?: string
  readonly children: ComponentChildren
}

/** A section with a small heading, which names it for screen readers. */
export function Part({ id, class: names, title, note, children }: PartProps) {
  return (
    <section class={names} aria-labelledby={id}>
      <h2 id={id} class="label" title={note}>
        {title}
      </h2>
      {children}
    </section>
  )
}
