import type { Preferences } from '../src/api/page/preferences.ts'
import { feedLinks, type Announced } from './feed-links.ts'
import type { LinkCard } from './link-card.ts'
import { STATE_ID, type State } from './state.ts'

/** Paths of built files, below the service's path. */
export interface BuiltFiles {
  readonly script: string
  /** Scripts that the first one imports. */
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  words(language: Preferences['language']): readonly string[]
}

interface DocumentParts {
  readonly title: string
  readonly files: BuiltFiles
  readonly feed: Announced
  /** Absolute; `undefined` for a problem. */
  readonly canonical: string | undefined
  readonly card: LinkCard
  /** HTML of the body, already escaped. */
  readonly body: string
  readonly state: State
}

/** The HTML document around the page's body. */
export function documentHtml(parts: DocumentParts): string {
  const { title, files, canonical, feed, body, state } = parts
  const { site, prefix, feedKey } = state
  const { language, theme, density } = state.preferences
  const at = (file: string) => escape(`${prefix}/${file}`)
  return [
    `<!doctype html><html lang="${language}" data-theme="${theme}" data-density="${density}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escape(title)}</title>`,
    '<meta name="color-scheme" content="light dark">',
    ...parts.card.map(
      ([attribute, name, content]) => `<meta ${attribute}="${name}" content="${escape(content)}">`,
    ),
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escape(canonical)}">`]),
    ...files.styles.map((style) => `<link rel="stylesheet" href="${at(style)}">`),
    ...(site.style === null ? [] : [`<link rel="stylesheet" href="${escape(prefix + site.style)}">`]),
    `<script type="module" src="${at(files.script)}"></script>`,
    ...[...files.preloads, ...files.words(language)].map(
      (script) => `<link rel="modulepreload" href="${at(script)}">`,
    ),
    ...(site.logo === null
      ? [
          `<link rel="icon" href="${at('icon.svg')}" type="image/svg+xml">`,
          `<link rel="apple-touch-icon" href="${at('icon-192.png')}">`,
        ]
      : [`<link rel="icon" href="${escape(prefix + site.logo.path)}" type="${site.logo.mimeType}">`]),
    `<link rel="manifest" href="${at('manifest.webmanifest')}">`,
    ...feedLinks({ title, prefix, feedKey, feed }).map(
      (link) =>
        `<link rel="${link.rel}" type="${link.type}" title="${escape(link.title)}" href="${escape(link.href)}">`,
    ),
    `</head><body><div id="app">${body}</div>`,
    `<script type="application/json" id="${STATE_ID}">${jsonInHtml(state)}</script></body></html>`,
  ].join('')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** JSON that can neither end the script block around it nor begin a comment. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
