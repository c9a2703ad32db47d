import { hydrate } from 'preact'
import type { State } from '../state.ts'
import { LivePage } from './live-page.tsx'

/** Brings the server's HTML to life. */
export function startPage(root: Element, state: State): void {
  // Positions are restored once there is something to scroll to, which the browser cannot know.
  history.scrollRestoration = 'manual'
  hydrate(<LivePage state={state} />, root)
}
