import { toIso, type EpochMs } from '../src/model/time.ts'
import { feedPath } from './feeds/outlet-feed.ts'
import { escapeXml } from './feeds/xml.ts'
import type { Outlet } from './outlets/outlet.ts'
import { OUTLETS } from './outlets/outlets.ts'
import { canonicalUrl, textAt, type Article } from './world/article.ts'

const NOTICE = 'Everything here is invented: the news, the people, the places and the publications.'

const STYLE =
  'body{font:18px/1.6 Georgia,serif;max-width:42em;margin:2em auto;padding:0 1em;color:#222;background:#fff}' +
  '.notice{background:#fff3cd;border:1px solid #e0c869;padding:.4em .8em;font:14px/1.5 sans-serif}' +
  'h1{line-height:1.2}.by{color:#666;font:14px sans-serif}'

/** The page of an article on its outlet's site. */
export function articlePage(article: Article, now: EpochMs): string {
  const { outlet } = article
  const text = textAt(article, now)
  return page(
    outlet.language,
    text.title,
    `<link rel="canonical" href="${escapeXml(canonicalUrl(article))}">
<meta name="description" content="${escapeXml(text.summary)}">`,
    `<p class="by">${escapeXml(outlet.name)}</p>
<article>
<h1>${escapeXml(text.title)}</h1>
<p class="by">${escapeXml(text.author)} <time datetime="${toIso(article.publishedAt)}">${toIso(article.publishedAt)}</time></p>
${text.paragraphs.map((each) => `<p>${escapeXml(each)}</p>`).join('\n')}
</article>`,
  )
}

/** The front page of an outlet's site. It names the feed, for autodiscovery. */
export function outletPage(
  outlet: Outlet,
  base: string,
  titles: readonly { url: string; title: string }[],
): string {
  return page(
    outlet.language,
    outlet.name,
    `<link rel="alternate" type="${FEED_TYPES[outlet.style.format]}" title="${escapeXml(outlet.name)}" href="${base}${feedPath(outlet)}">`,
    `<h1>${escapeXml(outlet.name)}</h1>
<ul>
${titles.map(({ url, title }) => `<li><a href="${escapeXml(url)}">${escapeXml(title)}</a></li>`).join('\n')}
</ul>`,
  )
}

/** The newsroom's own page, which lists all feeds. */
export function newsroomPage(): string {
  const rows = OUTLETS.map(
    (outlet) =>
      `<li><a href="${feedPath(outlet)}">${escapeXml(outlet.name)}</a> (${outlet.language}, ${outlet.region}, ${outlet.category}, ${outlet.style.format})</li>`,
  )
  return page('en', 'Sample newsroom', '', `<h1>Sample newsroom</h1>\n<ul>\n${rows.join('\n')}\n</ul>`)
}

const FEED_TYPES = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
  rdf: 'application/rdf+xml',
} as const

function page(language: string, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeXml(title)}</title>
${head}
<style>${STYLE}</style>
</head>
<body>
<p class="notice">${NOTICE}</p>
${body}
</body>
</html>
`
}
