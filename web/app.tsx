import type { Announced } from './feed-links.ts'
import { Context, type PageContext } from './page-context.ts'
import { Layout } from './parts/layout.tsx'
import { ProblemNote, problemText } from './parts/problem-note.tsx'
import type { Shown } from './show.ts'

interface AppProps {
  readonly page: PageContext
  readonly shown: Shown
}

/** The whole page, for server and browser. */
export function App({ page, shown }: AppProps) {
  return (
    <Context.Provider value={page}>
      <Layout>{shown.kind === 'view' ? shown.opened.body() : <ProblemNote problem={shown.problem} />}</Layout>
    </Context.Provider>
  )
}

/** The document's title. */
export function titleOf({ words, site }: PageContext, shown: Shown): string {
  const title = shown.kind === 'view' ? shown.opened.title(words) : problemText(shown.problem, words).said
  return title === undefined
    ? `${site.title}: ${site.description ?? words.tagline}`
    : `${title} · ${site.title}`
}

export function feedOf(shown: Shown): Announced {
  return shown.kind === 'view' ? shown.opened.feed : { parameters: {}, atom: undefined }
}
