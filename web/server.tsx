import { renderToString } from 'preact-render-to-string'
import type { Page, PageAnswer, PageRequest } from '../src/http/page/page.ts'
import { createApi } from './api/api.ts'
import { App, titleOf } from './app.tsx'
import { type BuiltFiles, documentHtml } from './document.ts'
import { manifestJson } from './manifest.ts'
import type { PageContext } from './page-context.ts'
import { placeOf } from './place.ts'
import { ROUTES } from './routes.ts'
import { show, type Shown, shownJson } from './show.ts'
import { wordsOf } from './words/words.ts'

const NOTHING_READ: ReadonlySet<number> = new Set()

/**
 * What renders the views on the server.
 *
 * @param client.manifest of the client's build, as Vite writes it: which files the document names
 */
export function openRenderer(client: { readonly manifest: string }): Omit<Page, 'assets'> {
  const files = builtFiles(client.manifest)
  return {
    paths: ROUTES.map(({ path }) => path),
    render: (request) => render(request, files),
    manifest: manifestJson,
  }
}

async function render(request: PageRequest, files: BuiltFiles): Promise<PageAnswer> {
  const { preferences, prefix, baseUrl, notice, now, feedKey, keyRefusal } = request
  const place = placeOf(request.path, request.query)
  const shown = withRefusal(await show(place, createApi(request.ask), now), keyRefusal)
  const page: PageContext = {
    place,
    prefix,
    baseUrl,
    preferences,
    words: wordsOf(preferences.language),
    notice,
    feedKey,
    now,
    timeZone: 'UTC',
    isLive: false,
    api: undefined,
    go: () => undefined,
    kept: new Map(),
    visit: 0,
    read: NOTHING_READ,
    markRead: () => undefined,
    hidesRead: false,
    hideRead: () => undefined,
    saved: [],
    toggleSaved: () => undefined,
  }
  const html = documentHtml({
    title: titleOf(page, shown),
    preferences,
    prefix,
    files,
    feedKey,
    body: renderToString(<App page={page} shown={shown} />),
    state: { place, shown: shownJson(shown), preferences, prefix, baseUrl, notice, feedKey, now },
  })
  return { status: statusOf(shown), html }
}

/** The interface says only that a key is required; whether one came, and what was wrong with it, helps its owner. */
function withRefusal(shown: Shown, refusal: PageRequest['keyRefusal']): Shown {
  if (refusal === undefined || refusal === 'noKey') return shown
  if (shown.kind === 'view' || shown.trouble.status !== 401) return shown
  return { kind: 'trouble', trouble: { ...shown.trouble, code: refusal } }
}

function statusOf(shown: Shown): number {
  if (shown.kind === 'view') return shown.opened.refusal?.status ?? 200
  return shown.trouble.status || 500
}

interface BuiltChunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
}

function builtFiles(manifest: string): BuiltFiles {
  const chunks = JSON.parse(manifest) as Readonly<Record<string, BuiltChunk>>
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry === true)
  if (entry === undefined) throw new Error('the page was not built whole: its manifest names no entry')
  return {
    script: entry.file,
    preloads: (entry.imports ?? []).flatMap((name) => chunks[name]?.file ?? []),
    styles: entry.css ?? [],
  }
}
