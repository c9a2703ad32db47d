import { Layout } from './parts/layout.tsx'
import { TroubleNote } from './parts/trouble-note.tsx'
import { troubleText } from './parts/trouble-text.ts'
import { Context, type PageContext } from './page-context.ts'
import type { Shown } from './show.ts'

interface AppProps {
  readonly page: PageContext
  readonly shown: Shown
}

/** The whole page: the same on the server and in the browser. */
export function App({ page, shown }: AppProps) {
  return (
    <Context.Provider value={page}>
      <Layout>{shown.kind === 'view' ? shown.opened.body() : <TroubleNote trouble={shown.trouble} />}</Layout>
    </Context.Provider>
  )
}

/** Of the document. */
export function titleOf({ words }: PageContext, shown: Shown): string {
  const title = shown.kind === 'view' ? shown.opened.title(words) : troubleText(shown.trouble, words).said
  return title === undefined ? `${words.name}: ${words.tagline}` : `${title} · ${words.name}`
}
