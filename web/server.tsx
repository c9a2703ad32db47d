import { renderToString } from 'preact-render-to-string'
import type { Page, PageAnswer, PageRequest } from '../src/api/page/page.ts'
import { type Api, createApi } from './api/api.ts'
import { unlessProblem } from './api/problem.ts'
import type { List } from './api/types.ts'
import { App, feedOf, titleOf } from './app.tsx'
import { type BuiltFiles, documentHtml } from './document.ts'
import { canonicalUrl, linkCard } from './link-card.ts'
import { EditionMail } from './mail/edition-mail.tsx'
import { NOTHING_NEW } from './navigation/new-counts.ts'
import { NOTHING_REMEMBERED } from './navigation/use-remembered-articles.ts'
import { linksOf, type PageContext } from './page-context.ts'
import { parseLocation } from './page-location.ts'
import { ROUTES } from './routes.ts'
import { show, type Shown, shownJson } from './show.ts'
import type { State } from './state.ts'
import { wordsOf } from './words/languages.ts'

/**
 * Creates the server's renderer of views.
 *
 * @param client.manifest Vite's manifest of the client's build: the files that the document names
 */
export function openRenderer(client: { readonly manifest: string }): Omit<Page, 'assets'> {
  const files = builtFiles(client.manifest)
  return {
    paths: ROUTES.map(({ path }) => path),
    render: (request) => render(request, files),
    mail: (edition, baseUrl) =>
      `<!doctype html>${renderToString(<EditionMail edition={edition} baseUrl={baseUrl} />)}`,
    manifest: manifestJson,
  }
}

async function render(request: PageRequest, files: BuiltFiles): Promise<PageAnswer> {
  const {
    preferences,
    site,
    prefix,
    baseUrl,
    notice,
    now,
    storeId,
    feedKey,
    isKeyKept,
    keyRefusal,
    categoryNames,
  } = request
  const pageLocation = parseLocation(request.path, request.query)
  const api = createApi(request.ask)
  const [opened, categories] = await Promise.all([show(pageLocation, api, now), namesOfCategories(api)])
  const shown = withRefusal(opened, keyRefusal)
  const state: State = {
    pageLocation,
    shown: shownJson(shown),
    preferences,
    site,
    prefix,
    baseUrl,
    notice,
    storeId,
    categories,
    feedKey,
    isKeyKept,
    now,
    categoryNames,
  }
  const page: PageContext = {
    ...state,
    ...linksOf(state),
    words: wordsOf(preferences.language, categoryNames),
    timeZone: 'UTC',
    isLive: false,
    api: undefined,
    go: () => undefined,
    kept: new Map(),
    keptAt: undefined,
    visit: 0,
    newSince: null,
    newCounts: NOTHING_NEW,
    ...NOTHING_REMEMBERED,
  }
  const html = documentHtml({
    title: titleOf(page, shown),
    files,
    feed: feedOf(shown),
    canonical: canonicalUrl(page, shown),
    card: linkCard(page, shown),
    body: renderToString(<App page={page} shown={shown} />),
    state,
  })
  return { status: statusOf(shown), html }
}

/** Slugs of categories with items, most items first; empty if the service does not answer. */
async function namesOfCategories(api: Api): Promise<readonly string[]> {
  const asked = api.get<List<{ readonly name: string; readonly count: number }>>('/api/categories')
  const { items } = await unlessProblem(asked, { items: [] })
  return items.flatMap(({ name, count }) => (count > 0 ? name : []))
}

/** The API only says that a key is required. This adds whether a key came and what was wrong with it. */
function withRefusal(shown: Shown, refusal: PageRequest['keyRefusal']): Shown {
  if (refusal === undefined || refusal === 'noKey') return shown
  if (shown.kind === 'view' || shown.problem.status !== 401) return shown
  return { kind: 'problem', problem: { ...shown.problem, code: refusal } }
}

function statusOf(shown: Shown): number {
  if (shown.kind === 'view') return shown.opened.refusal?.status ?? 200
  return shown.problem.status || 500
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
  const filesOf = (names: readonly string[] = []) =>
    names.flatMap((name) => chunks[name]?.file ?? []).filter((file) => file !== entry.file)
  return {
    script: entry.file,
    preloads: filesOf(entry.imports),
    words: (language) => {
      const name = `words/${language}.ts`
      return filesOf([name, ...(chunks[name]?.imports ?? [])])
    },
    styles: entry.css ?? [],
  }
}

/** The web app manifest: browsers need it to install the page as an app. */
function manifestJson({
  preferences,
  prefix,
  site,
}: Pick<PageRequest, 'preferences' | 'prefix' | 'site'>): string {
  const words = wordsOf(preferences.language)
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `${prefix}/${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: `${prefix}/`,
    name: `${site.title}: ${site.description ?? words.tagline}`,
    short_name: site.title,
    lang: words.language,
    start_url: `${prefix}/`,
    scope: `${prefix}/`,
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      ...(site.logo === null
        ? []
        : [{ src: prefix + site.logo.path, sizes: 'any', type: site.logo.mimeType, purpose: 'any' }]),
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-512.png', '512x512', 'maskable'),
    ],
  })
}
