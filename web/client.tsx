import { hydrate } from 'preact'
import { LivePage } from './navigation/live-page.tsx'
import { keepFor } from './navigation/stored.ts'
import { routeAt } from './routes.ts'
import { STATE_ID, type State } from './state.ts'
import { loadWords } from './words/load-words.ts'
import './style/colours.css'
import './style/base.css'
import './style/layout.css'
import './style/parts.css'
import './style/items.css'
import './style/reader.css'
import './style/front.css'
import './style/density.css'
import './style/rail.css'
import './style/topics.css'
import './style/charts.css'
import './style/sources.css'
import './style/docs.css'
import './style/list.css'
import './style/article.css'
import './style/story.css'
import './style/digest.css'
import './style/print.css'

const root = document.getElementById('app')
const text = document.getElementById(STATE_ID)?.textContent
if (root !== null && typeof text === 'string') void startPage(root, JSON.parse(text) as State)

/** Hydrates the server's HTML. */
async function startPage(root: Element, state: State): Promise<void> {
  keepFor(state.storeId)
  const [words] = await Promise.all([
    loadWords(state.preferences.language),
    routeAt(state.pageLocation.path)?.ready(),
  ])
  // The page restores scroll positions after the view is drawn; the browser would do so too early.
  history.scrollRestoration = 'manual'
  hydrate(<LivePage state={state} firstWords={words} />, root)
}
